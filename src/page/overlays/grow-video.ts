import { isMotionStopped } from '#page/browser/motion.ts'
import { videoOverlay } from './requested-popups.ts'

/**
 * VID-2: the video's still grows into its overlay, where the browser has view transitions and motion
 * is allowed. Anywhere else the button opens the dialog by itself. Returns a function that stops it.
 */
export function growVideo(page: Document): () => void {
  const stopped = new AbortController()
  page.addEventListener(
    'command',
    (event) => {
      const { target: dialog, source: still } = event as CommandEvent
      if (!(dialog instanceof HTMLDialogElement) || dialog.id !== videoOverlay.key) return
      if (!(still instanceof HTMLElement) || dialog.open) return
      if (!('startViewTransition' in page) || isMotionStopped()) return
      event.preventDefault()
      still.style.viewTransitionName = grown
      const transition = page.startViewTransition(() => {
        still.style.viewTransitionName = ''
        dialog.style.viewTransitionName = grown
        dialog.showModal()
      })
      // A page that is hidden meanwhile skips it; the dialog opens all the same.
      transition.ready.catch(() => {})
      void transition.finished.finally(() => {
        dialog.style.viewTransitionName = ''
      })
    },
    // It does not bubble.
    { capture: true, signal: stopped.signal },
  )
  return () => stopped.abort()
}

/** As styles/video.css calls it. */
const grown = 'video'
