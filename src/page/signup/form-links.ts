import { hashTarget } from '#page/browser/fields.ts'
import { isMotionStopped } from '#page/browser/motion.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * Follows the links to a form. The page scrolls until the whole form is above the bars, with the
 * headline in view, and the field gets the focus. FORM-9: after a sign-up the form's line or panel
 * takes its place, with the button 'Use another address', which shows the form again. Call it after
 * code that shows parts hidden by a phase.
 */
export function followFormLinks(page: Document) {
  page.addEventListener('click', (event) => {
    const { defaultPrevented, ctrlKey, metaKey, shiftKey } = event
    const target = event.target as Element
    if (defaultPrevented || ctrlKey || metaKey || shiftKey) return
    const another = target.closest('.joined .another')
    const link = target.closest<HTMLAnchorElement>('a[href*="#"]')
    const slot = another
      ? another.closest<HTMLElement>('.capture')
      : link && hashTarget(page, link.hash)?.closest<HTMLElement>('.capture')
    if (!slot) return
    event.preventDefault()
    if (another) {
      slot.removeAttribute('data-joined')
      slot.dataset.again = ''
    }
    // VID-2: the video overlay closes.
    link?.closest('dialog')?.close()
    const goal = [...slot.querySelectorAll<HTMLElement>('.field input, .another')].find((one) =>
      one.checkVisibility(),
    )
    if (link)
      (goal?.closest('.row, .joined, .welcome') ?? slot).scrollIntoView({
        block: 'end',
        behavior: isMotionStopped() ? 'instant' : 'smooth',
      })
    goal?.focus({ preventScroll: !!link })
  })
}

/**
 * FORM-9: stores the mark of a standalone page's `data-mark` (`markAttribute` in joined.ts, which is
 * not in the entry's chunk). 'joined' does not replace 'confirmed'.
 */
export function storePageMark(storage: SafeStorage, page: Document) {
  const [name, mark] = page.querySelector('main')?.dataset.mark?.split('=') ?? []
  if (name && mark && !(mark === '1' && storage.get(name) === '2')) storage.set(name, mark)
}
