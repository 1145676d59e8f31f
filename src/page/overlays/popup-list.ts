import { exitIntentSecond } from './exit-intent-second.tsx'
import { exitIntent } from './exit-intent.tsx'
import type { PopupEntry } from './popup-entry.ts'
import { quizModal, quizResultModal } from './quiz-popups.ts'
import { videoOverlay } from './video-overlay.ts'

/** Every popup of the page. Where two ask at once the first wins (POP-5). */
export const popups: readonly PopupEntry[] = [
  exitIntent,
  exitIntentSecond,
  videoOverlay,
  quizModal,
  quizResultModal,
]
