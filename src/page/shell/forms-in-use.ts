import { keepFormsClear } from '#page/browser/keep-forms-clear.ts'
import { watchFormTouched } from '#page/tracking/form-touched.ts'

/** The code that a page needs once a visitor uses a form. */
export function watchFormsInUse(page: Document) {
  watchFormTouched(page)
  keepFormsClear(page)
}
