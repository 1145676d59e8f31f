import { startFeature } from '#page/browser/start-feature.ts'
import { motion } from '#page/browser/motion.ts'

/**
 * FX-1: the bar is CSS alone. A script draws it where the browser knows no scroll timelines, and
 * under reduced motion: there it runs no animation, and still tells where the visitor is.
 */
export function startProgress(page: Document) {
  const stop = motion.subscribe(look)
  function look() {
    if (CSS.supports('animation-timeline: scroll()') && !motion.read().reduced) return
    stop()
    // At the top of the page the bar is empty, and its code not needed yet.
    if (scrollY > 0) follow()
    else addEventListener('scroll', follow, { once: true, passive: true })
  }
  look()

  function follow() {
    void startFeature('scroll progress', async () =>
      (await import('./follow-progress.ts')).followProgress(page),
    )
  }
}
