import { consents, firstResult, language, quiz, quizFormFromElsewhere, quizResult } from '#campaign'
import type { ResultTexts } from '#campaign/compose.ts'
import { resultField } from '#contract/quiz/pages.ts'
import type { QuizCopy } from '#contract/quiz/quiz.ts'

const ofPage: ResultTexts = {
  ofQuiz: quiz,
  words: quizResult,
  fromElsewhere: quizFormFromElsewhere,
  consent: consents[0],
}

/** LANG-4: the languages in which a result can be read: that of the page, and another before it. */
export const results: readonly [ResultTexts, ...ResultTexts[]] = firstResult
  ? [firstResult, ofPage]
  : [ofPage]

/** The language that is offered beside a result, if there is one. */
export const otherThan = (shown: ResultTexts): ResultTexts | undefined =>
  results.find((one) => one !== shown)

export const tagOf = ({ lang = language }: ResultTexts): string => lang

/** The texts in the language with this tag; any other tag is answered in the first. */
export const textsIn = (tag: string | undefined): ResultTexts =>
  results.find((one) => tagOf(one) === tag) ?? results[0]

/** The quiz with the texts that its result needs. */
export const quizOf = ({ ofQuiz }: ResultTexts): QuizCopy => ({
  ...quiz,
  typeNameLang: undefined,
  ...ofQuiz,
})

/** On pages without script: the language of the result, where it is not the one shown first. */
export const queryIn = (texts: ResultTexts): Record<string, string> =>
  texts === results[0] ? {} : { [resultField]: tagOf(texts) }
