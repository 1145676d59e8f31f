/**
 * The mouse left the window through its top edge. Times are of `performance.now()`; `enteredMs` is
 * null while it is outside.
 */
export type MouseExit = { atMs: number; enteredMs: number | null }

type Listener = {
  /**
   * `outsideMs`: how long the mouse has been, or was, outside. More than 0 where the exit came
   * before the listener.
   */
  onExit: (outsideMs: number) => void
  onEnter: () => void
}

/** POP-3, POP-4: records the last exit, also before the code of the popups has loaded. */
export function createMouseExits(now: () => number) {
  const listeners = new Set<Listener>()
  let last: MouseExit | null = null
  return {
    exit(clientY: number) {
      if (clientY > 0) return
      last = { atMs: now(), enteredMs: null }
      for (const { onExit } of listeners) onExit(0)
    },
    enter() {
      if (last) last.enteredMs ??= now()
      for (const { onEnter } of listeners) onEnter()
    },
    /**
     * Calls the listener for the last exit, if there was one, and for each later one. Returns a
     * function that unsubscribes.
     */
    subscribe(listener: Listener): () => void {
      listeners.add(listener)
      if (last) listener.onExit((last.enteredMs ?? now()) - last.atMs)
      if (last?.enteredMs != null) listener.onEnter()
      return () => void listeners.delete(listener)
    },
  }
}

export const mouseExits = createMouseExits(() => performance.now())

/**
 * Called by the entry script: the popups load at the visitor's first interaction, which may be the
 * exit itself.
 */
export function watchMouseExits(page: Document) {
  page.documentElement.addEventListener('mouseleave', ({ clientY }) => mouseExits.exit(clientY))
  page.documentElement.addEventListener('mouseenter', mouseExits.enter)
}
