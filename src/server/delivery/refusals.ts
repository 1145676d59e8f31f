import { randomUUID } from 'node:crypto'
import { dayMs, hourMs } from '#contract/time.ts'
import { budgetDomain } from '#server/outbox/budget-domain.ts'

/** A domain whose answer about our account was none: mail to another domain was accepted. */
export type FalseAlarm = { domain: string; at: number }

const manyFalseAlarms = 3

/**
 * Whether an answer about our account from this domain may hold the queue. A domain with a false
 * alarm may not for a day; after three false alarms within an hour only those that count may, for a
 * day after the third. `counts`: see `Answered`.
 */
export function mayHold(
  falseAlarms: readonly FalseAlarm[],
  domain: string,
  counts: boolean,
  now: number,
): boolean {
  const known = recent(falseAlarms, now)
  const isOfLastDay = ({ at }: FalseAlarm) => at > now - dayMs
  if (known.some((alarm) => isOfLastDay(alarm) && alarm.domain === budgetDomain(domain)))
    return false
  const endsFlood = (alarm: FalseAlarm, index: number) =>
    isOfLastDay(alarm) && alarm.at - (known[index - manyFalseAlarms + 1]?.at ?? -Infinity) <= hourMs
  return counts || !known.some(endsFlood)
}

export const withFalseAlarm = (
  falseAlarms: readonly FalseAlarm[],
  domain: string,
  now: number,
): FalseAlarm[] => [...recent(falseAlarms, now), { domain: budgetDomain(domain), at: now }]

/**
 * Those of the last day, and of the hour before it, which may have begun a flood. A time in the future
 * was written by a clock that was ahead.
 */
const recent = (falseAlarms: readonly FalseAlarm[], now: number) =>
  falseAlarms
    .filter(({ at }) => at <= now && at > now - dayMs - hourMs)
    .toSorted((a, b) => a.at - b.at)

/**
 * Refusals with one answer (code and status) since the last accepted mail. `id` is the same for all
 * answers in that time. `domains`: those that count and gave the answer in a row.
 */
export type Series = { id: string; answer: string; domains: readonly string[] }

/** So many domains in a row pause the queue. */
const manyDomains = 3

type Refused = { mail: { domain: string }; counts: boolean; answer: string }

/**
 * The series after one more refusal. Another answer from a domain that counts begins the row anew. An
 * answer that does not count ends no row: anybody can own a domain. `name`: of the mails that got
 * this answer since the last accepted mail.
 */
export function seriesAfter(
  series: Series | null,
  { mail, counts, answer }: Refused,
): { series: Series; name: string; isFull: boolean } {
  const before = series ?? { id: randomUUID(), answer, domains: [] }
  const name = `${before.id} ${answer}`
  if (!counts) return { series: before, name, isFull: false }
  const sofar = before.answer === answer ? before.domains : []
  const domain = budgetDomain(mail.domain)
  if (before.answer === answer && sofar.includes(domain))
    return { series: before, name, isFull: false }
  const domains = [...sofar, domain]
  return { series: { ...before, answer, domains }, name, isFull: domains.length >= manyDomains }
}
