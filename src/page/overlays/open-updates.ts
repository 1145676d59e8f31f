/** HERO-6: from this width on the box stands beside the columns, and so it opens by itself. */
const wide = '(min-width: 100rem)'

export function openUpdates(page: Document) {
  if (matchMedia(wide).matches) page.querySelector('.updates')?.setAttribute('open', '')
}
