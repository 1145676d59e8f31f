import { hashTarget } from '#page/browser/fields.ts'

/**
 * FORM-9: 'Use another address' in a form's line brings the form back, and a link to a form that is not shown leads to that
 * button, in its line or panel. To be called after what shows parts that a phase hides.
 */
export function followSettled(page: Document) {
  page.addEventListener('click', (event) => {
    const { target, defaultPrevented, ctrlKey, metaKey, shiftKey } = event
    if (defaultPrevented || ctrlKey || metaKey || shiftKey) return
    const another = (target as Element).closest('.settled .another')
    if (another) {
      event.preventDefault()
      bringBack(another.closest<HTMLElement>('.capture')!)
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

function bringBack(slot: HTMLElement) {
  slot.removeAttribute('data-settled')
  slot.dataset.again = ''
  slot.querySelector<HTMLElement>('.field input')?.focus()
}
