import { questionKeys } from '#contract/quiz.ts'
import type { Step } from './run.ts'

/** What an entry of the browser's history holds while the quiz stands: its step, and those of the entries below it, down to the page's own. */
export type Trail = { step: Step; below: readonly Step[] }

const name = 'ascendQuiz'

export const stateOf = (trail: Trail) => ({ [name]: trail })

/** Null for an entry of the page's own, or of anybody else's. */
export function trailIn(state: unknown): Trail | null {
  const { step, below } = ((state as Record<string, unknown> | null)?.[name] ??
    {}) as Partial<Trail>
  return isStep(step) && Array.isArray(below) && below.every(isStep) ? { step, below } : null
}

export const begin = (step: Step): Trail => ({ step, below: [] })

export const onTo = ({ step, below }: Trail, next: Step): Trail => ({
  step: next,
  below: [...below, step],
})

/** To an earlier step by a control of the page: the browser's own way back where that leads there, else in place. */
export const backTo = (
  { below }: Trail,
  step: Step,
): { by: 'back' } | { by: 'place'; trail: Trail } =>
  below.at(-1) === step ? { by: 'back' } : { by: 'place', trail: { step, below } }

/** How many entries lie between this one and the page's own. */
export const depthOf = ({ below }: Trail): number => below.length + 1

const isStep = (step: unknown): step is Step =>
  step === 'result' || questionKeys.some((key) => key === step)
