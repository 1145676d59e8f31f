/**
 * ROUTE-3 in plain HTML: it must be there when React, the bundle or the page itself is what failed. It stands in the page's
 * shell where that could be read.
 */
export function unexpectedPage(requestId: string) {
  return {
    title: 'Unexpected Application Error!',
    head: '<meta name="robots" content="noindex">',
    html: `<main class="still wrap"><h1>Unexpected Application Error!</h1><p>Something broke on our side, not on yours. Nothing that you sent before is lost. Try again in a minute.</p><p><a href="/">Return to Home</a></p><p class="small quiet">If you write to us about it, name this request: ${requestId}</p></main>`,
  }
}

export const bareShell = '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title><!--title--></title><!--head--></head><body><!--page--></body></html>'
