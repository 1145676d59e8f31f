import { describe, expect, test } from 'vitest'
import { readOverview } from '#server/counts/read-overview.ts'
import { writeCounts } from '#server/counts/count.ts'
import type { FinalCount, Source } from '#server/counts/counted.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { countBy, countPeople } from './stats.ts'

const timeZone = 'Europe/Amsterdam'
const dayMs = 24 * 3_600_000
/** 00:30 in Amsterdam, two days after its clock was set back; in UTC it is still the day before. */
const now = Date.parse('2026-10-26T23:30:00Z')

const podcast: Source = { kind: 'utm', name: 'podcast' }
const host: Source = { kind: 'referrer', name: 'podcast' }
const file: Source = { kind: 'import', name: 'HYROX stand' }

/** A sign-up, and its confirmation in the same hour. */
const joined = (daysAgo: number, source: Source, placement: string, count = 1): FinalCount[] => {
  const at = now - daysAgo * dayMs
  return [
    { what: 'joined', at, source, placement, count },
    { what: 'people_unconfirmed', at, count },
  ]
}
const confirmed = (daysAgo: number, source: Source, placement: string): FinalCount[] => {
  const at = now - daysAgo * dayMs
  return [
    { what: 'joined_confirmed', at, source, placement },
    { what: 'confirmed', at, source, placement },
    { what: 'people_unconfirmed', at, count: -1 },
    { what: 'people_confirmed', at },
  ]
}

const counts: FinalCount[] = [
  ...joined(0, podcast, 'hero', 3),
  ...confirmed(0, podcast, 'hero'),
  ...joined(1, host, 'final', 2),
  ...joined(2, { kind: 'direct', name: '' }, 'hero'),
  ...joined(2, file, 'import', 5),
  ...confirmed(2, file, 'import'),
  ...joined(27, { kind: 'other', name: '' }, 'quiz', 4),
  ...joined(28, podcast, 'hero', 50),
  { what: 'blocked_complained', at: now },
]

async function storeOf(engine: FreshStore['engine']) {
  const store = await freshStore(engine)
  await store.transact((trx) => writeCounts(trx, counts, timeZone))
  const overview = await readOverview(store.db, { range: '28d', timeZone, now })
  const stats = (by: 'source' | 'placement' | 'day') =>
    countBy(store.db, by, { timeZone, now, days: 28 })
  return { store, overview, stats }
}

describe.each(storeEngines)(
  '[DASH-9] stats of 28 days on %s are those of the overview',
  (engine) => {
    test('in total, and confirmed since', async () => {
      const { overview, stats } = await storeOf(engine)
      for (const by of ['source', 'placement', 'day'] as const) {
        const { total, importTotal } = await stats(by)
        expect([total.joined, total.confirmed]).toEqual([10, 1])
        expect([importTotal.joined, importTotal.confirmRate]).toEqual([5, 1 / 5])
        expect([total.joined, total.confirmed]).toEqual([
          overview.funnel.joined,
          overview.funnel.confirmed,
        ])
        expect(total.joined + importTotal.joined).toBe(overview.headline[0]!.range)
      }
    })

    test('by source, with a word of a campaign apart from a host of the same name', async () => {
      const { overview, stats } = await storeOf(engine)
      const { rows, imports } = await stats('source')
      const listed = overview.sources.all.map(
        ({ kind, name, joined }) => `${kind} ${name} ${joined}`,
      )
      expect(
        [...rows, ...imports.map((row) => ({ kind: 'import', ...row }))].map(
          ({ kind, name, joined }) => `${kind} ${name} ${joined}`,
        ),
      ).toEqual(expect.arrayContaining(listed))
      expect(rows).toHaveLength(listed.length - 1)
    })

    test('by form', async () => {
      const { overview, stats } = await storeOf(engine)
      const { rows } = await stats('placement')
      for (const { name, joined } of rows)
        expect(overview.forms.find(({ placement }) => placement === name)?.joined).toBe(joined)
      expect(rows.map(({ name }) => name)).toEqual(['hero', 'quiz', 'final'])
    })

    test('by day, where imports stand apart', async () => {
      const { overview, stats } = await storeOf(engine)
      const { rows, imports } = await stats('day')
      expect(rows.map(({ name, joined }) => [name, joined])).toEqual([
        ['2026-10-27', 3],
        ['2026-10-26', 2],
        ['2026-10-25', 1],
        ['2026-09-30', 4],
      ])
      for (const { day, joined } of overview.chart.buckets)
        expect(
          [...rows, ...imports]
            .filter(({ name }) => name === day)
            .reduce((sum, row) => sum + row.joined, 0),
        ).toBe(joined)
    })

    test('by state, an address that was suppressed before it joined included', async () => {
      const { store, overview } = await storeOf(engine)
      const { states, joinedByDay } = await countPeople(store.db, timeZone, now)
      expect(states).toEqual(overview.states)
      expect([states.confirmed, states.complained]).toEqual([2, 1])
      expect(joinedByDay.slice(0, 3)).toEqual([
        { day: '2026-10-27', joined: 3, imported: 0 },
        { day: '2026-10-26', joined: 2, imported: 0 },
        { day: '2026-10-25', joined: 1, imported: 5 },
      ])
    })
  },
)
