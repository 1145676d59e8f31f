import { expect, test } from 'vitest'
import { closedBreaker, freeConnections, tripped } from './breaker.ts'

test('mails that fail together count once', () => {
  const first = tripped(closedBreaker, 0, 100)
  expect(tripped(first, 0, 110)).toBe(first)
})

test('while it is open nothing is tried, then one mail', () => {
  const open = tripped(closedBreaker, 0, 0)
  expect([
    freeConnections(open, 5, 999),
    freeConnections(open, 5, 1_000),
    freeConnections(closedBreaker, 5, 0),
  ]).toEqual([0, 1, 5])
})

test('a pause that was set by a clock that was ahead has ended when the clock is back', () => {
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
