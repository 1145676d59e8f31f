import type { PagePart } from '#contract/events.ts'
import { fieldNames } from '#contract/waitlist.ts'
import { track } from './track.ts'

/**
 * TRACK-1: one listener for every call to action and every form's button, also those that come later. It listens on the way
 * down, before an island that is still asleep holds the click; the script's click that follows then is no second one, nor is
 * a press that FORM-7 ignores, whose listener stands before this one.
 */
export function watchClicks(page: Document) {
  page.addEventListener(
    'click',
    ({ isTrusted, target }) => {
      const cta =
        isTrusted && (target as Element).closest<HTMLElement>('[data-cta], .form [type="submit"]')
      if (cta)
        track({ action: 'cta_click', label: cta.textContent.trim(), section: sectionOf(cta) })
    },
    true,
  )
}

/** A form in an overlay is in no section: its placement is the key of the overlay. */
function sectionOf(cta: HTMLElement): PagePart | undefined {
  const name =
    cta.closest<HTMLElement>('[data-section]')?.dataset.section ??
    cta.closest('form')?.querySelector<HTMLInputElement>(`[name="${fieldNames.placement}"]`)?.value
  return name as PagePart | undefined
}
