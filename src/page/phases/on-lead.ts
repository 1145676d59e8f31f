/** Calls with the element that a link, a label, an address with `#…` or Back leads to. Links that open elsewhere lead nowhere here. */
export function onLead(page: Document, act: (target: Element) => void) {
  const lead = (target: Element | null) => target && act(target)
  const byHash = (hash: string) => page.getElementById(hash.slice(1))
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
    const pressed = (event.target as Element).closest<HTMLAnchorElement | HTMLLabelElement>('a[href^="#"], label')
    if (pressed) lead('control' in pressed ? pressed.control : byHash(pressed.hash))
  })
  addEventListener('hashchange', () => lead(byHash(location.hash)))
}
