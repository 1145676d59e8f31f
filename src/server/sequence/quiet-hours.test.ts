import { describe, expect, test } from 'vitest'
import { afterQuiet, isQuiet } from './steps.ts'

const amsterdam = { timeZone: 'Europe/Amsterdam', quietHours: { from: 21, to: 8 } }
const iso = (at: number) => new Date(at).toISOString().slice(0, 16)
const freed = (at: string, hours = amsterdam) => iso(afterQuiet(Date.parse(`${at}Z`), hours))

test.each([
  ['within one day', { from: 12, to: 14 }, [false, true, true, false]],
  ['over midnight', { from: 14, to: 12 }, [true, false, false, true]],
  ['that end when they begin', { from: 12, to: 12 }, [false, false, false, false]],
])('hours %s: quiet at 11:59, 12:00, 13:59 and 14:00', (_, quietHours, quiet) => {
  expect(
    ['11:59', '12:00', '13:59', '14:00'].map((clock) =>
      isQuiet(Date.parse(`2026-11-21T${clock}Z`), { timeZone: 'UTC', quietHours }),
    ),
  ).toEqual(quiet)
})

describe('quiet hours from 21:00 to 08:00', () => {
  test.each([
    ['one second before nine in the evening', '2026-11-21T19:59:59', '2026-11-21T19:59'],
    ['nine in the evening', '2026-11-21T20:00', '2026-11-22T07:00'],
    ['midnight', '2026-11-21T23:00', '2026-11-22T07:00'],
    ['one minute before eight', '2026-11-22T06:59', '2026-11-22T07:00'],
    ['eight in the morning', '2026-11-22T07:00', '2026-11-22T07:00'],
  ])('%s', (_, at, until) => expect(freed(at)).toBe(until))

  test.each([
    ['the evening before summer time', '2027-03-27T20:00', '2027-03-28T06:00'],
    ['the minute before the hour that is left out', '2027-03-28T00:59', '2027-03-28T06:00'],
    ['the first evening of summer time', '2027-03-28T19:00', '2027-03-29T06:00'],
    ['the evening before winter time', '2026-10-24T19:00', '2026-10-25T07:00'],
    ['half past two, for the first time', '2026-10-25T00:30', '2026-10-25T07:00'],
    ['half past two, for the second time', '2026-10-25T01:30', '2026-10-25T07:00'],
    ['the first evening of winter time, at nine', '2026-10-25T20:00', '2026-10-26T07:00'],
  ])('%s ends at eight of the clock on the wall', (_, at, until) => expect(freed(at)).toBe(until))

  test('five minutes to nine is not quiet on either change day', () => {
    for (const at of ['2027-03-28T18:55', '2026-10-25T19:55']) expect(freed(at)).toBe(at)
  })

  test.each(['2027-03-28T01:00', '2026-10-25T01:00'])(
    'around the change of %s every minute until the end is quiet, and the end is not',
    (change) => {
      for (
        let at = Date.parse(`${change}Z`) - 86_400_000;
        at < Date.parse(`${change}Z`) + 86_400_000;
        at += 60_000
      ) {
        const end = afterQuiet(at, amsterdam)
        expect([
          isQuiet(end, amsterdam),
          end > at && !isQuiet(end - 1, amsterdam),
          end > at === isQuiet(at, amsterdam),
        ]).toEqual([false, false, true])
      }
    },
  )
})

test.each([
  [
    'a zone of three quarters of an hour',
    'Asia/Kathmandu',
    { from: 21, to: 8 },
    '2026-11-21T15:15',
    '2026-11-22T02:15',
  ],
  [
    'a zone behind Greenwich',
    'America/New_York',
    { from: 21, to: 8 },
    '2026-11-22T02:00',
    '2026-11-22T13:00',
  ],
  [
    'hours within one day',
    'Europe/Amsterdam',
    { from: 12, to: 14 },
    '2026-11-21T11:30',
    '2026-11-21T13:00',
  ],
  [
    'hours that end when they begin: none',
    'Europe/Amsterdam',
    { from: 8, to: 8 },
    '2026-11-21T07:30',
    '2026-11-21T07:30',
  ],
  [
    'midnight as the end',
    'Europe/Amsterdam',
    { from: 22, to: 0 },
    '2026-11-21T22:10',
    '2026-11-21T23:00',
  ],
])('%s', (_, timeZone, quietHours, at, until) =>
  expect(freed(at, { timeZone, quietHours })).toBe(until),
)
