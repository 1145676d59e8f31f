import { fieldsInUse } from './fields.ts'

export type Box = { left: number; top: number; right: number; bottom: number }

export const meet = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** What stands over the page, from the window's edges. Dialogs are not here: what is behind them is not in use. */
const things = '.dock, .recent, .updates summary, .updates[open] ul, .toast'
/** What yields as a whole with the part that would lie on the form: a notice moves, the rest leaves (styles/recent.css). */
const wholes = '.dock, .recent, .updates, .toasts'

/**
 * Nothing that stands over the page lies on the field or the button of a form that holds focus or text, nor on the welcome that has just been given: what would, is marked
 * `data-aside` until it does not. Looked at once a frame, and only while there is such a form.
 */
export function keepClear(page: Document) {
  let planned = false
  const plan = () => {
    if (planned) return
    planned = true
    requestAnimationFrame(() => {
      planned = false
      yieldTo(page)
    })
  }
  for (const event of ['scroll', 'resize']) addEventListener(event, plan, { passive: true })
  for (const event of ['focusin', 'focusout', 'input', 'toggle'])
    page.addEventListener(event, plan, true)
  new MutationObserver(plan).observe(page.body, { childList: true, subtree: true })
  plan()
}

function yieldTo(page: Document) {
  const forms = formsInUse(page)
  const marked = page.querySelectorAll('[data-aside]')
  if (forms.length === 0 && marked.length === 0) return
  for (const thing of marked) thing.removeAttribute('data-aside')
  const held = forms.flatMap((form) =>
    [...form.querySelectorAll('.field, .btn, h2')].map((part) => ({
      form,
      box: part.getBoundingClientRect(),
    })),
  )
  const aside = [...page.querySelectorAll(things)].filter((thing) => {
    const whole = thing.closest(wholes)
    const box = thing.getBoundingClientRect()
    return (
      !whole?.contains(page.activeElement) &&
      held.some((other) => !whole?.contains(other.form) && meet(box, other.box))
    )
  })
  for (const thing of aside) thing.closest(wholes)?.setAttribute('data-aside', '')
}

function formsInUse(page: Document) {
  const focused = page.activeElement?.matches('.form .btn, .welcome h2') ? [page.activeElement] : []
  return [
    ...new Set(
      [...fieldsInUse(page), ...focused].flatMap(
        (element) => element.closest('form, .welcome') ?? [],
      ),
    ),
  ].filter((form) => !form.closest('dialog'))
}
