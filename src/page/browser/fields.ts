/** What a visitor types in. The trap that only programs fill is none. */
const fields =
  'textarea, input:not([type="hidden"], [type="radio"], [type="checkbox"], [tabindex="-1"])'

const fieldsOf = (page: Document) => [
  ...page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields),
]

export const isFieldFocused = (page: Document): boolean =>
  page.activeElement?.matches(fields) ?? false

/** Fields that the visitor is at, or has begun to fill in. */
export const fieldsInUse = (page: Document) =>
  fieldsOf(page).filter((field) => field === page.activeElement || field.value !== '')

/** Calls once, when a visitor first turns to a form; that may have been before this script came. */
export function onFirstUse(page: Document, act: () => void) {
  if (fieldsInUse(page).length > 0) return act()
  page.addEventListener('focusin', function used({ target }) {
    if (!(target as Element).closest('.form')) return
    page.removeEventListener('focusin', used)
    act()
  })
}

/** What `#…` leads to: a form's place, where its field has given way to a panel (FORM-9). */
export const ledTo = (page: Document, hash: string) =>
  page.getElementById(hash.slice(1)) ?? page.getElementById(hash.slice(1).replace(/email$/, 'form'))
