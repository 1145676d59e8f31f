import { describe, expect, test } from 'vitest'
import { noteOfTwoTimes, readLocalDay, readLocalTime } from './zone-clock.ts'

test.each([
  ['2026-11-24T09:00', 'Europe/Amsterdam', '2026-11-24T08:00:00.000Z'],
  ['2026-11-24 09:00', 'UTC', '2026-11-24T09:00:00.000Z'],
  [' 2026-11-24 09:00:30 ', 'UTC', '2026-11-24T09:00:30.000Z'],
  ['2026-11-24T09:00:30.250', 'UTC', '2026-11-24T09:00:30.250Z'],
  // Shown twice: the first.
  ['2026-10-25T02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Amsterdam', '2027-03-28T01:00:00.000Z'],
  ['2026-11-24T09:00', 'Pacific/Kiritimati', '2026-11-23T19:00:00.000Z'],
  ['2028-02-29T10:00', 'UTC', '2028-02-29T10:00:00.000Z'],
  ['2026-11-24T09:00Z', 'Europe/Amsterdam', '2026-11-24T09:00:00.000Z'],
  ['2026-11-24T09:00+01:00', 'UTC', '2026-11-24T08:00:00.000Z'],
  ['2026-11-24T09:00:00.5-0530', 'UTC', '2026-11-24T14:30:00.500Z'],
  ['2026-11-24 09:00 +01', 'UTC', '2026-11-24T08:00:00.000Z'],
])('the time %s in %s is %s', (text, timeZone, expected) => {
  expect(readLocalTime(text, timeZone)).toEqual({ at: Date.parse(expected) })
  expect(readLocalDay(text, timeZone)).toEqual({ at: Date.parse(expected) })
})

describe.each(['', '+01:00', 'Z', ' +0100'])('with the offset %j', (offset) => {
  test.each(['2027-02-29T10:00', '2027-02-30T10:00', '2027-04-31 10:00', '2027-02-29T10:00:30'])(
    '%s is no day',
    (text) =>
      expect(readLocalTime(text + offset, 'Europe/Amsterdam')).toEqual({ wrong: 'no-such-day' }),
  )
})

test.each([
  ['2027-03-28T02:30', 'skipped'],
  ['tomorrow', 'unreadable'],
  ['2026-11-24', 'unreadable'],
  ['2026-11-24T9:00', 'unreadable'],
  ['24-11-2026 09:00', 'unreadable'],
  ['', 'unreadable'],
  ['T', 'unreadable'],
  ['2027-13-01T10:00', 'unreadable'],
  ['2027-00-10T10:00', 'unreadable'],
  ['2027-01-00T10:00', 'unreadable'],
  ['2027-01-31T24:00', 'unreadable'],
  ['2027-01-31T10:60', 'unreadable'],
  ['2027-01-31T10:00:60', 'unreadable'],
  ['2027-01-31T10:00+25:00', 'unreadable'],
])('the time %j in Amsterdam is %s', (text, wrong) =>
  expect(readLocalTime(text, 'Europe/Amsterdam')).toEqual({ wrong }),
)

test('a day without a time is its first moment in the zone, where a day is asked for', () => {
  expect(readLocalDay('2026-11-24', 'Europe/Amsterdam')).toEqual({
    at: Date.parse('2026-11-23T23:00:00Z'),
  })
  expect(readLocalDay('2027-02-29', 'UTC')).toEqual({ wrong: 'no-such-day' })
  expect(readLocalDay('2026-11-24Z', 'UTC')).toEqual({ wrong: 'unreadable' })
})

const noteIn = (text: string, timeZone: string) => noteOfTwoTimes('at', text, timeZone)

test.each([
  ['2026-10-25 02:30', 'Europe/Amsterdam', '2026-10-25T02:30+02:00', '2026-10-25T02:30+01:00'],
  ['2026-11-01T01:00', 'America/New_York', '2026-11-01T01:00-04:00', '2026-11-01T01:00-05:00'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-04T01:45+11:00', '2027-04-04T01:45+10:30'],
])('of %s, which %s shows twice, the note names both times', (text, timeZone, first, second) => {
  expect(noteIn(text, timeZone)).toBe(
    `--at: ${timeZone} shows this time twice, because its clock is set back then. The first one was taken, ${first}. For the second one, write ${second}.`,
  )
  expect(readLocalTime(text, timeZone)).toEqual(readLocalTime(first, 'UTC'))
  expect(noteIn(second, timeZone)).toBeNull()
})

test.each([
  '2026-10-25 01:59',
  '2026-10-25 03:00',
  '2026-10-25T02:30+02:00',
  '2026-10-25T02:30Z',
  '2027-03-28 02:30',
  'tomorrow',
])('%s in Amsterdam is no time that is shown twice', (text) =>
  expect(noteIn(text, 'Europe/Amsterdam')).toBeNull(),
)
