import type { SequenceCopy, SequenceStep, StopRule } from '#contract/sequence.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import { afterQuiet } from './quiet-hours.ts'

const dayMs = 24 * 3_600_000
const monthMs = 30 * dayMs
/** A step that is later than this goes by the operator's word alone. */
export const stepOverdueMs = 14 * dayMs
/** First mails to one address in a month: anybody can post anybody's address. */
const mostFirstMails = 3

/**
 * How far a person is. `step` and `stepDays` are name and `afterDays` of the last mail that arrived, `firstAt` and `lastAt` when the first and the
 * last did; `dueAt` when it is looked at next, null while a mail is under way or a confirmation is waited for; `firsts` when the last three first mails were queued, those apart that were cancelled before they left.
 */
export type Progress = {
  step: string | null
  stepDays: number | null
  firstAt: number | null
  lastAt: number | null
  dueAt: number | null
  firsts: readonly number[]
}

export const newProgress: Progress = {
  step: null,
  stepDays: null,
  firstAt: null,
  lastAt: null,
  dueAt: null,
  firsts: [],
}

/** `active`: this person has a sequence that is not ended. */
export type Standing = { state: PersonState; active: boolean; progress: Progress }

export type Next =
  /** `at` may lie before now: how late it is decides whether it still goes by itself */
  | { does: 'send'; step: SequenceStep; isFirst: boolean; at: number }
  | { does: 'wait'; for: 'confirmation' }
  | { does: 'stop'; rule: StopRule }
  | { does: 'finish' }
  | { does: 'nothing' }

/** What comes next for a person: the one rule by which mails are queued and `npm run mail -- plan` tells the future. */
export function nextFor(
  copy: SequenceCopy,
  { state, active, progress }: Standing,
  now: number,
): Next {
  if (!active) return { does: 'nothing' }
  const step = stepAfter(copy, progress)
  if (!step) return { does: 'finish' }
  const rule = stopOf(step, state, copy.closed)
  if (rule) return { does: 'stop', rule }
  if (state !== 'confirmed') return { does: 'wait', for: 'confirmation' }
  return {
    does: 'send',
    step,
    isFirst: progress.step === null,
    at: momentOf(copy, step, progress, now),
  }
}

/** By name, so that steps may be changed while people are between them; after a step that is gone comes the first that lies later. */
export function stepAfter(
  { steps }: SequenceCopy,
  { step, stepDays }: Pick<Progress, 'step' | 'stepDays'>,
): SequenceStep | null {
  if (step === null) return steps[0] ?? null
  const index = steps.findIndex(({ name }) => name === step)
  return (
    (index >= 0 ? steps[index + 1] : steps.find(({ afterDays }) => afterDays > (stepDays ?? 0))) ??
    null
  )
}

/** Who left has stopped already: `unsubscribed` here is somebody who asked anew and has yet to confirm. A silenced address stops whatever the step says. */
function stopOf(step: SequenceStep, state: PersonState, closed: boolean): StopRule | null {
  if (isSilenced(state)) return 'suppressed'
  return closed && step.stops.includes('closed') ? 'closed' : null
}

/** The first mail was asked for and comes at once; the others on their day, never two in one day, and not in quiet hours. */
function momentOf(
  copy: SequenceCopy,
  step: SequenceStep,
  { firstAt, lastAt, dueAt, firsts }: Progress,
  now: number,
): number {
  if (firstAt === null) return Math.max(dueAt ?? now, firstMailAllowedAt(firsts))
  return afterQuiet(Math.max(firstAt + step.afterDays * dayMs, (lastAt ?? firstAt) + dayMs), copy)
}

/** One first mail in 24 hours and three in 30 days, whoever asks. */
export function firstMailAllowedAt(firsts: readonly number[]): number {
  const [last, oldest] = [firsts.at(-1), firsts.at(-mostFirstMails)]
  return Math.max(
    last === undefined ? 0 : last + dayMs,
    oldest === undefined ? 0 : oldest + monthMs,
  )
}

/** The last three are all that the limit looks at. */
export const withFirstMail = (firsts: readonly number[], now: number): number[] =>
  [...firsts, now].slice(-mostFirstMails)

/** Whether a newer result begins a new sequence, or only changes the texts of the one that runs. `waiting`: a mail of it is queued. */
export function restartsSequence(
  copy: SequenceCopy,
  progress: Progress,
  waiting: boolean,
  now: number,
): boolean {
  if (progress.step === null) return !waiting
  return (
    firstMailAllowedAt(progress.firsts) <= now &&
    (stepAfter(copy, progress)?.stops.includes('replaced') ?? true)
  )
}

/** A mail has arrived; when the next one is due is asked anew. */
export const afterMail = (
  progress: Progress,
  step: { name: string; afterDays: number },
  now: number,
): Progress => ({
  ...progress,
  step: step.name,
  stepDays: step.afterDays,
  firstAt: progress.firstAt ?? now,
  lastAt: now,
  dueAt: now,
})

export type Forecast = {
  steps: { name: string; at: number }[]
  end: Next | { does: 'wait'; for: 'the word' | 'later' }
}

/** What a person gets until `until`, each mail as soon as it may go. */
export function forecast(
  copy: SequenceCopy,
  standing: Standing,
  now: number,
  until: number,
): Forecast {
  const steps: Forecast['steps'] = []
  for (let { progress } = standing; ;) {
    const next = nextFor(copy, { ...standing, progress }, now)
    if (next.does !== 'send') return { steps, end: next }
    if (next.at < now - stepOverdueMs) return { steps, end: { does: 'wait', for: 'the word' } }
    const at = leavesAt(copy, next.at, next.isFirst, now)
    if (at > until) return { steps, end: { does: 'wait', for: 'later' } }
    steps.push({ name: next.step.name, at })
    progress = afterMail(progress, next.step, at)
  }
}

/** When a mail that was due at `at` leaves at the earliest. */
export const leavesAt = (copy: SequenceCopy, at: number, isFirst: boolean, now: number): number =>
  isFirst ? Math.max(at, now) : afterQuiet(Math.max(at, now), copy)
