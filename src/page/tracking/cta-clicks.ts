import type { PagePart } from '#contract/events/events.ts'
import { fieldNames } from '#contract/people/waitlist.ts'
import { track } from './track.ts'

/**
 * TRACK-1: one listener for every call to action and every form's button, also those added later.
 * It listens in the capture phase, before an island that is not hydrated yet holds the click. The
 * repeated click of that island is not counted, nor is a press that FORM-7 ignores, whose listener
 * runs first.
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
export function sectionOf(cta: Element): PagePart | undefined {
  const name =
    cta.closest<HTMLElement>('[data-section]')?.dataset.section ??
    cta.closest('form')?.querySelector<HTMLInputElement>(`[name="${fieldNames.placement}"]`)?.value
  return name as PagePart | undefined
}
