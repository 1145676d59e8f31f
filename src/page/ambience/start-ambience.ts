import { startFeature } from '#page/browser/start-feature.ts'
import { onFirstInteraction } from '#page/browser/first-interaction.ts'
import { isMotionStopped, motion } from '#page/browser/motion.ts'

/**
 * FX-2: loads the particles at the first interaction, unless motion is paused or reduced. Needs
 * OffscreenCanvas.
 */
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
