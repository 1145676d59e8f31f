/** Fields that visitors type in. The honeypot (`tabindex=-1`) is not one of them. */
const fields =
  'textarea, input:not([type="hidden"], [type="radio"], [type="checkbox"], [tabindex="-1"])'

const fieldsOf = (page: Document) => [
  ...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields),
]

export const isFieldFocused = (page: Document): boolean =>
  page.activeElement?.matches(fields) ?? false

export const fieldsInUse = (page: Document) =>
  fieldsOf(page).filter((field) => field === page.activeElement || field.value !== '')

/**
 * Calls once, when a visitor first uses a form, or at once where that was before this script ran.
 */
export function onFirstFormUse(page: Document, act: () => void) {
  if (fieldsInUse(page).length > 0) return act()
  page.addEventListener('focusin', function used({ target }) {
    if (!(target as Element).closest('.form')) return
    page.removeEventListener('focusin', used)
    act()
  })
}

/**
 * The element that `#…` leads to. Where a panel has replaced a form's field (FORM-9), it is the
 * element around the form.
 */
export const hashTarget = (page: Document, hash: string) =>
  page.getElementById(hash.slice(1)) ?? page.getElementById(hash.slice(1).replace(/email$/, 'form'))
