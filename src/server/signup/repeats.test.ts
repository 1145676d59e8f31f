import { expect, test } from 'vitest'
import { repeatWaitMs, returnWaitMs, withRepeat } from './repeats.ts'

const hourMs = 3_600_000
const noon = Date.parse('2026-11-24T12:00:00Z')
const after = (times: readonly number[]) =>
  times.reduce((stored, at) => withRepeat(stored, 'return', at), '{}')
const hours = (n: number, everyMs = hourMs) =>
  Array.from({ length: n }, (_, i) => noon + i * everyMs)

test.each([
  ['none before', '{}', noon, 0],
  ['nine within a day', after(hours(9)), noon + 9 * hourMs, 0],
  [
    'ten within a day: until the first is a day old',
    after(hours(10)),
    noon + 10 * hourMs,
    14 * hourMs,
  ],
  ['ten, the first of which is a day old', after(hours(10)), noon + 24 * hourMs, 0],
  ['ten of a clock that was ahead', after(hours(10)), noon - 24 * hourMs, 0],
  ['ten of another act', withRepeat('{}', 'news', noon), noon, 0],
])('%s', (_, stored, now, waitMs) => {
  expect(repeatWaitMs(stored, 'return', now)).toBe(waitMs)
})

test('ten times of each act are kept, however often it is done', () => {
  const stored = withRepeat(after(hours(50, 1_000)), 'news', noon)
  expect(JSON.parse(stored)).toEqual({ return: hours(50, 1_000).slice(-10), news: [noon] })
})

test.each([
  ['unsubscribed', noon, 14 * hourMs],
  ['unsubscribed', null, 0],
  ['unconfirmed', null, 0],
  ['confirmed', noon, 0],
] as const)('a person who is %s and confirmed at %s waits %i ms', (state, confirmedAt, waitMs) => {
  const person = { state, confirmedAt, repeats: after(hours(10)) }
  expect(returnWaitMs(person, noon + 10 * hourMs)).toBe(waitMs)
})
