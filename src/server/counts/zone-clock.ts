import { Temporal } from './temporal.ts'

export const hourMs = 3_600_000
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
