import { campaign } from '#campaign/campaign.ts'

const { timeZone } = campaign
const clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const year = new Intl.DateTimeFormat('en-GB', { timeZone, year: 'numeric' })

/** The day of a time in the campaign's time zone, to compare it with another. */
export const dayOf = (atMs: number): string => day.format(atMs)

/** Whether both times read the same beside each other. */
export const isSameMinute = (oneMs: number, otherMs: number | null): boolean =>
  otherMs !== null && Math.floor(oneMs / 60_000) === Math.floor(otherMs / 60_000)

/** A time of day in the campaign's time zone. */
export const Moment = ({ atMs }: { atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>{clock.format(atMs)}</time>
)

/** A day in the campaign's time zone, as Tue 24 Nov 2026. */
export const Day = ({ atMs }: { atMs: number }) => (
  <time dateTime={new Date(atMs).toISOString().slice(0, 10)}>
    {day.format(atMs).replaceAll(',', '')}
  </time>
)

/** Day and time; 'today' where the day is that of `nowMs`, and no year where it is the same. */
export const DayAndTime = ({ atMs, nowMs }: { atMs: number; nowMs?: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>
    {dayBeside(atMs, nowMs)} {clock.format(atMs)}
  </time>
)

function dayBeside(atMs: number, nowMs: number | undefined): string {
  const whole = day.format(atMs).replaceAll(',', '')
  if (nowMs === undefined) return whole
  if (dayOf(atMs) === dayOf(nowMs)) return 'today'
  return year.format(atMs) === year.format(nowMs) ? whole.replace(/ \d{4}$/, '') : whole
}

/** For kept mails, which only people who try the server out see: minutes in UTC are enough. */
export const UtcMoment = ({ atMs }: { atMs: number }) => {
  const iso = new Date(atMs).toISOString()
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
