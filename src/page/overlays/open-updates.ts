/** HERO-6: from this width on the box is beside the page's columns, so it opens by itself. */
const wide = '(min-width: 100rem)'

/** Part of the entry script, so apart from the box, which would bring React with it. */
export function openUpdatesIfWide(page: Document) {
  if (matchMedia(wide).matches) page.querySelector('.updates')?.setAttribute('open', '')
}
