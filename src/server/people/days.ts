const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Returns a function that gives the day of a time in ms, as 2026-11-22. */
export function dayClock(timeZone: string): (at: number) => string {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => clock.format(at)
}

/** The last days of a time zone, today first. */
export function lastDays(timeZone: string, now: number, days: number): string[] {
  // Uses noon in UTC, so that a daylight saving change skips or repeats no day.
  const today = Date.parse(`${dayClock(timeZone)(now)}T12:00:00Z`)
  return Array.from({ length: days }, (_, back) =>
    new Date(today - back * dayMs).toISOString().slice(0, 10),
  )
}

/** The first full hour (UTC, in ms) that begins on that day of the time zone. */
export function firstHourOf(day: string, timeZone: string): number {
  const dayIn = dayClock(timeZone)
  let hour = Date.parse(`${day}T00:00:00Z`) - dayMs
  while (dayIn(hour) < day) hour += hourMs
  return hour
}
