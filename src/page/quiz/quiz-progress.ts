import type { Answers, Question, QuestionKey, QuizCopy } from '#contract/quiz/quiz.ts'
import { firstUnanswered, knownAnswers, questionAfter } from '#contract/quiz/pages.ts'

/**
 * The visitor's answers so far. `key` is drawn with the result and sent with it (QUIZ-10); `saved`
 * marks a result that was saved. A changed answer discards both.
 */
export type QuizProgress = { answers: Partial<Answers>; key: string | null; saved?: true }

/** The shown step: a question or the result. */
export type Step = QuestionKey | 'result'

export const initialProgress: QuizProgress = { answers: {}, key: null }

export const withAnswer = (
  run: QuizProgress,
  question: QuestionKey,
  option: string,
): QuizProgress =>
  run.answers[question] === option
    ? run
    : { answers: { ...run.answers, [question]: option }, key: null }

export const withKey = (
  questions: readonly Question[],
  run: QuizProgress,
  drawKey: () => string,
): QuizProgress =>
  run.key !== null || stepOf(questions, run) !== 'result' ? run : { ...run, key: drawKey() }

/** The first question without an answer, or the result. */
export const stepOf = (questions: readonly Question[], { answers }: QuizProgress): Step =>
  firstUnanswered(questions, answers) ?? 'result'

/** The next question, answered or not; after the last one, the first that is unanswered. */
export const stepAfter = (
  questions: readonly Question[],
  question: QuestionKey,
  run: QuizProgress,
): Step => questionAfter(questions, question) ?? stepOf(questions, run)

/** Reads what was stored for the visit. Anything else counts as a quiz that was not started. */
export function parseProgress(
  quiz: Pick<QuizCopy, 'questions'>,
  kept: string | null,
): QuizProgress {
  try {
    const { answers, key, saved } = JSON.parse(kept ?? '{}') as Record<string, unknown>
    const run = {
      answers: knownAnswers(quiz, Object(answers) as Record<string, unknown>),
      key: null,
    }
    if (stepOf(quiz.questions, run) !== 'result' || typeof key !== 'string' || !isKey(key))
      return run
    return { ...run, key, ...(saved === true && { saved }) }
  } catch {
    return initialProgress
  }
}

/** 16 random bytes, in hex. */
export const hexKey = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const isKey = (text: string) => /^[\da-f]{32}$/.test(text)

/**
 * The idempotency key of a save: the quiz's key with a hash of the address. A repeated save for one
 * address is the same save; a save for another address is a new one.
 */
export function saveKeyFor(key: string, email: string): string {
  const sum = [...email.trim().toLowerCase()].reduce(
    (sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193),
    0x811c9dc5,
  )
  return `${key}-${(sum >>> 0).toString(16)}`
}
