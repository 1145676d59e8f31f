/**
 * ROUTE-3. The build renders the page once (dist/client/unexpected.html), so that it works if
 * React, the bundle or the page fails. `{request}` is replaced by the request's id. `shown` is an
 * error to show on it, in development.
 */
export const unexpectedPage = (page: string, requestId: string, shown?: unknown): string =>
  page
    .replace('{request}', () => requestId)
    .replace('</main>', () =>
      shown === undefined ? '</main>' : `<pre>${escapeText(textOf(shown))}</pre></main>`,
    )

/** The page in development, where nothing was built. */
export const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unexpected Application Error!</title></head><body><main><h1>Unexpected Application Error!</h1><p>Request {request}</p></main></body></html>'

const textOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
