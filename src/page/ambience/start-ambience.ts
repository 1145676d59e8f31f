import { begin } from '#page/browser/begin.ts'
import { onFirstMove } from '#page/browser/first-move.ts'
import { isStill, motion } from '#page/browser/motion.ts'

/** FX-2: nothing of it loads before the visitor's first move, nor while nothing may move. Without OffscreenCanvas there is none. */
export function startAmbience(page: Document) {
  if (!('OffscreenCanvas' in window)) return
  const load = () =>
    void begin('particles', async () => (await import('./show-ambience.ts')).showAmbience(page))
  const whenIdle =
    (window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout
  onFirstMove(() => {
    const stop = motion.subscribe(show)
    function show() {
      if (isStill()) return
      stop()
      whenIdle(load)
    }
    show()
  })
}
