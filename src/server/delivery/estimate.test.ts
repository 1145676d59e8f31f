import { describe, expect, test } from 'vitest'
import { take } from '#server/limits/budgets.ts'
import { describeSpan, lastByBucket, lastOfDomain } from './estimate.ts'
import { budgetOfHour } from './pace.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const minute = 60_000
const budget = budgetOfHour(3000)

describe('when the last mail of a queue leaves', () => {
  test.each([
    [0, 0],
    [1, 0],
    [300, 0],
    [301, 1_334],
    [1_908, 1_608 * 1_334],
  ])('of %i mails on a rested budget of 3000 an hour: after %i ms', (mails, afterMs) => {
    expect(lastByBucket({ fullAt: 0, budget }, mails, now) - now).toBe(afterMs)
  })

  test.each([
    [0, 500],
    [30_000, 301],
    [400_000, 40],
  ])('is when the budget lets it, with %i ms owed and %i mails', (owedMs, mails) => {
    const last = lastByBucket({ fullAt: now + owedMs, budget }, mails, now)
    let [fullAt, at] = [now + owedMs, now]
    for (let mail = 0; mail < mails; mail++) {
      at += take(fullAt, budget, at).retryAfterMs
      ;({ fullAt } = take(fullAt, budget, at))
    }
    expect(last).toBe(at)
  })

  test('of one domain starts from its first mail, if that one waits already', () => {
    const domain = { atOnce: 50, everyMs: 72_000 }
    expect(
      [
        lastOfDomain(domain, { mails: 50, firstDueAt: now - minute }, now),
        lastOfDomain(domain, { mails: 60, firstDueAt: now }, now),
        lastOfDomain(domain, { mails: 60, firstDueAt: now + minute }, now),
      ].map((at) => at - now),
    ).toEqual([0, 720_000, minute + 59 * 72_000])
  })
})

test.each([
  [100, '1 second'],
  [1_400, '1 second'],
  [90_000, '90 seconds'],
  [38.4 * minute, '38 minutes'],
  [119 * minute, '119 minutes'],
  [5 * 60 * minute, '5 hours'],
])('%i ms are about %s', (ms, words) => {
  expect(describeSpan(ms)).toBe(words)
})
