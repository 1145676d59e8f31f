import { hashTarget } from '#page/browser/fields.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * FORM-9: 'Use another address' in a form's line shows the form again. A link to a hidden form leads
 * to that button. Call it after code that shows parts hidden by a phase.
 */
export function followJoinedLines(page: Document) {
  page.addEventListener('click', (event) => {
    const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
    if (defaultPrevented || ctrlKey || metaKey || shiftKey) return
    const another = (target as Element).closest('.joined .another')
    if (another) {
      event.preventDefault()
      reopenForm(another.closest<HTMLElement>('.capture')!)
    }
    const { hash } = (target as Element).closest<HTMLAnchorElement>('a[href^="#"]') ?? {}
    const button =
      hash && hashTarget(page, hash)?.closest('.capture')?.querySelector<HTMLElement>('.another')
    if (!button || !button.checkVisibility()) return
    event.preventDefault()
    button.scrollIntoView({ block: 'center' })
    button.focus({ preventScroll: true })
  })
}

function reopenForm(slot: HTMLElement) {
  slot.removeAttribute('data-joined')
  slot.dataset.again = ''
  slot.querySelector<HTMLElement>('.field input')?.focus()
}

/**
 * FORM-9: stores the mark of a standalone page's `data-mark` (`markAttribute` in joined-mark.ts, which
 * is not in the entry's chunk). 'joined' does not replace 'confirmed'.
 */
export function storePageMark(storage: SafeStorage, page: Document) {
  const [name, mark] = page.querySelector('main')?.dataset.mark?.split('=') ?? []
  if (name && mark && !(mark === '1' && storage.get(name) === '2')) storage.set(name, mark)
}
