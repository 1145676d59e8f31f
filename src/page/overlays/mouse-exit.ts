import { fieldsInUse } from '#page/browser/fields.ts'

/**
 * The mouse left the window through its top edge. Times are of `performance.now()`; `enteredMs` is
 * null while it is outside.
 */
export type MouseExit = { atMs: number; enteredMs: number | null }

/** POP-5: no automatic popup opens this soon after another overlay has closed. */
export const restMs = 1_000

/** When a dialog closed last, whoever opened it. */
export let closedMs = -Infinity

/**
 * The last exit that may still open a popup: not one while a visitor typed, or before a dialog
 * closed or just after it (POP-1, POP-5).
 */
export let lastExit: MouseExit | null = null

/**
 * POP-3, POP-4: called by the entry script, as the popups load at the visitor's first interaction,
 * which may be the exit itself. on-mouse-exit.ts acts on what is noted here.
 */
export function watchMouseExits(page: Document) {
  const root = page.documentElement
  root.addEventListener('mouseleave', ({ clientY }) => {
    const atMs = performance.now()
    if (clientY <= 0 && atMs - closedMs >= restMs && !fieldsInUse(page)[0])
      lastExit = { atMs, enteredMs: null }
  })
  root.addEventListener('mouseenter', () => {
    if (lastExit) lastExit.enteredMs ??= performance.now()
  })
  // `close` does not bubble.
  page.addEventListener(
    'close',
    () => {
      closedMs = performance.now()
      lastExit = null
    },
    true,
  )
}
