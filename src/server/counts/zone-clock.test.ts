import { expect, test } from 'vitest'
import { hoursOfDay, lastDays, startOfDay, zoneClock } from './zone-clock.ts'

const at = (time: string) => Date.parse(time)

test('days are those of the time zone', () => {
  const late = at('2026-11-21T23:30:00Z')
  expect(
    ['Europe/Amsterdam', 'UTC', 'America/New_York'].map((zone) => zoneClock(zone).dayOf(late)),
  ).toEqual(['2026-11-22', '2026-11-21', '2026-11-21'])
})

test.each([
  ['forward', '2026-03-30T22:30:00Z', ['2026-03-31', '2026-03-30', '2026-03-29', '2026-03-28']],
  ['back', '2026-10-25T22:30:00Z', ['2026-10-25', '2026-10-24', '2026-10-23', '2026-10-22']],
])('no day is skipped or repeated where the clock goes %s', (_, now, days) => {
  expect(lastDays('Europe/Amsterdam', at(now), 4)).toEqual(days)
})

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00Z'],
  ['2026-11-21', 'Europe/Amsterdam', '2026-11-20T23:00:00Z'],
  ['2026-07-01', 'Europe/Amsterdam', '2026-06-30T22:00:00Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z'],
  ['2026-11-21', 'Pacific/Pago_Pago', '2026-11-21T11:00:00Z'],
  ['2026-11-21', 'Asia/Kolkata', '2026-11-20T18:30:00Z'],
  ['2026-11-21', 'Asia/Kathmandu', '2026-11-20T18:15:00Z'],
  // Clocks in Chile skip midnight of this day.
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z'],
])('%s in %s begins at %s', (day, timeZone, start) =>
  expect(startOfDay(zoneClock(timeZone), day)).toBe(at(start)),
)

test.each([
  ['Asia/Kolkata', '2026-11-21T18:29:59Z', '2026-11-21T17:30:00Z', '2026-11-21', 23],
  ['Asia/Kolkata', '2026-11-21T18:30:00Z', '2026-11-21T18:30:00Z', '2026-11-22', 0],
  ['Asia/Kathmandu', '2026-11-21T18:20:00Z', '2026-11-21T18:15:00Z', '2026-11-22', 0],
  // The clock shows 02:30 twice.
  ['Europe/Amsterdam', '2026-10-25T00:30:00Z', '2026-10-25T00:00:00Z', '2026-10-25', 2],
  ['Europe/Amsterdam', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25', 2],
  ['Europe/Amsterdam', '2026-03-29T01:10:00Z', '2026-03-29T01:00:00Z', '2026-03-29', 3],
  ['UTC', '1969-12-31T23:30:00Z', '1969-12-31T23:00:00Z', '1969-12-31', 23],
])('in %s the hour of %s begins at %s', (timeZone, time, hour, day, clockHour) => {
  const clock = zoneClock(timeZone)
  expect([clock.hourOf(at(time)), clock.dayOf(at(time)), clock.clockHourOf(at(time))]).toEqual([
    at(hour),
    day,
    clockHour,
  ])
})

test.each([
  ['Europe/Amsterdam', '2026-11-21', 24],
  ['Europe/Amsterdam', '2026-03-29', 23],
  ['Europe/Amsterdam', '2026-10-25', 25],
  ['Asia/Kolkata', '2026-11-21', 24],
])('in %s, %s has its hours, one after the other: %i', (timeZone, day, count) => {
  const clock = zoneClock(timeZone)
  const hours = hoursOfDay(clock, day)
  expect([hours.length, new Set(hours).size]).toEqual([count, count])
  expect(hours.map((hour) => clock.hourOf(hour))).toEqual(hours)
})

test.each(['2026-04-05', '2026-10-04', '2026-11-21'])(
  'where the clock changes by half an hour (%s), each minute belongs to one hour of its day',
  (day) => {
    const clock = zoneClock('Australia/Lord_Howe')
    const hours = new Set(hoursOfDay(clock, day))
    for (let minute = startOfDay(clock, day); clock.dayOf(minute) === day; minute += 60_000)
      expect(hours.has(clock.hourOf(minute))).toBe(true)
  },
)
