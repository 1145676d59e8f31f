import { expect, test } from 'vitest'
import { take } from '#server/waitlist/budgets.ts'
import { hourlyBudget } from './pace.ts'

test.each([[100, 0.5], [3_000, 0.1], [20, 0.1], [1, 0.1]])('%i an hour are never exceeded in any hour', (hourly, share) => {
  const budget = hourlyBudget(hourly, share)
  const sent: number[] = []
  let tat = 0
  for (let now = 0; now <= 3 * 3_600_000; now += 500) {
    for (let taken = take(tat, budget, now); taken.retryAfterMs <= 0; taken = take(tat, budget, now)) {
      tat = taken.tat
      sent.push(now)
    }
  }
  const mostInAnHour = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + 3_600_000).length))
  expect(mostInAnHour).toBeLessThanOrEqual(hourly)
  expect(mostInAnHour).toBeGreaterThan(hourly * 0.9 - 1)
})
