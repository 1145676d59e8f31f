import { questionKeys, type Answers, type QuestionKey, type QuizCopy } from '#contract/quiz.ts'
import { firstUnanswered, knownAnswers } from '#contract/quiz-pages.ts'

/** One visitor's way through the quiz. `key` is drawn when its result is shown, and goes with it (QUIZ-10): other answers, another key. */
export type Run = { answers: Partial<Answers>; key: string | null }

/** What stands: a question, or what they all come to. */
export type Step = QuestionKey | 'result'

export const runAtStart: Run = { answers: {}, key: null }

/** QUIZ-2: the answer is recorded. */
export const answered = (run: Run, question: QuestionKey, option: string): Run =>
  run.answers[question] === option
    ? run
    : { answers: { ...run.answers, [question]: option }, key: null }

/** The result is there, and its key. */
export const completed = (run: Run, drawKey: () => string): Run =>
  run.key !== null || stepOf(run) !== 'result' ? run : { ...run, key: drawKey() }

/** Where the quiz goes on: at the first question without an answer. */
export const stepOf = ({ answers }: Run): Step => firstUnanswered(answers) ?? 'result'

/** The next question, answered already or not; after the last, what is left. */
export const stepAfter = (question: QuestionKey, run: Run): Step =>
  questionKeys[questionKeys.indexOf(question) + 1] ?? stepOf(run)

/** What was kept for the visit; whatever else stands there is as good as nothing. */
export function readRun(quiz: Pick<QuizCopy, 'questions'>, kept: string | null): Run {
  try {
    const { answers, key } = JSON.parse(kept ?? '{}') as Record<string, unknown>
    const run = {
      answers: knownAnswers(quiz, Object(answers) as Record<string, unknown>),
      key: null,
    }
    return stepOf(run) === 'result' && typeof key === 'string' && isKey(key) ? { ...run, key } : run
  } catch {
    return runAtStart
  }
}

/** 16 random bytes, in hex. */
export const keyOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const isKey = (text: string) => /^[\da-f]{32}$/.test(text)

/** A save for another address is another save: the address goes into what is sent, so that none is refused, and a second try is the same. */
export function keyFor(key: string, email: string): string {
  const sum = [...email.trim().toLowerCase()].reduce(
    (sum, letter) => Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193),
    0x811c9dc5,
  )
  return `${key}-${(sum >>> 0).toString(16)}`
}
