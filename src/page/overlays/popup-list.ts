import { exitIntentSecond } from './exit-intent-second.tsx'
import { exitIntent } from './exit-intent.tsx'
import type { Popup } from './overlay.ts'
import { quizModal, quizResultModal, videoOverlay } from './requested-popups.ts'

/**
 * Every popup of the page. Where two request to open at once, the first of this list wins (POP-5).
 * Popups load at the visitor's first interaction and bars with the page, so bars have a list of
 * their own (bar-list.ts).
 */
export const popups: readonly Popup[] = [
  exitIntent,
  exitIntentSecond,
  videoOverlay,
  quizModal,
  quizResultModal,
]
