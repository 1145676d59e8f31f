import { popup } from './popup-entry.ts'

/** HERO-7: both stand beside the invitation (quiz/quiz-dialog.island.tsx), which asks for them. */
export const quizModal = popup({ key: 'quiz-modal', askedBy: 'visitor', dismissal: 'passes' })
export const quizResultModal = popup({
  key: 'quiz-result',
  askedBy: 'visitor',
  dismissal: 'passes',
})
