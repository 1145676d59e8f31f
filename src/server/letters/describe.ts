import { peopleText } from '#contract/counted.ts'
import { grouped } from '#contract/figures.ts'
import { letterOutcomes, type LetterCounts, type LetterProblem } from '#contract/letters.ts'
import { mainLang } from '#contract/mails.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { zoneClock } from '#server/counts/zone-clock.ts'
import { mayHaveIt } from './counts.ts'
import { actsFrom, type Act, type PausedBy } from './states.ts'
import type { Letter, ListedLetter, StoppedLetter } from './letter.ts'
import { maskTexts } from '#contract/mask-address.ts'
import type { ActToLog } from '#server/acts/action-log.ts'
import type { Pressed } from './send.ts'
import type { Log } from '#server/config/log.ts'
import type { LetterStop } from './outcomes.ts'

/** One line of `npm run letters -- list`. */
export const listLine = ({ id, state, subject, savedAt }: ListedLetter, timeZone: string) =>
  `${id}  ${state.padEnd(9)}  ${describeTime(savedAt, timeZone)}  ${subject}`

/** The lines of `npm run letters -- show`. */
export function describeLetter(letter: Letter, counts: LetterCounts, timeZone: string): string[] {
  const { text, audience, state, plannedAt, counted, pausedBy } = letter
  const at = plannedAt === null ? '' : describeTime(plannedAt, timeZone)
  const paused = state === 'paused' ? ` (${pausedReasons[pausedBy ?? 'operator']})` : ''
  const facts: [name: string, value: string][] = [
    ['subject', text.subject],
    ['preview', text.preview],
    ['audience', audience],
    ['language', text.lang ?? mainLang],
    ['state', `${state}${paused}`],
  ]
  if (plannedAt !== null) facts.push(['begins', `${at}, to ${peopleText(counted ?? 0)}`])
  facts.push(...describeOutcomes(counts))
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  return [...facts.map(([name, value]) => `${name.padEnd(width)}${value}`), '', text.body]
}

const describeOutcomes = (counts: LetterCounts) =>
  letterOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome): [string, string] => [
      outcome,
      `${grouped(counts[outcome])}${outcome === 'declined' ? declinedMeans : ''}`,
    ])

const declinedMeans =
  ': came back refused, or from full mailboxes, after they were accepted. Nobody is suppressed.'

const pausedReasons: Record<string, string> = {
  operator: 'by an operator',
  bounces: 'by itself: too many bounces',
  complaints: 'by itself: too many complaints',
  late: `by itself: nothing could be sent for ${operatorTime('lateLetter')}`,
  held: 'held: the store was put back to an earlier time, or mail was held',
}

/** A letter that waits for an operator, and the two ways to go on, for `mail -- status`. */
export const describeStopped = ({ id, subject, pausedBy, pausedAt }: StoppedLetter): string => {
  const since = pausedAt === null ? '' : ` since ${new Date(pausedAt).toISOString()}`
  if (pausedBy === ('held' satisfies PausedBy))
    return `The letter ‘${subject}’ is held${since}: the store was put back to an earlier time, or mail was held, and some people may already have it. npm run letters -- resume ${id} says how many; npm run letters -- stop ${id} ends it`
  return `The letter ‘${subject}’ is paused${since} ${pausedReasons[pausedBy ?? ''] ?? 'by itself'}. It does not go on by itself. Read it again, then send the mails that wait: npm run letters -- resume ${id}, or end it: npm run letters -- stop ${id}`
}

/** How many may have a held letter already; null if it is not held. */
export const describeHeld = (letter: Letter, counts: LetterCounts, now: number): string | null => {
  const may = mayHaveIt(letter, counts, now)
  if (may === null) return null
  return may === 0
    ? 'The letter is held. Its time has not come, so nobody has it yet.'
    : `The letter is held: up to ${peopleText(may)} of ${grouped(counts.queued)} may already have it, because the store does not know what left after the time to which it was put back, or before mail was held.`
}

export const waysOutOfHold = (id: string): string =>
  `Send it to all of them, also to those who may have it: npm run letters -- resume ${id} --yes. End it: npm run letters -- stop ${id}`

/** `2026-11-24 09:00` in the campaign's zone. */
export const describeTime = (at: number, timeZone: string): string =>
  new Date(at + zoneClock(timeZone).offsetAt(at)).toISOString().slice(0, 16).replace('T', ' ')

/** A line for each problem. */
export const describeProblems = (problems: readonly LetterProblem[]): string =>
  problems
    .map(({ field, line, message }) =>
      line === undefined ? `${field}: ${message}` : `${field}, line ${line}: ${message}`,
    )
    .join('\n')

/** Why an act did nothing, and what to do. */
export function describeRefusal(name: keyof typeof actsFrom, act: Act): string {
  if (act.outcome === 'unknown') return unknownLetter
  const state = act.outcome === 'wrong state' ? act.letter.state : ''
  return `The letter is ${stateWords[state] ?? state}: ${actWords[name]} Nothing was changed.`
}

export const unknownLetter =
  'There is no letter with this id. npm run letters -- list shows all ids.'

const stateWords: Record<string, string> = {
  draft: 'a draft',
  sending: 'being sent',
}
const actWords: Record<keyof typeof actsFrom, string> = {
  unschedule: 'only a scheduled letter can become a draft again.',
  pause: 'only a letter that is being sent can be paused.',
  resume: 'only a paused letter can be resumed.',
  stop: 'only a letter that is scheduled, being sent or paused can be stopped.',
}

/** What the log says of the letter of an act. It contains no address. */
export const letterForLog = (subject: string): NonNullable<ActToLog['details']> => ({
  subject: maskTexts(subject.trim().slice(0, 80)),
})

/** The outcome of a change of state for the log. */
export const outcomeOfAct = (act: Act): string =>
  act.outcome === 'done'
    ? 'done'
    : unchanged(act.outcome === 'unknown' ? 'gone' : `already ${act.letter.state}`)

export const unchanged = (state: string) => `nothing changed, the letter was ${state}`

/** The outcome of a press of 'send' for the log. */
export const outcomesOfSend: Record<Pressed['outcome'], string> = {
  sent: 'done',
  changed: 'nothing was sent, somebody had changed or sent it before',
  refused: 'nothing was sent, it has problems',
  past: 'nothing was sent, the time is in the past',
  unknown: 'nothing was sent, there is no such letter',
}

export type StopLog = {
  log: Pick<Log, 'error'>
  metrics?: { letterStops: { inc(labels: { rule: string }): void } } | undefined
}

/** LETTER-3: says that a letter stopped by itself, after the commit that paused it. */
export function logLetterStop({ log, metrics }: StopLog, stop: LetterStop): void {
  const { letterId: letter, rule, found, mails, most } = stop
  metrics?.letterStops.inc({ rule })
  log.error({ letter, rule, found, mails, most }, 'a letter stopped by itself')
}

/** The same for letters of which nothing could be sent for 72 hours. */
export function logLateLetters({ log, metrics }: StopLog, letterIds: readonly string[]): void {
  for (const letter of letterIds) {
    metrics?.letterStops.inc({ rule: 'late' })
    log.error({ letter }, `a letter sent nothing for ${operatorTime('lateLetter')}: it is paused`)
  }
}
