import { questionKeys, type Answers, type QuestionKey, type QuizCopy } from './quiz.ts'
import { originFields, type Origin } from './waitlist.ts'

/** Where the quiz stands without script. The answers given so far travel in the query, so that Back and a reload lose none. */
export const quizPaths = { result: '/quiz/result', save: '/quiz/save' } as const

/** Names of the save form's fields beside the sign-up's own and the answers. */
export const keyField = 'key'

export const questionPath = (question: QuestionKey): string =>
  `/quiz/${questionKeys.indexOf(question) + 1}`

/** The page to which the form of this question leads. */
export function pathAfter(question: QuestionKey): string {
  const next = questionKeys[questionKeys.indexOf(question) + 1]
  return next ? questionPath(next) : quizPaths.result
}

/** Null before the first. */
export const questionBefore = (question: QuestionKey): QuestionKey | null =>
  questionKeys[questionKeys.indexOf(question) - 1] ?? null

/** What goes along from page to page. */
export const carriedBy = (answers: Partial<Answers>, origin: Origin): Record<string, string> => ({
  ...answers,
  ...originFields(origin),
})

export const pathWith = (path: string, fields: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Of whatever was sent, the answers that are an option of their question. */
export const knownAnswers = (
  { questions }: Pick<QuizCopy, 'questions'>,
  given: Readonly<Record<string, unknown>>,
): Partial<Answers> =>
  Object.fromEntries(
    questions
      .filter(({ id, options }) => options.some((option) => option.id === given[id]))
      .map(({ id }) => [id, given[id]]),
  )

/** Null where all are answered. */
export const firstUnanswered = (answers: Partial<Answers>): QuestionKey | null =>
  questionKeys.find((key) => answers[key] === undefined) ?? null
