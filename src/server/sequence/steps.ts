import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { SequenceCopy, SequenceStep, StopRule } from '#contract/quiz/sequence.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import { operatorMs } from '#contract/promises/operator-times.ts'
import { dayMs, minuteMs } from '#contract/time.ts'
import { zoneClock } from '#server/counts/zone-clock.ts'

const monthMs = 30 * dayMs
/** A step that is later than this waits until the operator releases it. */
export const stepOverdueMs = operatorMs('lateStep')
/** The most first mails to one address in a month. Strangers can post any address. */
const mostFirstMails = 3

/** How far a person is in the sequence. Times in ms since 1970. */
export type Progress = {
  /** name and `afterDays` of the last step whose mail arrived; null before the first */
  step: string | null
  stepDays: number | null
  /** when the first and the last mail arrived */
  firstAt: number | null
  lastAt: number | null
  /** when to plan the next step; null while a mail is queued or a confirmation is missing */
  dueAt: number | null
  /** when the last three first mails were queued, without those cancelled before they left */
  firstMailsAt: readonly number[]
}

export const newProgress: Progress = {
  step: null,
  stepDays: null,
  firstAt: null,
  lastAt: null,
  dueAt: null,
  firstMailsAt: [],
}

/** `active`: the person has a sequence that has not ended. */
type Participant = {
  state: PersonState
  active: boolean
  /** of the result; one that the campaign no longer has gets no mail */
  type?: PerformanceType | null
  progress: Progress
}

export type NextAction =
  /** `at` may be in the past: mails that are very late wait for the operator */
  | { action: 'send'; step: SequenceStep; isFirst: boolean; at: number }
  | { action: 'wait'; for: 'confirmation' }
  | { action: 'stop'; rule: StopRule }
  | { action: 'finish' }
  | { action: 'nothing' }

/** The next step of a person. The planner and `npm run mail -- plan` both use this rule. */
export function nextAction(
  copy: SequenceCopy,
  { state, active, type, progress }: Participant,
  now: number,
): NextAction {
  if (!active) return { action: 'nothing' }
  const step = stepAfter(copy, progress)
  if (!step || (type && !Object.hasOwn(step.texts, type))) return { action: 'finish' }
  const rule = stopRuleFor(step, state, copy.closed)
  if (rule) return { action: 'stop', rule }
  if (state !== 'confirmed') return { action: 'wait', for: 'confirmation' }
  const isFirst = progress.step === null
  return { action: 'send', step, isFirst, at: sendTime(copy, step, progress, now) }
}

/**
 * The step after the last one that arrived, by name, so steps can change while people are between
 * them. If that step was removed, it is the first one with a later day.
 */
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

/**
 * The rule that stops a step. A silenced address stops every step. Leaving has stopped the sequence
 * already: a person with an active sequence who is `unsubscribed` took the quiz again and has not
 * confirmed yet.
 */
function stopRuleFor(step: SequenceStep, state: PersonState, closed: boolean): StopRule | null {
  if (isSilenced(state)) return 'suppressed'
  return closed && step.stops.includes('closed') ? 'closed' : null
}

/**
 * The first mail leaves at once, since the person asked for it. The others leave on their day, at
 * least a day after the one before, and not in quiet hours.
 */
function sendTime(
  copy: SequenceCopy,
  step: SequenceStep,
  { firstAt, lastAt, dueAt, firstMailsAt }: Progress,
  now: number,
): number {
  if (firstAt === null) return Math.max(dueAt ?? now, firstMailAllowedAt(firstMailsAt))
  return afterQuiet(Math.max(firstAt + step.afterDays * dayMs, (lastAt ?? firstAt) + dayMs), copy)
}

/** One first mail in 24 hours and three in 30 days. */
export function firstMailAllowedAt(firstMailsAt: readonly number[]): number {
  const [last, oldest] = [firstMailsAt.at(-1), firstMailsAt.at(-mostFirstMails)]
  return Math.max(
    last === undefined ? 0 : last + dayMs,
    oldest === undefined ? 0 : oldest + monthMs,
  )
}

/** Adds the time of a first mail and keeps the last three, which are all that the limit needs. */
export const withFirstMail = (firstMailsAt: readonly number[], now: number): number[] =>
  [...firstMailsAt, now].slice(-mostFirstMails)

/**
 * Whether a newer quiz result restarts the sequence. Otherwise it only changes the texts of the
 * mails to come. `hasMail`: a mail of the sequence is queued.
 */
export function restartsSequence(
  copy: SequenceCopy,
  progress: Progress,
  hasMail: boolean,
  now: number,
): boolean {
  if (progress.step === null) return !hasMail
  return (
    firstMailAllowedAt(progress.firstMailsAt) <= now &&
    (stepAfter(copy, progress)?.stops.includes('replaced') ?? true)
  )
}

/** The progress after a mail has arrived. The next step is planned right away. */
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

/** `end` says why no step follows; `later` is one after the forecast's end. */
export type Forecast = {
  steps: { name: string; at: number }[]
  end: NextAction | { action: 'wait'; for: 'operator' | 'later' }
}

/** The steps that a person gets until `until`, if each mail leaves as early as it may. */
export function forecast(
  copy: SequenceCopy,
  person: Participant,
  now: number,
  until: number,
): Forecast {
  const steps: Forecast['steps'] = []
  for (let { progress } = person; ;) {
    const next = nextAction(copy, { ...person, progress }, now)
    if (next.action !== 'send') return { steps, end: next }
    if (next.at < now - stepOverdueMs) return { steps, end: { action: 'wait', for: 'operator' } }
    const at = earliestDeparture(copy, next.at, next.isFirst, now)
    if (at > until) return { steps, end: { action: 'wait', for: 'later' } }
    steps.push({ name: next.step.name, at })
    progress = afterMail(progress, next.step, at)
  }
}

/** The earliest time at which a mail leaves that is due at `at`. */
export const earliestDeparture = (
  copy: SequenceCopy,
  at: number,
  isFirst: boolean,
  now: number,
): number => (isFirst ? Math.max(at, now) : afterQuiet(Math.max(at, now), copy))

type Hours = Pick<SequenceCopy, 'timeZone' | 'quietHours'>

/** Every time zone's offset is a multiple of 15 minutes, so no hour begins in between. */
const quarterMs = 15 * minuteMs

/** `at` itself, or the end of the quiet hours that it lies in, in the campaign's time zone. */
export function afterQuiet(at: number, hours: Hours): number {
  let time = at
  while (isQuiet(time, hours)) time = (Math.floor(time / quarterMs) + 1) * quarterMs
  return time
}

/** Uses local time, including daylight saving time. */
export function isQuiet(at: number, { timeZone, quietHours: { from, to } }: Hours): boolean {
  const hour = zoneClock(timeZone).clockHourOf(at)
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
