/** A browser does not request a failed stylesheet again, so this replaces its link with a new one. Resolves when all have loaded or failed. */
export const reloadFailedStylesheets = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(hasFailed).map(
      (failed) =>
        new Promise((resolve) => {
          const link = Object.assign(document.createElement('link'), {
            rel: 'stylesheet',
            href: failed.href,
            onload: resolve,
            onerror: resolve,
          })
          failed.replaceWith(link)
        }),
    ),
  )

/** A stylesheet that failed has no rules, or throws when its rules are read. */
function hasFailed({ sheet }: HTMLLinkElement): boolean {
  try {
    return !sheet?.cssRules.length
  } catch {
    return true
  }
}
