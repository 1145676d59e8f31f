import { campaign } from '#campaign/campaign.ts'

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
  const last = dayParts(
    new Date(startOf(first) + (days - 1) * 24 * 3_600_000).toISOString().slice(0, 10),
  )
  const start = from.month === last.month ? from.day : `${from.day} ${from.month}`
  return `${start} – ${last.day} ${last.month}`
}

/** 3 days or 90 minutes: in the largest unit of which there are at least two. */
export function durationOf(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
  ] as const
  const [unit, unitMs] = units.find(([, least]) => ms >= 2 * least) ?? (['second', 1_000] as const)
  const count = Math.max(0, Math.round(ms / unitMs))
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
