import { z } from 'zod'
import type { AskInput, Question } from '#contract/ask.ts'
import type { LaunchTerms } from '#contract/ends.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { navigation } from '#contract/screens.ts'
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
