/** A sheet that failed counts as asked for: its link is put in anew. */
export const askAgainForSheets = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(isEmpty).map(
      (failed) =>
        new Promise((settle) => {
          const link = Object.assign(document.createElement('link'), {
            rel: 'stylesheet',
            href: failed.href,
            onload: settle,
            onerror: settle,
          })
          failed.replaceWith(link)
        }),
    ),
  )

/** A browser gives a sheet that failed no rules, or none to look at. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}
