import { expect, test } from 'vitest'
import { freshStore } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'
import { plansOf } from '#test/query-plans.ts'
import { recountLine } from './check.ts'

test('on SQLite each query of a recount reads its page of people by their ids, not everybody in a state', async () => {
  const store = await freshStore('sqlite')
  const people = await linePeople(store)
  await people.enters('sanne@example.com')
  const plans = await plansOf(store.where, () =>
    recountLine(store, { repair: false, now: people.clock.now }),
  )
  const steps = plans
    .filter(({ text }) => /^\s*select[^]*"people"/.test(text))
    .flatMap((plan) => plan.steps)
    .filter((step) => /\bpeople\b/.test(step))
  expect(steps.length).toBeGreaterThan(1)
  expect(steps.filter((step) => !/\((?:id|rowid)[>=<]/.test(step))).toEqual([])
})
