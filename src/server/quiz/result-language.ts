import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { withTexts, type QuizResult } from '#contract/quiz/quiz.ts'

/**
 * LANG-4: a result is read in the language that the campaign shows first, or in that of its page,
 * which the page offers beside it. `chosen`: as the request names it.
 */
export const resultLanguage = (page: Language, chosen?: unknown): Language =>
  chosen === page ? page : (campaign.quiz?.resultFirst ?? page)

/** The language whose texts a call sends; with any other texts, the one that is shown first. */
export function languageSent(sent: QuizResult, page: Language): Language {
  const { result_data: texts } = readIn(page, sent)
  const isRead = Object.entries(texts).every(
    ([name, text]) => sent.result_data[name as keyof typeof texts] === text,
  )
  return resultLanguage(page, isRead && page)
}

/** QUIZ-6: a result with the texts that are read in a language, which are saved. */
export function readIn(language: Language, result: QuizResult): QuizResult {
  const { quiz } = inLanguages[language]!.campaign
  return quiz ? withTexts(result, quiz) : result
}
