const minIntervalMs = 1_000

/**
 * FORM-7: the returned function tells whether a press on a target counts: true for the first press,
 * and again a second after the last press that counted. `nowMs` is of any clock.
 */
export function createPressFilter() {
  const pressedAt = new WeakMap<object, number>()
  return (target: object, nowMs: number) => {
    if (nowMs - (pressedAt.get(target) ?? -Infinity) < minIntervalMs) return false
    pressedAt.set(target, nowMs)
    return true
  }
}

/**
 * Cancels repeated presses on every button of the page; the summary of a box that opens is one.
 * Clicks made by script, such as a held click that is repeated, pass.
 */
export function ignoreRepeatedPresses(root: Document) {
  const counts = createPressFilter()
  root.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button, summary')
      if (!button || !event.isTrusted || counts(button, event.timeStamp)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
