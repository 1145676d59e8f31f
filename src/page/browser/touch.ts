import { watchKeyboard } from './keyboard.ts'
import { startFeature } from './start-feature.ts'

/**
 * Starts what only touch devices need. It is part of the entry file: as a file of its own it would
 * cost 0.5 KB of headers.
 */
export function startTouch(page: Document) {
  void startFeature('double-tap', () => blockDoubleTaps(page))
  void startFeature('keyboard', () => watchKeyboard(page))
}

/** FX-4: a tap this soon after another one is a double-tap. */
const doubleTapMs = 300

/** Both times are milliseconds of the same clock. `beforeMs` is null before the first tap. */
export const isDoubleTap = (beforeMs: number | null, nowMs: number): boolean =>
  beforeMs !== null && nowMs - beforeMs <= doubleTapMs

/** Taps on these pass. `touch-action` keeps them from zooming (styles/base.css). */
const controls = 'a, button, input, select, textarea, label, summary'

/**
 * FX-4: on touch devices a double-tap does not zoom. A pinch still does where the page allows it
 * (FX-6).
 */
function blockDoubleTaps(page: Document) {
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
      if (second && event.cancelable && !(event.target as Element).closest(controls))
        event.preventDefault()
    },
    { passive: false },
  )
}
