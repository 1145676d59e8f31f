import { use } from 'react'
import { campaign } from '#campaign'
import { counted } from '#contract/english.ts'
import { dayMs, hourMs, iso } from '#contract/time.ts'
import { Frame } from './frame.ts'

const formatter = (options: Intl.DateTimeFormatOptions, timeZone = campaign.timeZone) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return (at: number) => format.format(at).replaceAll(',', '')
}

/** 12:04 in the campaign's time zone. */
export const clockOf = formatter({ hour: '2-digit', minute: '2-digit' })
/** Tue 24 November */
export const fullDay = formatter({ weekday: 'short', day: 'numeric', month: 'long' })

const months = {
  short: formatter({ day: 'numeric', month: 'short' }),
  long: formatter({ day: 'numeric', month: 'long' }),
}
/** 1 Oct or 1 October */
export const dayAndMonth = (at: number, length: 'short' | 'long'): string => months[length](at)

/** Days like 2026-11-24, which have no time zone. */
const startOf = (day: string) => Date.parse(day)
const weekday = formatter({ weekday: 'short' }, 'UTC')
const month = formatter({ month: 'short' }, 'UTC')
const dayOfMonth = formatter({ day: 'numeric' }, 'UTC')

export const dayParts = (day: string): { weekday: string; day: string; month: string } => ({
  weekday: weekday(startOf(day)),
  day: dayOfMonth(startOf(day)),
  month: month(startOf(day)),
})

/** `4 – 10 Nov`, `28 Oct – 3 Nov`: this many days from a day on. */
export function daySpan(first: string, days: number): string {
  const from = dayParts(first)
  const last = dayParts(iso(startOf(first) + (days - 1) * dayMs).slice(0, 10))
  const start = from.month === last.month ? from.day : `${from.day} ${from.month}`
  return `${start} – ${last.day} ${last.month}`
}

/** 3 days or 90 minutes: in the largest unit of which there are at least two. */
export function durationOf(ms: number): string {
  const units = [
    ['day', dayMs],
    ['hour', hourMs],
    ['minute', 60_000],
  ] as const
  const [unit, unitMs] = units.find(([, least]) => ms >= 2 * least) ?? (['second', 1_000] as const)
  const count = Math.max(0, Math.round(ms / unitMs))
  return counted(count, unit)
}

/** Tue 24 Nov 2026 */
const day = formatter({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const year = formatter({ year: 'numeric' })

/** The day of a time in the campaign's time zone, to compare it with another. */
export const dayOf = day

/** Whether both times read the same beside each other. */
export const isSameMinute = (oneMs: number, otherMs: number | null): boolean =>
  otherMs !== null && Math.floor(oneMs / 60_000) === Math.floor(otherMs / 60_000)

/** A time of day in the campaign's time zone. */
export const Moment = ({ at }: { at: number }) => <time dateTime={iso(at)}>{clockOf(at)}</time>

/** A day in the campaign's time zone, as Tue 24 Nov 2026. */
export const Day = ({ at }: { at: number }) => (
  <time dateTime={iso(at).slice(0, 10)}>{day(at)}</time>
)

/**
 * Day and time: 'today' where it is the day of the screen, and no year where it is the same. `full`:
 * always with day and year.
 */
export const DayAndTime = ({ at, full = false }: { at: number; full?: boolean }) => (
  <time dateTime={iso(at)}>
    {full ? day(at) : dayBeside(at, use(Frame).asOf)} {clockOf(at)}
  </time>
)

function dayBeside(at: number, nowMs: number): string {
  if (day(at) === day(nowMs)) return 'today'
  return year(at) === year(nowMs) ? day(at).replace(/ \d{4}$/, '') : day(at)
}
