import { expect, test } from 'vitest'
import { closedBreaker, freeConnections, openBreaker, tripped } from './breaker.ts'

test('mails that fail together count once', () => {
  const first = tripped(closedBreaker, 0, 100)
  expect(tripped(first, 0, 110)).toBe(first)
})

test('an open breaker allows no attempt, then one mail', () => {
  const open = tripped(closedBreaker, 0, 0)
  expect([
    freeConnections(open, 5, 999),
    freeConnections(open, 5, 1_000),
    freeConnections(closedBreaker, 5, 0),
  ]).toEqual([0, 1, 5])
})

test('a pause that a clock ahead has set ends when the clock is corrected', () => {
  const open = tripped(closedBreaker, 1_000_000_000, 1_000_000_000)
  expect(freeConnections(open, 5, 0)).toBe(1)
})

test('the pauses double from a second to a minute', () => {
  let breaker = closedBreaker
  const pauses = Array.from({ length: 8 }, () => {
    const at = breaker.openUntil
    breaker = tripped(breaker, at, at)
    return (breaker.openUntil - at) / 1_000
  })
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
})

test('a claim that found nothing open closes the worker for a second, unless the mail server has answered since', () => {
  const breaker = openBreaker(5, () => 0)
  const before = breaker.answers()
  breaker.apply('accepted', 0)
  breaker.closeUntil(60_000, before)
  expect(breaker.mostToClaim(0)).toBe(5)
  breaker.closeUntil(60_000, breaker.answers())
  expect(breaker.mostToClaim(0)).toBe(0)
})
