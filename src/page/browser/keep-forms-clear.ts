import { fieldsInUse } from './fields.ts'

export type Box = { left: number; top: number; right: number; bottom: number }

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * The parts that lie over the page, along the window's edges. Dialogs are not among them: the forms
 * behind them are inert.
 */
const overlayParts = '.dock, .recent, .updates summary, .updates[open] ul, .toast'
/**
 * The overlay that moves as a whole when one of its parts covers a form: a notice moves, the rest
 * disappears (styles/recent.css).
 */
const overlays = '.dock, .recent, .updates, .toasts'

/**
 * Keeps the page's overlays off the field and the button of a form that has the focus or contains
 * text, and off a welcome panel: an overlay that would cover them is marked `data-aside` as long as
 * it would. Checks once per frame after a scroll or an input, at once after a change of the page, and
 * only while there is such a form.
 */
export function keepFormsClear(page: Document) {
  let scheduled = false
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    requestAnimationFrame(() => {
      scheduled = false
      markOverlays(page)
    })
  }
  for (const event of ['scroll', 'resize']) addEventListener(event, schedule, { passive: true })
  for (const event of ['focusin', 'focusout', 'input', 'toggle'])
    page.addEventListener(event, schedule, true)
  // At once, so that a toast is never seen where it does not stay.
  new MutationObserver(() => markOverlays(page)).observe(page.body, {
    childList: true,
    subtree: true,
  })
  schedule()
}

function markOverlays(page: Document) {
  const forms = formsInUse(page)
  const marked = page.querySelectorAll('[data-aside]')
  if (forms.length === 0 && marked.length === 0) return
  for (const overlay of marked) overlay.removeAttribute('data-aside')
  const boxes = forms.flatMap((form) =>
    [...form.querySelectorAll('.field, .btn, .welcome > *')].map((part) => ({
      form,
      box: part.getBoundingClientRect(),
    })),
  )
  const covering = [...page.querySelectorAll(overlayParts)].filter((part) => {
    const overlay = part.closest(overlays)
    const box = part.getBoundingClientRect()
    return (
      // What moves can move under the focus; what would disappear stays.
      !overlay?.matches(':focus-within:not(.toasts)') &&
      boxes.some((other) => !overlay?.contains(other.form) && overlap(box, other.box))
    )
  })
  for (const part of covering) part.closest(overlays)?.setAttribute('data-aside', '')
  page.documentElement.toggleAttribute(
    'data-toast-aside',
    covering.some((part) => part.matches('.toast')),
  )
}

function formsInUse(page: Document) {
  const focused = page.activeElement?.matches('.form .btn') ? [page.activeElement] : []
  return [
    ...new Set(
      [...fieldsInUse(page), ...focused, ...page.querySelectorAll('.welcome')].flatMap(
        (element) => element.closest('form, .welcome') ?? [],
      ),
    ),
  ].filter((form) => !form.closest('dialog'))
}
