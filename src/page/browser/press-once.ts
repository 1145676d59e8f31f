const restMs = 1_000

/** FORM-7: true for the first press on a thing, and again once it has rested for a second. */
export function pressOnce() {
  const pressedAt = new WeakMap<object, number>()
  return (thing: object, now: number) => {
    if (now - (pressedAt.get(thing) ?? -Infinity) < restMs) return false
    pressedAt.set(thing, now)
    return true
  }
}

/** One listener for every button of the page. A click that a script made, e.g. one held back for an island, is let through. */
export function ignoreSecondPresses(root: Document) {
  const first = pressOnce()
  root.addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest('button')
      if (!button || !event.isTrusted || first(button, event.timeStamp)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
