/**
 * ROUTE-3: the page after an unexpected error. It is a file of its own, because the page's scripts
 * load it only when it is needed.
 */
export const unexpected = {
  title: 'Unexpected Application Error!',
  text: 'Something broke on our side, not yours. Nothing you sent is lost. Try again in a minute.',
  home: 'Return to Home',
  request: 'Request {request}',
}
