import { Temporal } from './temporal.ts'
import { hourMs, zoneClock } from './zone-clock.ts'

/**
 * `no-such-day`: the calendar has no such day. `skipped`: the clock of the zone jumps over this
 * time, as when summer time begins.
 */
export type WrongTime = 'unreadable' | 'no-such-day' | 'skipped'
export type LocalTime = { at: number } | { wrong: WrongTime }

/** What a clock shows: `second` may have a fraction. Months are 1 to 12. */
export type Shown = {
  year: number
  month: number
  day: number
  hour?: number | undefined
  minute?: number | undefined
  second?: number | undefined
}

/** What a person is told about a time that they typed. */
export const wrongTimes = {
  'no-such-day': 'There is no such day: choose another one.',
  skipped: 'The clock skips this time, because summer time begins then: choose another one.',
} as const satisfies Partial<Record<WrongTime, string>>

/** The same for an option of a command. */
export const wrongOption = (
  option: string,
  typed: string,
  wrong: keyof typeof wrongTimes,
): string =>
  `--${option} is '${typed}': ${wrongTimes[wrong][0]!.toLowerCase()}${wrongTimes[wrong].slice(1)}`

const typed =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d(?:\.\d+)?))?)?(?: ?(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?$/

/**
 * Reads a time that a person typed (ISO 8601): in the clock of a zone, as `2026-11-24T09:00` or with
 * a space, or with an offset from UTC, as `2026-11-24T09:00+01:00`. Of a time that the clock shows
 * twice it is the first. `readLocalDay` takes a day without a time as well, at its first moment.
 */
export function readLocalTime(text: string, timeZone: string): LocalTime {
  const [, , , , hour] = typed.exec(text.trim()) ?? []
  return hour === undefined ? { wrong: 'unreadable' } : readLocalDay(text, timeZone)
}

export function readLocalDay(text: string, timeZone: string): LocalTime {
  const [, year, month, day, hour, minute, second, offset] = typed.exec(text.trim()) ?? []
  if (year === undefined || (hour === undefined && offset !== undefined))
    return { wrong: 'unreadable' }
  const [h, m, s] = [hour, minute, second].map((part) => Number(part ?? 0))
  const shown = { year: Number(year), month: Number(month), day: Number(day) }
  return timeShown(
    { ...shown, hour: h, minute: m, second: s },
    offset === undefined ? timeZone : offsetMs(offset),
  )
}

const minuteMs = 60_000

/** `Z`, `+01`, `+0100` or `+01:00`, in ms ahead of UTC. */
export function offsetMs(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? []
  const ahead = sign ? Number(hours) * hourMs + Number(minutes) * minuteMs : 0
  return sign === '-' ? -ahead : ahead
}

/** The time at which a clock shows this, in a zone or so many ms ahead of UTC. */
export function timeShown(shown: Shown, zone: string | number): LocalTime {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = shown
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, 0))
  if (month < 1 || month > 12 || day < 1 || day > 31) return { wrong: 'unreadable' }
  if (hour > 23 || minute > 59 || second >= 60) return { wrong: 'unreadable' }
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  if (!exists) return { wrong: 'no-such-day' }
  const at = date.getTime() + Math.floor(second * 1_000 + 1e-6)
  if (typeof zone === 'number') return { at: at - zone }
  const [first] = timesIn(zone, at)
  return first === undefined ? { wrong: 'skipped' } : { at: first.epochMilliseconds }
}

/**
 * The times at which a zone's clock shows what UTC shows at `shownMs`, the first one first: none
 * where it skips this time, two where it is set back.
 */
function timesIn(timeZone: string, shownMs: number): Temporal.ZonedDateTime[] {
  const shown = Temporal.Instant.fromEpochMilliseconds(shownMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
  const first = shown.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  const second = shown.toZonedDateTime(timeZone, { disambiguation: 'later' })
  if (!first.toPlainDateTime().equals(shown)) return []
  return first.equals(second) ? [first] : [first, second]
}

/**
 * Which of two times was taken, for the option of a command: null unless the clock of the zone shows
 * the typed time twice.
 */
export function noteOfTwoTimes(option: string, text: string, timeZone: string): string | null {
  const read = readLocalTime(text, timeZone)
  if ('wrong' in read || typed.exec(text.trim())![7] !== undefined) return null
  const [first, second] = timesIn(timeZone, read.at + zoneClock(timeZone).offsetAt(read.at))
  if (second === undefined) return null
  const withOffset = (time: Temporal.ZonedDateTime) =>
    time.toString({ smallestUnit: 'minute', timeZoneName: 'never' })
  return `--${option}: ${timeZone} shows this time twice, because its clock is set back then. The first one was taken, ${withOffset(first!)}. For the second one, write ${withOffset(second)}.`
}
