import { quizResult as source } from '../words/quiz-result.ts'

export { quizFormFromElsewhere } from '../words/quiz-result.ts'

/** The result dialog is Dutch in the source, but for three words. */
export const quizResult: typeof source = {
  ...source,
  saved: 'Quiz voltooid! Je persoonlijke protocol gaat naar je e-mailadres.',
  failedTitle: 'Fout',
  failedTitleLang: 'nl',
}
