import { expect, test } from 'vitest'
import { dayClock, firstHourOf, lastDays } from './days.ts'

test('days are those of the time zone', () => {
  const late = Date.parse('2026-11-21T23:30:00Z')
  expect([
    dayClock('Europe/Amsterdam')(late),
    dayClock('UTC')(late),
    dayClock('America/New_York')(late),
  ]).toEqual(['2026-11-22', '2026-11-21', '2026-11-21'])
})

test.each([
  ['forward', '2026-03-30T22:30:00Z', ['2026-03-31', '2026-03-30', '2026-03-29', '2026-03-28']],
  ['back', '2026-10-25T22:30:00Z', ['2026-10-25', '2026-10-24', '2026-10-23', '2026-10-22']],
])('no day is skipped or repeated where the clock goes %s', (_, now, days) => {
  expect(lastDays('Europe/Amsterdam', Date.parse(now), 4)).toEqual(days)
})

test.each([
  ['2026-11-21', 'UTC', '2026-11-21T00:00:00Z'],
  ['2026-11-21', 'Europe/Amsterdam', '2026-11-20T23:00:00Z'],
  ['2026-07-01', 'Europe/Amsterdam', '2026-06-30T22:00:00Z'],
  ['2026-11-21', 'America/New_York', '2026-11-21T05:00:00Z'],
  ['2026-11-21', 'Pacific/Kiritimati', '2026-11-20T10:00:00Z'],
  ['2026-11-21', 'Asia/Kolkata', '2026-11-20T19:00:00Z'],
])('%s in %s begins with the hour %s', (day, timeZone, hour) =>
  expect(firstHourOf(day, timeZone)).toBe(Date.parse(hour)),
)
