import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/time.ts'
import { writeCounts } from '#server/counts/count.ts'
import type { FinalCount } from '#server/counts/counted.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { readGoal } from './goal.ts'

const timeZone = 'Europe/Amsterdam'
/** 12:00 in Amsterdam. */
const now = Date.parse('2026-11-24T11:00:00Z')

/** On each of the last days, the present one included, so many confirm at noon, and one leaves. */
function* confirming(days: number, each: number): Generator<FinalCount> {
  for (let back = days - 1; back >= 0; back--) {
    const at = now - back * dayMs
    yield { what: 'joined', at, count: each }
    yield { what: 'people_confirmed', at, count: each }
    yield { what: 'people_confirmed', at, count: -1 }
  }
}
const imported = (at: number, count: number): FinalCount[] => [
  { what: 'joined', at, count },
  { what: 'people_confirmed', at, count },
  { what: 'confirmed_by_import', at, count },
]

describe.each(storeEngines)('the goal on %s', (engine) => {
  const read = async (counts: Iterable<FinalCount>, goal: number) => {
    const store = await freshStore(engine)
    await store.transact((trx) => writeCounts(trx, [...counts], timeZone))
    return readGoal(store.db, { goal, timeZone, now })
  }

  test('follows the net confirmations of whole days; an import fills the gauge and is no pace', async () => {
    const counts = [...confirming(11, 6), ...imported(now - 3 * dayMs - hourMs, 500)]
    const goal = await read(counts, 755)
    // 11 days of 5 and the import. Of the 200 to go 2.5 come today, so it takes 40 days more.
    expect(goal.confirmed).toBe(555)
    const at = Date.parse('2027-01-02T23:00:00Z')
    expect(goal.forecast).toEqual({ kind: 'day', likelyAt: at, earliestAt: at, latestAt: at })
  })

  test('has no forecast before seven whole days, of which the first day of the list is none', async () => {
    expect((await read(confirming(8, 6), 1_000)).forecast).toEqual({
      kind: 'none',
      why: 'few-days',
    })
    expect((await read(confirming(9, 6), 1_000)).forecast.kind).toBe('day')
    expect(await read([], 1_000)).toEqual({
      confirmed: 0,
      goal: 1_000,
      forecast: { kind: 'none', why: 'few-days' },
    })
  })
})
