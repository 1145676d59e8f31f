import { startFeature } from '#page/browser/start-feature.ts'
import { onFirstInteraction } from '#page/browser/first-interaction.ts'
import { isMotionStopped, motion } from '#page/browser/motion.ts'

/** FX-2: nothing of it loads before the visitor's first move, nor while nothing may move. Without OffscreenCanvas there is none. */
export function startAmbience(page: Document) {
  if (!('OffscreenCanvas' in window)) return
  const load = () =>
    void startFeature('particles', async () =>
      (await import('./show-ambience.ts')).showAmbience(page),
    )
  const whenIdle =
    (window.requestIdleCallback as typeof requestIdleCallback | undefined) ?? setTimeout
  onFirstInteraction(() => {
    const stop = motion.subscribe(show)
    function show() {
      if (isMotionStopped()) return
      stop()
      whenIdle(load)
    }
    show()
  })
}
