import { z } from 'zod'
import type { AskInput } from '#contract/dashboard/ask.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { UsageError } from '#server/cli/command-table.ts'
import {
  readLocalTime,
  wrongTimes,
  noteOfTwoTimes,
  wrongOption,
} from '#server/counts/zone-clock.ts'

/** The times that an act takes, in ms; null for none. */
export type Times = Partial<Record<TimeName, number | null>>
export type TimeName = 'at' | 'until' | 'first' | 'erase' | 'to'

/** The fields of the page that asks. */
export const timeInputs = (names: readonly TimeName[]): AskInput[] =>
  names.map((name) => ({ kind: 'time', name, label: timeLabels[name] }))

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

/** `none` is null, and only of times that can be none. Throws UsageError. */
export function timesOf(
  values: Readonly<Record<string, string | undefined>>,
  names: readonly TimeName[],
  deps: { timeZone: string; note: (line: string) => void },
): Times {
  const times: Times = {}
  for (const name of names) {
    const [option] = optionOf[name]
    const typed = values[option]
    if (typed !== undefined)
      times[name] = typed === 'none' && name !== 'at' ? null : readTime(option, typed, deps)
  }
  return times
}
