/**
 * HERO-6: from this width on the margin beside the columns holds the open box, so it opens by
 * itself.
 */
const wide = '(min-width: 120rem)'

/** Part of the entry script, so apart from the box, which would bring React with it. */
export function openUpdatesIfWide(page: Document) {
  if (matchMedia(wide).matches) page.querySelector('.updates')?.setAttribute('open', '')
}
