import { quiz } from '#campaign'
import type { Step } from './quiz-progress.ts'

/**
 * The state of a browser history entry of the quiz: its step, and the steps of the entries below
 * it, down to the page's own entry.
 */
export type QuizHistory = { step: Step; below: readonly Step[] }

const name = 'ascendQuiz'

export const stateOf = (trail: QuizHistory) => ({ [name]: trail })

/** Null for an entry that the quiz did not add. */
export function historyIn(state: unknown): QuizHistory | null {
  const { step, below } = ((state as Record<string, unknown> | null)?.[name] ??
    {}) as Partial<QuizHistory>
  return isStep(step) && Array.isArray(below) && below.every(isStep) ? { step, below } : null
}

export const startHistory = (step: Step): QuizHistory => ({ step, below: [] })

export const pushStep = ({ step, below }: QuizHistory, next: Step): QuizHistory => ({
  step: next,
  below: [...below, step],
})

/**
 * How a control of the page returns to an earlier step: by the browser's Back if that leads there,
 * else by replacing the entry.
 */
export const stepBack = (
  { below }: QuizHistory,
  step: Step,
): { by: 'back' } | { by: 'place'; trail: QuizHistory } =>
  below.at(-1) === step ? { by: 'back' } : { by: 'place', trail: { step, below } }

/** How many entries back the page's own entry is. */
export const depthOf = ({ below }: QuizHistory): number => below.length + 1

const isStep = (step: unknown): step is Step =>
  step === 'result' || quiz.questions.some(({ id }) => id === step)
