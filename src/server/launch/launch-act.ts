import { z } from 'zod'
import type { AskInput, Question } from '#contract/ask.ts'
import type { LaunchTerms } from '#contract/ends.ts'
import { operatorTime, operatorTimeInWords } from '#contract/operator-times.ts'
import { navigation } from '#contract/screens.ts'
import { isRunning, launchAt, type Launch } from '#contract/launch.ts'
import { inZone } from '#contract/zone-times.ts'
import { act } from '#server/acts/act.ts'
import { timeForLog } from '#server/acts/action-log.ts'
import {
  readLocalTime,
  wrongTimes,
  noteOfTwoTimes,
  wrongOption,
} from '#server/counts/zone-clock.ts'
import type { Store } from '#server/db/store.ts'
import { UsageError } from '#server/cli/command-table.ts'
import type { StoredPeriod } from '#server/db/launch-periods.ts'
import type { MoveRefusal } from '#server/offers/offers.ts'
import type { WrongAct } from './periods.ts'

/** `launchChanged` is called after a commit; `note` gets what an operator should know of a time. */
export type LaunchActDeps = {
  store: Store
  timeZone: string
  terms: LaunchTerms
  now: () => number
  launchChanged: () => Promise<unknown>
  note: (line: string) => void
}

export const launchAct = act<LaunchActDeps>()

/** The times that an act takes, in ms; null for none. */
export type Times = Partial<Record<TimeName, number | null>>
export type TimeName = 'at' | 'until' | 'first' | 'erase' | 'to'

export const asked = (
  words: Pick<Question, 'title' | 'facts' | 'button' | 'sends'>,
  times: readonly TimeName[] = [],
  timeZone = '',
): Question => ({
  nav: 'launch',
  crumb: { label: 'Launch', path: navigation.launch.path },
  note: `The log names you. Visitors see the change within ${operatorTime('launchSeen')}.`,
  ...words,
  inputs: times.map((name): AskInput => ({ kind: 'time', name, label: timeLabels[name] })),
  ...(times.length > 0 && { hint: `Times are in ${timeZone}.` }),
  back: 'Change nothing',
})

const timeLabels: Record<TimeName, string> = {
  at: 'When (empty: now)',
  until: 'Ends by itself (empty: when an operator ends it)',
  first: 'The list goes first until (empty: as the campaign says, or as it is)',
  erase: 'The list is erased (empty: as the campaign says, or as it is)',
  to: 'New end',
}

/** Each time is a day and a time of day, both empty or both given. */
export const typedTimes = (names: readonly TimeName[], timeZone: string) =>
  z.record(z.string(), z.unknown()).transform((sent, context): Times => {
    const times: Times = {}
    for (const name of names) {
      const [day, time] = [`${name}-day`, `${name}-time`].map((field) => String(sent[field] ?? ''))
      if (day === '' && time === '') continue
      const read = readLocalTime(`${day}T${time}`, timeZone)
      if ('wrong' in read) context.addIssue({ code: 'custom', message: wrongTyped[read.wrong] })
      else times[name] = read.at
    }
    return times
  })

export const wrongTyped = { ...wrongTimes, unreadable: 'Enter a day and a time.' } as const

/** Why nothing was changed: for the log, and for the operator. */
export type Wrong = { key: string; says: string } | null

export const common = {
  leadsTo: () => navigation.launch.path,
  outcome: (wrong: Wrong) => (wrong ? `nothing changed (${wrong.key})` : 'done'),
  refused: (wrong: Wrong) => wrong?.says ?? null,
}
export const nothingChanged = (wrong: Wrong) =>
  wrong ? `${wrong.says} Nothing was changed.` : null

export const forLog = (named: Record<string, number | null | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, ms]) =>
      typeof ms === 'number' ? [[name, timeForLog(ms)]] : [],
    ),
  )

const value = 'TIME'
/** The option of each time. */
export const optionOf = {
  at: [
    'at',
    {
      value,
      help: "when, as '2026-11-24 09:00' in the campaign's time zone; default: now",
    },
  ],
  until: ['until', { value, help: 'when it ends by itself; default: when an operator ends it' }],
  first: [
    'first-until',
    { value, help: "until when the list goes first, or 'none'; default: as in the campaign" },
  ],
  erase: [
    'erase-at',
    {
      value,
      help: `when the list is erased, or 'none'; default: as in the campaign. Operators are mailed ${operatorTime('firstNotice')} and ${operatorTime('lastNotice')} before`,
    },
  ],
  to: ['to', { value, required: true, help: 'the new end' }],
} as const satisfies Record<TimeName, readonly [name: string, option: object]>

/**
 * The time of an option, in ms. Of a time that the clock shows twice it is the first, and a note
 * says so. Throws UsageError.
 */
export function readTime(
  option: string,
  text: string,
  { timeZone, note }: { timeZone: string; note: (line: string) => void },
): number {
  const time = readLocalTime(text, timeZone)
  if ('wrong' in time)
    throw new UsageError(
      time.wrong === 'unreadable'
        ? `--${option} is not a time: write it as '2026-11-24 09:00'.`
        : wrongOption(option, text, time.wrong),
    )
  const twice = noteOfTwoTimes(option, text, timeZone)
  if (twice !== null) note(twice)
  return time.at
}

/** The launch as an operator reads it: its state, and what runs beneath it or is planned. */
type LaunchReport = Launch & { running: StoredPeriod[]; planned: StoredPeriod[] }

export const reportLaunch = (periods: readonly StoredPeriod[], now: number): LaunchReport => ({
  ...launchAt(periods, now),
  running: periods.filter((period) => isRunning(period, now)),
  planned: periods.filter(({ startsAt }) => startsAt > now),
})

/** Each number of it is a time in ms; here it is ISO 8601. */
export const withIsoTimes = (report: object): object =>
  JSON.parse(
    JSON.stringify(report, (_, value: unknown) =>
      typeof value === 'number' ? new Date(value).toISOString() : value,
    ),
  ) as object

/** The lines of `npm run launch -- show`. */
export function describeLaunch(report: LaunchReport, timeZone: string): string[] {
  const { state, since, until, running, planned } = report
  const at = (ms: number) => inZone(ms, timeZone).dayAndTime
  const beneath = running.filter((period) => period.state !== state)
  return [
    `The launch is ${state}${since === null ? '' : ` since ${at(since)}`}${until === null ? '' : `, until ${at(until)}`}.`,
    ...launchTimes(report, at),
    ...beneath.map((period) => `Beneath it: ${spanOf(period, at)}.`),
    ...planned.map((period) => plannedLine(period, at)),
  ]
}

function launchTimes(
  { state, listFirstUntil, eraseAt }: LaunchReport,
  at: (ms: number) => string,
): string[] {
  if (state !== 'launched') return []
  return [
    ...(listFirstUntil === null ? [] : [`The list goes first until ${at(listFirstUntil)}.`]),
    eraseAt === null ? 'The list is not erased.' : `The list is erased on ${at(eraseAt)}.`,
  ]
}

const plannedLine = (period: StoredPeriod, at: (ms: number) => string) =>
  period.lacksShop
    ? `Planned: launched from ${at(period.startsAt)} (${period.id}), but it will not happen. ${wrongActs['no shop']}`
    : `Planned: ${spanOf(period, at)} (${period.id}).`

const spanOf = ({ state, startsAt, endsAt }: StoredPeriod, at: (ms: number) => string) =>
  `${state} from ${at(startsAt)}${endsAt === null ? '' : ` until ${at(endsAt)}`}`

/** Why an act did nothing, and what to do. */
export const wrongActs: Record<WrongAct, string> = {
  'no shop':
    "The campaign does not say where the shop is. Write its address, with https://, as 'shop' in src/campaign/launch.ts, build and start the server again, then launch.",
  past: 'This time is past: choose a later one, or leave it out to act now.',
  'until before at': 'The end is not after the beginning: choose a later one.',
  'erased too soon': `The list can be erased in ${operatorTimeInWords('lastNotice')} at the earliest, because operators are mailed ${operatorTimeInWords('lastNotice')} before: choose a later time.`,
  'nothing to end': 'There is nothing to end at that time.',
  'nothing planned': 'There is no such plan, or it has begun.',
}

/** Why the end of an offer was not moved. */
export const wrongMoves: Record<MoveRefusal, string> = {
  'no-end': 'This offer has no end: the campaign says when one ends (liveOffers).',
  ended: 'This offer has ended. An end can only be moved while the offer runs.',
  past: 'This time is past: choose a later one.',
  'before-begin': 'The offer begins later: choose a later end.',
}

/** The missing preparation for a launch; null if it is ready. */
export const shopMissing = ({ shop }: Pick<LaunchTerms, 'shop'>): string | null =>
  shop === null ? wrongActs['no shop'] : null
