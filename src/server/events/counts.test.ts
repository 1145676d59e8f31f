import { describe, expect, test } from 'vitest'
import type { EventCount } from '#contract/events/events.ts'
import { engines, freshStore } from '#test/fresh-store.ts'
import { partCounts } from '#test/stored-counts.ts'
import { countAll, openCountBatcher } from './event-routes.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const seen = (label: string, count = 1): EventCount => ({ event: 'section_view', label, count })

describe.each(engines)('[TRACK-2] counts by the hour on %s', async (engine) => {
  const store = await freshStore(engine)
  let clock = noon
  const counts = openCountBatcher(store, () => clock)
  const kept = () => partCounts(store.db)
  const empty = () => store.db.deleteFrom('hourly_counts').execute()

  test('are added to the row of their hour, event and label', async () => {
    await counts.add({
      counts: [seen('hero', 2), { event: 'cta_click', label: 'hero', count: 1 }],
      charges: null,
    })
    clock = noon + 3_599_999
    await counts.add({ counts: [seen('hero')], charges: null })
    clock = noon + 3_600_000
    await counts.add({ counts: [seen('hero')], charges: null })
    expect(await kept()).toEqual([
      { hour: noon, event: 'cta_click', label: 'hero', count: 1 },
      { hour: noon, event: 'section_view', label: 'hero', count: 3 },
      { hour: noon + 3_600_000, event: 'section_view', label: 'hero', count: 1 },
    ])
  })

  test('a name that comes twice, in one batch or in two of a turn, is added up', async () => {
    await empty()
    await Promise.all([
      counts.add({ counts: [seen('quiz', 2), seen('quiz', 3)], charges: null }),
      counts.add({ counts: [seen('quiz')], charges: null }),
    ])
    expect((await kept()).map(({ label, count }) => [label, count])).toEqual([['quiz', 6]])
  })

  test('a batch over its budget is not counted; the other batch of its commit is', async () => {
    await empty()
    const charges = [{ key: 'events one', budget: { atOnce: 1, everyMs: 60_000 } }]
    const batches = [
      { counts: [seen('video')], charges },
      { counts: [seen('video')], charges },
      { counts: [seen('final')], charges: null },
    ]
    expect(await store.transact((trx) => countAll(trx, batches, noon))).toEqual([
      { retryAfterMs: 0 },
      { retryAfterMs: 60_000 },
      { retryAfterMs: 0 },
    ])
    expect((await kept()).map(({ label, count }) => [label, count])).toEqual([
      ['final', 1],
      ['video', 1],
    ])
  })

  test('500 batches at once lose none', async () => {
    await empty()
    await Promise.all(
      Array.from({ length: 500 }, (_, n) =>
        counts.add({ counts: [seen(n % 2 ? 'hero' : 'final'), seen('video')], charges: null }),
      ),
    )
    expect((await kept()).map(({ label, count }) => [label, count])).toEqual([
      ['final', 250],
      ['hero', 250],
      ['video', 500],
    ])
  })
})
