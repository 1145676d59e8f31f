import { hashTarget } from '#page/browser/fields.ts'
import { hasModifier } from '#page/browser/modifier-keys.ts'
import { isMotionStopped } from '#page/browser/motion.ts'
import type { SafeStorage } from '#page/browser/safe-storage.ts'

/**
 * Follows the links to a form. The page scrolls until the form is above the bars, with the headline
 * in view, and the field gets the focus. FORM-9: after a sign-up the form's line or panel takes its
 * place, with the button 'Use another address', which shows the form again. Call it after code that
 * shows parts hidden by a phase.
 */
export function followFormLinks(page: Document) {
  page.addEventListener('click', (event) => {
    if (event.defaultPrevented || hasModifier(event)) return
    const pressed = event.target as Element
    const another = pressed.closest('.joined .another')
    const link = pressed.closest<HTMLAnchorElement>('a[href*="#"]')
    const target = another ?? (link && hashTarget(page, link.hash))
    const slot = target?.closest<HTMLElement>('.capture')
    if (!slot) return
    if (another) {
      slot.removeAttribute('data-joined')
      slot.dataset.again = ''
    }
    const goal = [...slot.querySelectorAll<HTMLElement>('.field input, .another')].find((one) =>
      one.checkVisibility(),
    )
    // The browser follows the skip link, which leads to the element around the form.
    if (!goal || (target === slot && goal.matches('input'))) return
    event.preventDefault()
    // VID-2: the video overlay closes.
    link?.closest('dialog')?.close()
    if (link) scrollToForm(page, goal)
    goal.focus({ preventScroll: !!link })
  })
}

/** How often a scroll to a form is checked. */
const checkMs = 250

/**
 * The end of an earlier scroll can cancel a smooth scroll in Chromium, without a further
 * `scrollend`, and a new height can make it miss. When the page rests away from the goal, it
 * scrolls again, and after that jumps. The goal's loss of focus and the visitor's own input end
 * this.
 */
function scrollToForm(page: Document, goal: HTMLElement) {
  const scroll = (behavior: ScrollBehavior) =>
    goal.closest('.row, .joined, .welcome')?.scrollIntoView({ block: 'end', behavior })
  const following = new AbortController()
  const behavior = isMotionStopped() ? 'instant' : 'smooth'
  let again = false
  let last = scrollY
  const checking = setInterval(() => {
    const rests = scrollY === last
    last = scrollY
    if (!rests) return
    const { top, bottom } = goal.getBoundingClientRect()
    if ((top >= 0 && bottom <= innerHeight) || page.activeElement !== goal) stop()
    else scroll(again ? 'instant' : behavior)
    again = true
  }, checkMs)
  const stop = () => {
    clearInterval(checking)
    following.abort()
  }
  for (const type of ['wheel', 'pointerdown', 'keydown'])
    page.addEventListener(type, stop, { signal: following.signal, passive: true })
  scroll(behavior)
}

/**
 * FORM-9: stores the mark of a standalone page's `data-mark` (`markAttribute` in joined.ts, which
 * is not in the entry's chunk). 'joined' does not replace 'confirmed'.
 */
export function storePageMark(storage: SafeStorage, page: Document) {
  const [name, mark] = page.querySelector('main')?.dataset.mark?.split('=') ?? []
  if (name && mark && !(mark === '1' && storage.get(name) === '2')) storage.set(name, mark)
}
