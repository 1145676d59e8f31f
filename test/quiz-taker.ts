import { campaign } from '#campaign'
import { inLanguages } from '#campaign/in-languages.ts'
import { formMetaHeader, paths } from '#contract/api.ts'
import { prefixOf, type Language } from '#contract/campaign/languages.ts'
import {
  resultOf,
  typesOf,
  withTexts,
  type PerformanceType,
  type QuizResult,
} from '#contract/quiz/quiz.ts'
import { keyField, quizPaths, resultField } from '#contract/quiz/pages.ts'
import {
  encodeFormMeta,
  fieldNames,
  originFields,
  type FormMeta,
} from '#contract/people/waitlist.ts'
import { visitorMeta } from './visitor.ts'

const quizIn = (language: Language) => inLanguages[language]!.campaign.quiz!
const quiz = campaign.quiz!
/** LANG-4: the language in which `fuel` shows a result first, and the quiz in it. */
export const firstLanguage = quiz.resultFirst!
export const firstQuiz = quizIn(firstLanguage)

/** The keys of the quiz of `fuel`. */
export const questionKeys = quiz.questions.map(({ id }) => id)
export const performanceTypes = typesOf(quiz)

const choices: Record<PerformanceType, readonly string[]> = {
  focus: ['first-hours', 'hardly-anything', 'one-thing', 'blocks-in-the-week'],
  energy: ['all-day', 'sitting-still', 'move-first', 'body-first'],
  stress: ['quiet-evening', 'other-peoples-rush', 'breathe-and-cut', 'every-day-a-little'],
  motivation: ['big-days', 'no-point', 'switch-on', 'eyes-on-the-prize'],
}

/** The result of somebody who answers as people of this type do, as they read it. */
export const resultFor = (
  type: PerformanceType,
  language: Language = firstLanguage,
): QuizResult => {
  const answers = questionKeys.map((key, index) => [key, choices[type]![index]!])
  return withTexts(resultOf(quiz, Object.fromEntries(answers))!, quizIn(language))
}

/** QUIZ-6: what is sent to be saved. */
export const recordFor = (
  email: string,
  type: PerformanceType = 'focus',
  language: Language = firstLanguage,
) => ({ email, ...resultFor(type, language) })

export type Saving = Partial<FormMeta> & {
  headers?: Record<string, string>
  query?: string
  type?: PerformanceType
  body?: unknown
}

const quizMeta = { ...visitorMeta, placement: 'quiz', consent: '2026-11-nl' }

/** The result dialog with its script: CALL-2, asking for the row. */
export function saveByCall(
  url: string,
  email: string,
  {
    headers = {},
    query = '?select=*',
    type = 'focus',
    body = recordFor(email, type),
    ...meta
  }: Saving = {},
): Promise<Response> {
  return fetch(url + paths.quizResults + query, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': 'application/json',
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'return=representation',
      'sec-fetch-site': 'same-origin',
      [formMetaHeader]: encodeFormMeta({ ...quizMeta, ...meta }),
      ...headers,
    },
  })
}

/**
 * The form under the result, without script, on the page in a language. `read`: what its field says
 * of the language of the result.
 */
export function saveByForm(
  url: string,
  email: string,
  {
    headers = {},
    type = 'focus',
    key = 'k'.repeat(22),
    language = campaign.language,
    read,
    ...meta
  }: Pick<Saving, 'headers' | 'type' | keyof FormMeta> & { read?: string } = {},
): Promise<Response> {
  const all = { ...quizMeta, ...meta }
  const { languages } = campaign
  return fetch(url + prefixOf({ language, languages }) + quizPaths.save, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({
      ...resultFor(type).answers,
      [keyField]: key,
      [fieldNames.email]: email,
      [fieldNames.token]: all.token,
      [fieldNames.trap]: all.trap,
      [fieldNames.placement]: all.placement,
      [fieldNames.consent]: all.consent,
      ...(read !== undefined && { [resultField]: read }),
      ...originFields(all),
    }),
  })
}

/** The id of a result that has just been saved. */
export const savedId = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { id: string }).id

/** CALL-3: starts the mail sequence of a saved result. */
export const triggerByCall = (
  url: string,
  email: string,
  quiz_result_id: string,
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(url + paths.emailSequence, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify({
      email,
      performance_type: 'focus',
      quiz_result_id,
      result_data: resultFor('focus').result_data,
      ...body,
    }),
  })
