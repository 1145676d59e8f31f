import { expect, test } from 'vitest'
import { readLocalTime } from './local-time.ts'

test.each([
  ['2026-11-24T09:00', 'Europe/Amsterdam', '2026-11-24T08:00:00.000Z'],
  ['2026-11-24 09:00', 'UTC', '2026-11-24T09:00:00.000Z'],
  // Shown twice: the first.
  ['2026-10-25T02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Amsterdam', '2027-03-28T01:00:00.000Z'],
  ['2026-11-24T09:00', 'Pacific/Kiritimati', '2026-11-23T19:00:00.000Z'],
])('the time %s in %s is %s', (text, timeZone, expected) =>
  expect(readLocalTime(text, timeZone)).toEqual({ at: Date.parse(expected) }),
)

test.each([
  ['2027-03-28T02:30', 'skipped'],
  ['2027-02-30T09:00', 'unreadable'],
  ['tomorrow', 'unreadable'],
])('the time %s in Amsterdam is %s', (text, wrong) =>
  expect(readLocalTime(text, 'Europe/Amsterdam')).toEqual({ wrong }),
)
