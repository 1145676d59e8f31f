/**
 * ROUTE-3. The build renders the page once (dist/client/unexpected.html), since it must be there when React, the bundle or the
 * page itself is what fails; `{request}` in it is the request's id. In development the error stands on it.
 */
export const unexpectedPage = (page: string, requestId: string, shown?: unknown): string =>
  page
    .replace('{request}', () => requestId)
    .replace('</main>', () =>
      shown === undefined ? '</main>' : `<pre>${escapeText(textOf(shown))}</pre></main>`,
    )

/** Where nothing was built: development. */
export const barePage =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unexpected Application Error!</title></head><body><main><h1>Unexpected Application Error!</h1><p>Request {request}</p></main></body></html>'

const textOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
