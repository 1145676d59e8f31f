import { hourMs, minuteMs } from '#contract/time.ts'

/**
 * Dates and time zones by the language's own `Temporal`. Node 24 lacks it: only there the server
 * loads the package (decision 076), and leaves the globals as they are.
 */
export const Temporal = globalThis.Temporal ?? (await import('temporal-polyfill')).Temporal

const quarterMs = hourMs / 4

/**
 * The clock of a time zone. Hours begin on the full hour of that clock, also where it is not one of
 * UTC. An hour that a daylight saving change repeats is two hours. Times are in ms since 1970.
 */
export type ZoneClock = {
  timeZone: string
  /** the start of its hour */
  hourOf(at: number): number
  /** its day, as 2026-11-22 */
  dayOf(at: number): string
  /** what the clock shows, 0 to 23 */
  clockHourOf(at: number): number
  /** how far the clock is ahead of UTC, in ms */
  offsetAt(at: number): number
}

const clocks = new Map<string, ZoneClock>()

export function zoneClock(timeZone: string): ZoneClock {
  const clock = clocks.get(timeZone) ?? openClock(timeZone)
  clocks.set(timeZone, clock)
  return clock
}

function openClock(timeZone: string): ZoneClock {
  const offsetAt = offsetsOf(timeZone)
  const local = (at: number) => new Date(at + offsetAt(at))
  return {
    timeZone,
    hourOf: (at) => at - modulo(at + offsetAt(at), hourMs),
    dayOf: (at) => local(at).toISOString().slice(0, 10),
    clockHourOf: (at) => local(at).getUTCHours(),
    offsetAt,
  }
}

/** Offsets change on a quarter of an hour at most, and asking Temporal takes microseconds. */
const mostOffsets = 20_000

function offsetsOf(timeZone: string): (at: number) => number {
  const known = new Map<number, number>()
  return (at) => {
    const quarter = at - modulo(at, quarterMs)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const { offsetNanoseconds } =
      Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(timeZone)
    const offset = offsetNanoseconds / 1e6
    if (known.size >= mostOffsets) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/** The last days of a time zone, today first. */
export function lastDays(timeZone: string, now: number, days: number): string[] {
  const today = zoneClock(timeZone).dayOf(now)
  return Array.from({ length: days }, (_, back) => addDays(today, -back))
}

/** The start of a day: midnight, or the first moment after it where the clock skips midnight. */
export const startOfDay = ({ timeZone }: ZoneClock, day: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds

const nextHour = (clock: ZoneClock, hour: number): number => clock.hourOf(hour + hourMs)

/** The starts of the hours of a day: 24, or 23 or 25 where the clock changes. */
export function hoursOfDay(clock: ZoneClock, day: string): number[] {
  const hours: number[] = []
  for (let hour = startOfDay(clock, day); clock.dayOf(hour) === day; hour = nextHour(clock, hour))
    hours.push(hour)
  return hours
}

/**
 * `no-such-day`: the calendar has no such day. `skipped`: the clock of the zone jumps over this
 * time, as when summer time begins.
 */
type WrongTime = 'unreadable' | 'no-such-day' | 'skipped'
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
