import type { Answers, Question, QuestionKey, QuizCopy } from './quiz.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { fieldNames, originFields, type Origin } from '#contract/people/waitlist.ts'

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

/** LANG-4: the field for the language in which a result is read, where it is not the one shown first. */
export const resultField = 'in'

/** Names that no question can have: those of other fields, and of the page behind the questions. */
export const takenNames: readonly string[] = [
  ...Object.values(fieldNames),
  keyField,
  proofField,
  resultField,
  'result',
]

type Questions = readonly Question[]

/** The questions have the pages 1, 2, 3 and so on, in their order. */
export const firstQuestionPath = '/quiz/1'
export const questionPaths = (questions: Questions): string[] =>
  questions.map((_, at) => `/quiz/${at + 1}`)

export const positionOf = (questions: Questions, question: QuestionKey): number =>
  questions.findIndex(({ id }) => id === question)

export const questionPath = (questions: Questions, question: QuestionKey): string =>
  `/quiz/${positionOf(questions, question) + 1}`

export function pathAfter(questions: Questions, question: QuestionKey): string {
  const next = questionAfter(questions, question)
  return next === null ? quizPaths.result : questionPath(questions, next)
}

export const questionAfter = (questions: Questions, question: QuestionKey): QuestionKey | null =>
  questions[positionOf(questions, question) + 1]?.id ?? null

export const questionBefore = (questions: Questions, question: QuestionKey): QuestionKey | null =>
  questions[positionOf(questions, question) - 1]?.id ?? null

/**
 * What every page of the quiz passes on to the next, in a query or in a form. `resultIn`: see
 * `resultField`.
 */
export type Passed = {
  answers: Partial<Answers>
  origin: Origin
  proof?: string
  resultIn?: Language
}

export const queryOf = ({ answers, origin, proof, resultIn }: Passed): Record<string, string> => ({
  ...answers,
  ...originFields(origin),
  ...(proof && { [proofField]: proof }),
  ...(resultIn && { [resultField]: resultIn }),
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
    questions.flatMap(({ id, options }) => {
      const chosen = options.find((option) => option.id === given[id])
      return chosen ? [[id, chosen.id]] : []
    }),
  )

/** The first question without an answer, or null. */
export const firstUnanswered = (
  questions: Questions,
  answers: Partial<Answers>,
): QuestionKey | null => questions.find(({ id }) => answers[id] === undefined)?.id ?? null
