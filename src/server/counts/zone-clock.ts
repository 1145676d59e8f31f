export const hourMs = 3_600_000
const quarterMs = hourMs / 4
const dayMs = 24 * hourMs

/**
 * The clock of a time zone. Hours begin on the full hour of that clock, also where it is not one of
 * UTC. An hour that a daylight saving change repeats is two hours. Times are in ms since 1970.
 */
export type ZoneClock = {
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
    hourOf: (at) => at - modulo(at + offsetAt(at), hourMs),
    dayOf: (at) => local(at).toISOString().slice(0, 10),
    clockHourOf: (at) => local(at).getUTCHours(),
    offsetAt,
  }
}

/** Offsets change on a quarter of an hour at most, and asking Intl takes microseconds. */
const mostOffsets = 20_000

/** How far the zone's clock is ahead of UTC, in ms. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const known = new Map<number, number>()
  return (at) => {
    const quarter = at - modulo(at, quarterMs)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const fields = Object.fromEntries(
      format.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>
    const { year, month, day, hour, minute, second } = fields
    const offset = Date.UTC(year, month - 1, day, hour, minute, second) - quarter
    if (known.size >= mostOffsets) known.clear()
    known.set(quarter, offset)
    return offset
  }
}

const modulo = (value: number, by: number) => ((value % by) + by) % by

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)

/** The last days of a time zone, today first. */
export function lastDays(timeZone: string, now: number, days: number): string[] {
  const today = zoneClock(timeZone).dayOf(now)
  return Array.from({ length: days }, (_, back) => addDays(today, -back))
}

/** The start of a day: midnight, or the first hour after it where the clock skips midnight. */
export function startOfDay(clock: ZoneClock, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Three hours earlier, because the offset can change between the two midnights.
  let hour = clock.hourOf(midnight - clock.offsetAt(midnight) - 3 * hourMs)
  while (clock.dayOf(hour) < day) hour = nextHour(clock, hour)
  return hour
}

const nextHour = (clock: ZoneClock, hour: number): number => clock.hourOf(hour + hourMs)

/** The starts of the hours of a day: 24, or 23 or 25 where the clock changes. */
export function hoursOfDay(clock: ZoneClock, day: string): number[] {
  const hours: number[] = []
  for (let hour = startOfDay(clock, day); clock.dayOf(hour) === day; hour = nextHour(clock, hour))
    hours.push(hour)
  return hours
}
