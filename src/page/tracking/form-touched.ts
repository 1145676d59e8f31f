import { fieldsInUse } from '#page/browser/fields.ts'
import { sectionOf } from './cta-clicks.ts'
import { count } from './track.ts'

/**
 * DASH-9: counts the first form of this opening of the page that gets text, typed or filled in by
 * the browser, also where that was before this script ran. A popup focuses its field by itself, so
 * focus alone does not count.
 */
export function watchFormTouched(page: Document) {
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
