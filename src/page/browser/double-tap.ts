/** FX-4: the second tap within this time is one half of a double-tap. */
const doubleTapMs = 300

/** Both in milliseconds of the same clock; null before the first tap. */
export const isDoubleTap = (beforeMs: number | null, nowMs: number): boolean =>
  beforeMs !== null && nowMs - beforeMs <= doubleTapMs

/** What a tap works on. Its taps go through; it does not zoom by `touch-action` (styles/base.css). */
const control = 'a, button, input, select, textarea, label, summary'

/** FX-4: on touch devices, a second tap does not zoom. Two fingers still do, where the page lets them (FX-6). */
export function blockDoubleTaps(page: Document) {
  let before: number | null = null
  let fingers = 0
  page.addEventListener(
    'touchend',
    (event) => {
      fingers = Math.max(fingers, event.touches.length + event.changedTouches.length)
      if (event.touches.length > 0) return
      const second = fingers === 1 && isDoubleTap(before, event.timeStamp)
      before = fingers === 1 ? event.timeStamp : null
      fingers = 0
      if (second && event.cancelable && !(event.target as Element).closest(control))
        event.preventDefault()
    },
    { passive: false },
  )
}
