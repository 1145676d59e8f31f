import { fieldsInUse } from '#page/browser/fields.ts'
import { keepFormsClear } from '#page/browser/keep-forms-clear.ts'
import { sectionOf } from '#page/tracking/cta-clicks.ts'
import { count } from '#page/tracking/track.ts'

/** The code that a page needs once a visitor uses a form. */
export function watchFormsInUse(page: Document) {
  watchFormTouched(page)
  keepFormsClear(page)
}

/**
 * DASH-9: counts the first form of this opening of the page that gets text, typed or filled in by
 * the browser, also where that was before this script ran. A popup focuses its field by itself, so
 * focus alone does not count.
 */
function watchFormTouched(page: Document) {
  function touch(field: Element | undefined): boolean {
    const form = field?.closest('.form')
    const placement = form && sectionOf(form)
    if (placement) count('form_touched', placement)
    return placement !== undefined
  }
  if (touch(fieldsInUse(page).find(({ value }) => value !== ''))) return
  page.addEventListener('input', function touched({ target }) {
    if (touch(target as Element)) page.removeEventListener('input', touched)
  })
}
