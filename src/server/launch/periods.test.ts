import { beforeEach, describe, expect, test } from 'vitest'
import { launchAt } from '#contract/launch/launch.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import { cancelPeriod, endPeriods, setLaunchState, type StateToSet } from './periods.ts'

const anna = 'anna@example.com'
const now = 1_000
const noTimes = { listFirstUntil: null, eraseAt: null }

describe.each(storeEngines)('periods of the launch on %s', (engine) => {
  let store: FreshStore
  beforeEach(async () => {
    store = await freshStore(engine)
  })
  const set = (state: StateToSet['state'], at: number, until: number | null = null, more = {}) =>
    store.transact((trx) =>
      setLaunchState(trx, { ...noTimes, state, at, until, by: anna, ...more }, now),
    )
  const end = (at: number, states?: StateToSet['state'][]) =>
    store.transact((trx) => endPeriods(trx, { at, by: anna, ...(states && { states }) }, now))
  const spans = async () =>
    (await readLaunchPeriods(store.db)).map(({ state, startsAt, endsAt }) => [
      state,
      startsAt,
      endsAt,
    ])
  const stateAt = async (at: number) => launchAt(await readLaunchPeriods(store.db), at).state

  test('[END-1] a state is stored with its times, who set it and when', async () => {
    await set('launched', 2_000, null, { listFirstUntil: 3_000, eraseAt: 9_000 })
    expect(await readLaunchPeriods(store.db)).toMatchObject([
      {
        state: 'launched',
        startsAt: 2_000,
        endsAt: null,
        listFirstUntil: 3_000,
        eraseAt: 9_000,
        setAt: now,
        setBy: anna,
      },
    ])
  })

  test('[END-1] a pause that runs keeps its beginning and gets the new end', async () => {
    await set('paused', now)
    await set('paused', now + 5, 4_000)
    expect(await spans()).toEqual([['paused', now, 4_000]])
  })

  test('[END-1] a planned state is replaced by one of the same state before it', async () => {
    await set('closed', 5_000)
    await set('closed', 4_000)
    expect(await spans()).toEqual([['closed', 4_000, null]])
  })

  test('[END-1] two pauses that do not meet are both kept', async () => {
    await set('paused', 5_000, 6_000)
    await set('paused', 2_000, 3_000)
    expect(await spans()).toEqual([
      ['paused', 2_000, 3_000],
      ['paused', 5_000, 6_000],
    ])
  })

  test('[END-1] launching a paused list leaves it paused until the pause ends', async () => {
    await set('paused', now, 3_000)
    await set('launched', 2_000)
    expect([await stateAt(2_500), await stateAt(3_000)]).toEqual(['paused', 'launched'])
  })

  test('[END-1] opening ends every state that runs; the end of a pause only that', async () => {
    await set('launched', now)
    await set('paused', now)
    await end(1_500, ['paused'])
    expect(await stateAt(1_500)).toBe('launched')
    expect([await end(2_000), await stateAt(2_000)]).toEqual([1, 'open'])
  })

  test('[END-1] only a state that has not begun can be cancelled', async () => {
    await set('paused', now)
    await set('closed', 5_000)
    const periods = await readLaunchPeriods(store.db)
    const cancelled = await Promise.all(
      periods.map(({ id }) => store.transact((trx) => cancelPeriod(trx, id, now))),
    )
    expect(cancelled).toEqual([false, true])
    expect(await spans()).toEqual([['paused', now, null]])
  })
})
