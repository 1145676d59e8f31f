/** The result dialog is Dutch in the source. */
export { quizFormFromElsewhere, quizResult } from '../words/quiz-result.ts'
