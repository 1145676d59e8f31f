import { expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { normalBudget, spend, take, tightBudget, type Budget } from './budgets.ts'

const spendUntilRefused = (budget: Budget, now: number) => {
  let tat = 0
  for (let taken = 0; ; taken++) {
    const answer = take(tat, budget, now)
    if (answer.retryAfterMs > 0) return { taken, ...answer }
    tat = answer.tat
  }
}

test('a rested budget is spent from now on, one that was spent from where that ended', () => {
  expect([take(0, normalBudget, 1_000_000).tat, take(1_005_000, normalBudget, 1_000_000).tat]).toEqual([1_010_000, 1_015_000])
})

test('the last of those at once is spent like the others', () => {
  expect(take(1_290_000, normalBudget, 1_000_000)).toEqual({ tat: 1_300_000, retryAfterMs: 0 })
})

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

test('spendings are judged in their order, several of one key one after the other; what is not limited is let through', async () => {
  const store = await freshStore('sqlite')
  const twoAtOnce = (key: string | null) => (key === null ? null : { key, budget: { atOnce: 2, everyMs: 1_000 } })
  const verdicts = (...keys: (string | null)[]) => store.transact(async (trx) => (await spend(trx, keys.map(twoAtOnce), 10_000)).map(({ retryAfterMs }) => retryAfterMs))
  expect(await verdicts(null, null)).toEqual([0, 0])
  expect(await verdicts('sanne', 'sanne', null, 'sanne', 'daan')).toEqual([0, 0, 0, 1_000, 0])
  expect(await verdicts('daan', 'daan')).toEqual([0, 1_000])
  expect([await verdicts('noor'), await verdicts('noor'), await verdicts('noor')]).toEqual([[0], [0], [1_000]])
})

test('a budget frees a request exactly when its time is over', () => {
  const { tat } = spendUntilRefused(tightBudget, 0)
  expect([take(tat, tightBudget, 59_999).retryAfterMs, take(tat, tightBudget, 60_000).retryAfterMs]).toEqual([1, 0])
})
