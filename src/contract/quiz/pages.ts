import { questionKeys, type Answers, type QuestionKey, type QuizCopy } from './quiz.ts'
import { originFields, type Origin } from '#contract/people/waitlist.ts'

/**
 * The quiz's pages without script. The answers so far are in the query, so Back and a reload keep
 * them.
 */
export const quizPaths = { result: '/quiz/result', save: '/quiz/save' } as const

/** The save form's field for the idempotency key. */
export const keyField = 'key'

/**
 * QUIZ-9: the field for the token of one of the person's links, where the quiz was opened from
 * their own page; the JSON call has it beside the other values of its header.
 */
export const proofField = 'proof'

export const questionPath = (question: QuestionKey): string =>
  `/quiz/${questionKeys.indexOf(question) + 1}`

export function pathAfter(question: QuestionKey): string {
  const next = questionKeys[questionKeys.indexOf(question) + 1]
  return next ? questionPath(next) : quizPaths.result
}

export const questionBefore = (question: QuestionKey): QuestionKey | null =>
  questionKeys[questionKeys.indexOf(question) - 1] ?? null

/** The fields that every page of the quiz passes on to the next. */
export const queryOf = (
  answers: Partial<Answers>,
  origin: Origin,
  proof = '',
): Record<string, string> => ({
  ...answers,
  ...originFields(origin),
  ...(proof && { [proofField]: proof }),
})

export const pathWith = (path: string, fields: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The sent answers that are an option of their question. */
export const knownAnswers = (
  { questions }: Pick<QuizCopy, 'questions'>,
  given: Readonly<Record<string, unknown>>,
): Partial<Answers> =>
  Object.fromEntries(
    questions
      .filter(({ id, options }) => options.some((option) => option.id === given[id]))
      .map(({ id }) => [id, given[id]]),
  )

/** The first question without an answer, or null. */
export const firstUnanswered = (answers: Partial<Answers>): QuestionKey | null =>
  questionKeys.find((key) => answers[key] === undefined) ?? null
