/**
 * A browser does not request a failed stylesheet again, so this replaces its link in the body with a new one. Links in the head
 * belong to the loading of chunks, which removes those that fail (scripts/preload-before-import.ts). Resolves when all have
 * loaded or failed.
 */
export const reloadFailedStylesheets = () =>
  Promise.all(
    [...document.body.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(hasFailed)
      .map(
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
