import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import {
  normalBudget,
  spend,
  take,
  tightBudget,
  timesBudget,
  type Budget,
  type Charges,
  waitFor,
  readCapped,
} from './budgets.ts'
import { networkCharges } from './client-network.ts'

const spendUntilRefused = (budget: Budget, now: number) => {
  let fullAt = 0
  for (let taken = 0; ; taken++) {
    const answer = take(fullAt, budget, now)
    if (answer.retryAfterMs > 0) return { taken, ...answer }
    fullAt = answer.fullAt
  }
}

test('a rested budget is spent from now on, one that was spent from where that ended', () => {
  expect([
    take(0, normalBudget, 1_000_000).fullAt,
    take(1_005_000, normalBudget, 1_000_000).fullAt,
  ]).toEqual([1_010_000, 1_015_000])
})

test('the last of those at once is spent like the others', () => {
  expect(take(1_290_000, normalBudget, 1_000_000)).toEqual({ fullAt: 1_300_000, retryAfterMs: 0 })
})

test('the normal budget is 30 at once, then one per 10 s', () => {
  const spent = spendUntilRefused(normalBudget, 1_000_000)
  expect([spent.taken, spent.retryAfterMs]).toEqual([30, 10_000])
  expect(take(spent.fullAt, normalBudget, 1_010_000).retryAfterMs).toBe(0)
})

test('the tight budget is 10 at once, then one a minute', () => {
  const spent = spendUntilRefused(tightBudget, 1_000_000)
  expect([spent.taken, spent.retryAfterMs]).toEqual([10, 60_000])
})

test('a refused request costs nothing', () => {
  const spent = spendUntilRefused(tightBudget, 0)
  expect(take(spent.fullAt, tightBudget, 0).fullAt).toBe(spent.fullAt)
})

test('requests are counted in their order, those on one key one after the other; a request without charges always passes', async () => {
  const store = await freshStore('sqlite')
  const twoAtOnce = (key: string | null) =>
    key === null ? null : [{ key, budget: { atOnce: 2, everyMs: 1_000 } }]
  const verdicts = (...keys: (string | null)[]) =>
    store.transact(async (trx) =>
      (await spend(trx, keys.map(twoAtOnce), 10_000)).map(({ retryAfterMs }) => retryAfterMs),
    )
  expect(await verdicts(null, null)).toEqual([0, 0])
  expect(await verdicts('sanne', 'sanne', null, 'sanne', 'daan')).toEqual([0, 0, 0, 1_000, 0])
  expect(await verdicts('daan', 'daan')).toEqual([0, 1_000])
  expect([await verdicts('noor'), await verdicts('noor'), await verdicts('noor')]).toEqual([
    [0],
    [0],
    [1_000],
  ])
})

test('a budget frees a request exactly when its time is over', () => {
  const { fullAt } = spendUntilRefused(tightBudget, 0)
  expect([
    take(fullAt, tightBudget, 59_999).retryAfterMs,
    take(fullAt, tightBudget, 60_000).retryAfterMs,
  ]).toEqual([1, 0])
})

test('a larger budget has as many times as much at once, and as many times as often', () => {
  expect(timesBudget(tightBudget, 8)).toEqual({ atOnce: 80, everyMs: 7_500 })
})

describe.each(storeEngines)('the networks of a sign-up on %s', async (engine) => {
  const store = await freshStore(engine)
  const noon = Date.parse('2026-11-21T12:00:00Z')
  const from = (address: string, budget = normalBudget) =>
    networkCharges(`a secret of ${engine}`, address, 'normal', budget)
  const spendAll = async (requests: readonly Charges[], now = noon) =>
    (await store.transact((trx) => spend(trx, requests, now))).map(
      ({ retryAfterMs }) => retryAfterMs,
    )
  const accepted = (verdicts: readonly number[]) => verdicts.filter((ms) => ms === 0).length
  const each = (count: number, address: (n: number) => string, times = 100) =>
    Array.from({ length: count * times }, (_, n) => from(address(n % count)))

  test.each([
    [
      '256 /64s of one /56 get twice the budget of one /64',
      256,
      (n: number) => `2001:db8:1:${(0x100 + n).toString(16)}::1`,
      60,
    ],
    [
      '256 /56s of one /48 get eight times the budget of one /64',
      256,
      (n: number) => `2001:db8:2:${(n * 256).toString(16)}::1`,
      240,
    ],
    [
      'the 256 addresses of a /24 get ten times the budget of one',
      256,
      (n: number) => `203.0.113.${n}`,
      300,
    ],
  ])('%s', async (_, count, address, most) => {
    expect(accepted(await spendAll(each(count, address, 10)))).toBe(most)
    expect(accepted(await spendAll(each(count, address, 1), noon + 10_000))).toBe(most / 30)
  })

  test('two /56s of one /48, and two addresses of a /24, each have a budget of their own', async () => {
    expect(
      accepted(await spendAll(Array.from({ length: 80 }, () => from('2001:db8:3:100::1')))),
    ).toBe(30)
    expect(
      accepted(await spendAll(Array.from({ length: 80 }, () => from('2001:db8:3:200::1')))),
    ).toBe(30)
    expect([
      accepted(await spendAll(each(1, () => '198.51.100.1'))),
      accepted(await spendAll(each(1, () => '198.51.100.2'))),
    ]).toEqual([30, 30])
  })

  test('a refusal by one network costs none of them anything, and says the longest wait', async () => {
    const [small, large] = [
      { key: 'small', budget: { atOnce: 1, everyMs: 60_000 } },
      { key: 'large', budget: { atOnce: 3, everyMs: 1_000 } },
    ]
    const both = [small, large]
    expect(await spendAll([both, both, both])).toEqual([0, 60_000, 60_000])
    expect(await spendAll([[large], [large], [large]])).toEqual([0, 0, 1_000])
    expect(await spendAll([both], noon + 500)).toEqual([59_500])
  })

  test('requests that are refused leave no rows, however many addresses of one network send them', async () => {
    const rows = async () =>
      (
        await store.db
          .selectFrom('budgets')
          .select((budget) => budget.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count
    const before = await rows()
    const ofOneSite = (first: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        from(`2001:db8:6:${(first + n).toString(16)}::1`, tightBudget),
      )
    let admitted = 0
    for (let batch = 0; batch < 20; batch++)
      admitted += accepted(await spendAll(ofOneSite(batch * 1_000, 1_000)))
    expect(admitted).toBe(80)
    // Of each admitted request the row of its /64 and at most one of its /56, and that of the /48.
    expect((await rows()) - before).toBeLessThanOrEqual(2 * admitted + 1)
  })

  test.each([
    ['a day', 24 * 3_600_000],
    ['a year', 365 * 24 * 3_600_000],
  ])(
    'a clock that was %s ahead keeps nobody out for longer than a spent budget does',
    async (_, ms) => {
      const charges = from(`192.0.2.${ms % 251}`, tightBudget)
      const before = (await readCapped(store.db))?.count ?? 0
      expect(await spendAll([charges], noon + ms)).toEqual([0])
      expect(await waitFor(store.db, charges, noon)).toBe(0)
      expect(await spendAll([charges])).toEqual([60_000])
      expect(await waitFor(store.db, charges, noon)).toBe(60_000)
      expect(await spendAll([charges], noon + 60_000)).toEqual([0])
      expect(await readCapped(store.db)).toEqual({ count: before + 2, lastAt: noon })
    },
  )

  test('spending under a clock that was behind leaves the budget full', async () => {
    const charges = from('2001:db8:5::1', tightBudget)
    expect(await spendAll([charges], noon - 365 * 24 * 3_600_000)).toEqual([0])
    expect(accepted(await spendAll(Array.from({ length: 12 }, () => charges)))).toBe(10)
  })
})
