import { describe, expect, test } from 'vitest'
import { judgeClock, type StoredClock } from './clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const noon = Date.parse('2026-11-26T12:00:00Z')
const trusted: StoredClock = { trustedAt: noon, doubts: {} }

/** Checks of several servers, one after the other: whether each found its clock trusted. */
function judged(checks: readonly (readonly [server: string, at: number])[], from = trusted) {
  let clock = from
  const answers = checks.map(([server, at]) => {
    const found = judgeClock(clock, server, at)
    clock = found.clock
    return found.isTrusted
  })
  return { answers, clock }
}
/** A check each minute from `at` on, for so long. */
const eachMinute = (server: string, at: number, lastsMs: number) =>
  Array.from({ length: lastsMs / minute + 1 }, (_, n) => [server, at + n * minute] as const)

test.each([
  ['a minute later', minute, true],
  ['two seconds before it', -2_000, true],
  ['three days later', 3 * day, true],
  ['three days before it', -3 * day, true],
  ['a little more than three days later', 3 * day + 1, false],
  ['a little more than three days before it', -3 * day - 1, false],
  ['40 days later', 40 * day, false],
  ['a year before it', -365 * day, false],
])('a clock %s than the last trusted time is trusted: %3$s', (_, ms, isTrusted) =>
  expect(judgeClock(trusted, 'web-1', noon + ms).isTrusted).toBe(isTrusted),
)

describe.each([
  ['ahead', 40 * day],
  ['behind', -40 * day],
])('a clock that is 40 days %s', (_, ms) => {
  const jumped = noon + ms

  test('is doubtful since the last trusted time, and is named with what it says', () =>
    expect(judgeClock(trusted, 'web-1', jumped).clock).toEqual({
      trustedAt: noon,
      doubts: { 'web-1': { since: noon, from: jumped, at: jumped, trustedAt: noon } },
    }))

  test('is trusted at once when it is corrected', () => {
    const { answers, clock } = judged([
      ...eachMinute('web-1', jumped, 2 * minute),
      ['web-1', noon + 3 * minute],
    ])
    expect(answers).toEqual([false, false, false, true])
    expect(clock).toEqual({ trustedAt: noon + 3 * minute, doubts: {} })
  })

  test('is trusted once it has gone on for an hour', () => {
    const { answers } = judged(eachMinute('web-1', jumped, hour))
    expect(answers.indexOf(true)).toBe(59)
  })

  test('begins its hour anew when it jumps again, and stays doubtful since the first jump', () => {
    const again = [
      ...eachMinute('web-1', jumped, 50 * minute),
      ['web-1', jumped + 9 * day],
    ] as const
    const { answers, clock } = judged([
      ...again,
      ...eachMinute('web-1', jumped + 9 * day, 50 * minute),
    ])
    expect(answers).not.toContain(true)
    expect(clock.doubts['web-1']).toMatchObject({ since: noon, from: jumped + 9 * day })
  })

  test('is never trusted while another server goes on by a trusted clock', () => {
    const both = Array.from({ length: 24 * 60 }, (__, n) => [
      ['web-1', noon + n * minute] as const,
      ['web-2', jumped + n * minute] as const,
    ]).flat()
    const { answers, clock } = judged(both)
    expect(answers).toEqual(both.map(([server]) => server === 'web-1'))
    expect(Object.keys(clock.doubts)).toEqual(['web-2'])
  })
})

test('servers whose clocks differ by two seconds are all trusted', () => {
  const checks = eachMinute('web-1', noon, day).flatMap(([server, at]) => [
    [server, at] as const,
    ['web-2', at - 2_000] as const,
  ])
  const { answers, clock } = judged(checks)
  expect([answers.includes(false), clock.doubts]).toEqual([false, {}])
})

test('after all servers were stopped for 20 days they wait an hour, then all are trusted', () => {
  const late = noon + 20 * day
  const checks = eachMinute('web-1', late, hour).flatMap(([server, at]) => [
    [server, at] as const,
    ['web-2', at + 2_000] as const,
  ])
  const { answers, clock } = judged(checks)
  expect(answers.indexOf(true)).toBe(2 * 59)
  expect([answers.slice(2 * 59).includes(false), clock.doubts]).toEqual([false, {}])
})

test('the doubt of a server that was removed is forgotten', () => {
  const { clock } = judged([['web-2', noon + 40 * day], ...eachMinute('web-1', noon, 10 * minute)])
  expect(clock.doubts).toEqual({})
})
