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

/** Day and time, the day left out where it is that of `now`. */
export const DayAndTime = ({ atMs, nowMs }: { atMs: number; nowMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>
    {day.format(atMs) === day.format(nowMs) ? 'today' : day.format(atMs).replaceAll(',', '')}{' '}
    {clock.format(atMs)}
  </time>
)

/** For kept mails, which concern whoever tries the server out: minutes in UTC are enough. */
export const UtcMoment = ({ atMs }: { atMs: number }) => {
  const iso = new Date(atMs).toISOString()
  return <time dateTime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>
}
