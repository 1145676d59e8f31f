import { hashTarget } from '#page/browser/fields.ts'

/**
 * Calls back with the target of a link, a label, an address with `#…` or Back, if the target is
 * hidden.
 */
export function onLinkToHidden(
  page: Document,
  isHidden: (target: Element) => boolean,
  act: (target: Element) => void,
) {
  const byHash = (hash: string) => hashTarget(page, hash)
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    const pressed = (event.target as Element).closest<HTMLAnchorElement | HTMLLabelElement>(
      'a[href*="#"], label',
    )
    const target = pressed && ('control' in pressed ? pressed.control : byHash(pressed.hash))
    if (target && isHidden(target)) act(target)
  })
  // The target may be visible again by now. The browser focuses only visible targets, so the focus
  // tells.
  addEventListener('hashchange', () => {
    const target = byHash(location.hash)
    if (target && page.activeElement !== target) act(target)
  })
}
