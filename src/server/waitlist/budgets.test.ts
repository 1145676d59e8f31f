import { expect, test } from 'vitest'
import { normalBudget, take, tightBudget, type Budget } from './budgets.ts'

const spendUntilRefused = (budget: Budget, now: number) => {
  let tat = 0
  for (let taken = 0; ; taken++) {
    const answer = take(tat, budget, now)
    if (answer.retryAfterMs > 0) return { taken, ...answer }
    tat = answer.tat
  }
}

test('the normal budget is 30 at once, then one per 10 s', () => {
  const spent = spendUntilRefused(normalBudget, 1_000_000)
  expect([spent.taken, spent.retryAfterMs]).toEqual([30, 10_000])
  expect(take(spent.tat, normalBudget, 1_010_000).retryAfterMs).toBe(0)
})

test('the tight budget is 10 at once, then one a minute', () => {
  const spent = spendUntilRefused(tightBudget, 1_000_000)
  expect([spent.taken, spent.retryAfterMs]).toEqual([10, 60_000])
})

test('a refused request costs nothing', () => {
  const spent = spendUntilRefused(tightBudget, 0)
  expect(take(spent.tat, tightBudget, 0).tat).toBe(spent.tat)
})
