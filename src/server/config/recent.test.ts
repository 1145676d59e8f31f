import { expect, test } from 'vitest'
import { isRecent } from './recent.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const minute = 60_000
const day = 24 * 60 * minute

test.each([
  ['now', 0, true],
  ['a little less than an hour ago', -60 * minute + 1, true],
  ['an hour ago', -60 * minute, false],
  ['two seconds ahead, by the clock of another server', 2_000, true],
  ['five minutes ahead', 5 * minute, true],
  ['a little more than five minutes ahead', 5 * minute + 1, false],
  ['40 days ahead', 40 * day, false],
])('%s: recent is %3$s', (_, ahead, expected) =>
  expect(isRecent(now + ahead, 60 * minute, now)).toBe(expected),
)
