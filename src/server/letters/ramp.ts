import type { LetterPlan, Ramp } from '#contract/letters/letters.ts'
import { hourMs } from '#contract/time.ts'
import { hourlyBudget, type Budget } from '#server/limits/budgets.ts'
import { otherProviders } from '#server/outbox/large-providers.ts'

/** `mails` that have left by a time; of a plan, or counted. */
export type CurvePoint = { at: number; mails: number }

/** `sendingMs` and `sendingSince` of a letter: how long it was being sent. */
type SendingClock = { sendingMs: number; sendingSince: number | null }

/** How long a letter was being sent (ms): pauses do not count. */
export const timeOfSending = ({ sendingMs, sendingSince }: SendingClock, now: number): number =>
  sendingMs + (sendingSince === null ? 0 : Math.max(0, now - sendingSince))

/** LETTER-3: the most mails in the hour of sending that contains `sendingMs`. */
export const rateAt = ({ firstHour, growth }: Ramp, sendingMs: number, most: number): number =>
  Math.min(most, Math.floor(firstHour * growth ** Math.floor(sendingMs / hourMs)))

/** A tenth of the hour's mails at once and the rest spread over the hour. */
export const budgetAt = (ramp: Ramp, sendingMs: number, mailsPerHour: number): Budget =>
  hourlyBudget(rateAt(ramp, sendingMs, mailsPerHour), 0.1)

/** The ramp of a provider's mails in a letter; null if only the letter's ramp limits them. */
export const rampOf = (provider: string, { perProvider }: LetterPlan): Ramp | null =>
  provider === otherProviders ? null : perProvider

export type MailsByProvider = ReadonlyMap<string, number>
type CurveTerms = { plan: LetterPlan; mailsPerHour: number }
/** `afterMs`: time of sending; `mails`: how many have left by then. */
type PlannedPoint = { afterMs: number; mails: number }

const mostPoints = 48

/**
 * The plan of a letter from its start until its last mail leaves, if nothing else uses
 * MAILS_PER_HOUR: one point an hour, or fewer where it takes longer than two days. Each large
 * provider's mails follow their own ramp, within that of the letter.
 */
export function planCurve(mails: MailsByProvider, terms: CurveTerms): PlannedPoint[] {
  const endMs = sendingLeft(mails, 0, terms)
  const stepMs = Math.ceil(endMs / hourMs / mostPoints) * hourMs
  const points: PlannedPoint[] = [{ afterMs: 0, mails: 0 }]
  for (let afterMs = stepMs; afterMs < endMs; afterMs += stepMs)
    points.push({ afterMs, mails: leftBy(mails, afterMs, terms) })
  if (endMs > 0) points.push({ afterMs: endMs, mails: sum(mails.values()) })
  return points
}

/**
 * How much longer a letter that was sent for `sendingMs` is being sent (ms). `waiting`: its mails
 * that have not left.
 */
export function sendingLeft(
  waiting: MailsByProvider,
  sendingMs: number,
  { plan, mailsPerHour }: CurveTerms,
): number {
  const timeFor = (ramp: Ramp, mails: number) => timeToLeave(ramp, mails, sendingMs, mailsPerHour)
  const ofProviders = [...waiting].map(([provider, mails]) => {
    const ramp = rampOf(provider, plan)
    return ramp ? timeFor(ramp, mails) : 0
  })
  return Math.ceil(Math.max(timeFor(plan, sum(waiting.values())), ...ofProviders))
}

function leftBy(mails: MailsByProvider, ms: number, { plan, mailsPerHour }: CurveTerms): number {
  const allowed = (ramp: Ramp) => allowedBy(ramp, ms, mailsPerHour)
  const ofProviders = [...mails].map(([provider, count]) => {
    const ramp = rampOf(provider, plan)
    return ramp ? Math.min(count, allowed(ramp)) : count
  })
  return Math.floor(Math.min(allowed(plan), sum(ofProviders)))
}

/** How many mails a ramp lets leave in the first `ms` of sending, at most. */
function allowedBy(ramp: Ramp, ms: number, mailsPerHour: number): number {
  let mails = 0
  for (let from = 0; from < ms;) {
    const until = Math.min(ms, endOfRate(ramp, from, mailsPerHour))
    mails += (rateAt(ramp, from, mailsPerHour) * (until - from)) / hourMs
    from = until
  }
  return mails
}

/** The time that a ramp needs for `mails` from `sendingMs` on (ms). */
function timeToLeave(ramp: Ramp, mails: number, sendingMs: number, mailsPerHour: number): number {
  for (let from = sendingMs, left = mails; ;) {
    const rate = rateAt(ramp, from, mailsPerHour)
    const until = endOfRate(ramp, from, mailsPerHour)
    const allowed = (rate * (until - from)) / hourMs
    if (left <= allowed) return from - sendingMs + (left / rate) * hourMs
    left -= allowed
    from = until
  }
}

/** When the rate changes next (ms of sending). */
const endOfRate = (ramp: Ramp, sendingMs: number, mailsPerHour: number): number =>
  rateAt(ramp, sendingMs, mailsPerHour) >= mailsPerHour || ramp.growth === 1
    ? Infinity
    : (Math.floor(sendingMs / hourMs) + 1) * hourMs

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)

/** `fromMs`: when it began; `sentUntilMs`: when it was paused or ended; `endMs`: the curve's end. */
type Span = { fromMs: number; sentUntilMs: number; endMs: number }

/**
 * LETTER-4: the mails that have left, by the hour; `hour` is when it begins (ms). Flat in hours
 * without any and after `sentUntilMs`.
 */
export function sentCurve(
  hours: readonly { hour: number; sent: number }[],
  { fromMs, sentUntilMs, endMs }: Span,
): CurvePoint[] {
  const points: CurvePoint[] = [{ at: fromMs, mails: 0 }]
  let mails = 0
  for (const { hour, sent } of hours) {
    const last = points.at(-1)!.at
    if (hour > last) points.push({ at: hour, mails })
    mails += sent
    const until = hour <= sentUntilMs ? Math.min(hour + hourMs, sentUntilMs) : endMs
    points.push({ at: Math.max(last, until), mails })
  }
  if (points.at(-1)!.at < endMs) points.push({ at: endMs, mails })
  return points
}
