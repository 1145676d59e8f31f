import { popup } from './overlay.ts'

const requested = { slot: 'popup', openedBy: 'visitor', dismissal: 'none' } as const

/** HERO-7: the two dialogs of the quiz, drawn and opened by quiz/quiz-dialog.island.tsx. */
export const quizModal = popup({ key: 'quiz-modal', ...requested })
export const quizResultModal = popup({ key: 'quiz-result', placement: 'quiz', ...requested })

/**
 * VID-2: its dialog is part of the video section (sections/video.section.tsx) and opens without
 * script.
 */
export const videoOverlay = popup({ key: 'video-overlay', ...requested })
