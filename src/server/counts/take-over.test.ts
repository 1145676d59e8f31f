import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { noOrigin } from '#contract/waitlist.ts'
import { joinAll } from '#server/signup/join.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { leave, suppressAddress } from '#server/signup/membership.ts'
import { freshStore, storeEngines, type FreshStore } from '#test/fresh-store.ts'
import { readOverview } from './read-overview.ts'
import { takeOverCounts } from './take-over.ts'

const { timeZone } = campaign
const noon = Date.parse('2026-11-21T11:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A store as an earlier version leaves it: people and counts of theirs, none of ours. */
async function earlierStore(engine: FreshStore['engine']) {
  const store = await freshStore(engine)
  const join = (email: string, source: string) =>
    store.transact((trx) =>
      joinAll(
        trx,
        [
          {
            ...noOrigin,
            source,
            email,
            placement: 'hero',
            consent: campaign.consents[0],
            charges: null,
          },
        ],
        'double',
        noon,
      ),
    )
  const idOf = async (email: string) =>
    (
      await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  for (const name of ['sanne', 'daan', 'noor', 'milan'])
    await join(`${name}@example.com`, 'podcast')
  const [sanne, daan] = [await idOf('sanne@example.com'), await idOf('daan@example.com')]
  await store.transact((trx) => confirmPerson(trx, sanne, noon + hourMs))
  await store.transact((trx) => leave(trx, daan, noon + hourMs))
  await store.transact((trx) => suppressAddress(trx, 'x@example.com', 'suppressed', noon))
  await store.db.deleteFrom('hourly_counts').execute()
  await store.db.deleteFrom('daily_counts').execute()
  const counts = { kind: 'utm', name: 'podcast', placement: 'hero' }
  const countEarlier = (event: string, hour: number, count: number) =>
    store.db
      .insertInto('source_counts')
      .values({ ...counts, event, hour, count })
      .execute()
  // Six joined, of whom two were erased.
  await countEarlier('joined', noon, 6)
  await countEarlier('confirmed', noon + hourMs, 1)
  await countEarlier('joined_confirmed', noon, 1)
  await store.db
    .insertInto('event_counts')
    .values([
      { hour: noon - dayMs, event: 'section_view', label: 'hero', count: 7 },
      { hour: noon, event: 'shown', label: 'exit-intent', count: 2 },
    ])
    .execute()
  return { store, join, countEarlier, noor: await idOf('noor@example.com') }
}

const now = noon + 2 * dayMs
const read = (store: FreshStore) => readOverview(store.db, { range: 'all', timeZone, now })
const presentIn = async (store: FreshStore) =>
  Object.fromEntries((await read(store)).headline.map(({ figure, now }) => [figure, now]))

describe.each(storeEngines)('[DASH-9] counts of an earlier version on %s', (engine) => {
  test('are moved, and people who are gone count as removed', async () => {
    const { store } = await earlierStore(engine)
    await takeOverCounts(store, { timeZone, now })
    expect(await presentIn(store)).toEqual({
      joined: 6,
      confirmed: 1,
      unconfirmed: 2,
      left: 1,
      undeliverable: 0,
      removed: 2,
    })
    const { chart, sources, forms, blocked, countedSince } = await read(store)
    expect(chart.columns).toMatchObject([{ joined: 6, confirmed: 1 }])
    expect(sources.all).toEqual([
      { kind: 'utm', name: 'podcast', visits: 0, joined: 6, confirmed: 1 },
    ])
    expect(forms.find(({ placement }) => placement === 'exit-intent')).toMatchObject({ seen: 2 })
    expect([blocked, countedSince]).toEqual([
      1,
      { joined: Date.parse('2026-11-20T23:00:00Z'), states: now, visits: null },
    ])
    for (const table of ['event_counts', 'source_counts'] as const)
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('are moved once, also by two servers at the same time, and again after an interruption', async () => {
    const { store } = await earlierStore(engine)
    const second = engine === 'postgres' ? await store.reopen() : store
    await takeOverCounts(store, { timeZone, now, stopping: () => true })
    await Promise.all([
      takeOverCounts(store, { timeZone, now, always: true }),
      takeOverCounts(second, { timeZone, now, always: true }),
    ])
    const once = await presentIn(store)
    await takeOverCounts(store, { timeZone, now, always: true })
    expect([once, await presentIn(store)]).toEqual([
      expect.objectContaining({ joined: 6, removed: 2 }),
      once,
    ])
  })

  test('that a server of the version before adds later are moved too, with the states that it changed', async () => {
    const { store, countEarlier, noor } = await earlierStore(engine)
    await takeOverCounts(store, { timeZone, now })
    await store.db
      .updateTable('people')
      .set({ state: 'confirmed', confirmed_at: now })
      .where('id', '=', noor)
      .execute()
    await countEarlier('confirmed', noon + 2 * dayMs, 1)
    await countEarlier('joined_confirmed', noon, 1)
    await takeOverCounts(store, { timeZone, now })
    expect(await presentIn(store)).toMatchObject({ joined: 6, confirmed: 2, unconfirmed: 1 })
    expect((await read(store)).sources.total).toMatchObject({ joined: 6, confirmed: 2 })
  })

  test('a confirmation before the move keeps the name of its sign-up', async () => {
    const { store, noor } = await earlierStore(engine)
    await store.transact((trx) => confirmPerson(trx, noor, now))
    await takeOverCounts(store, { timeZone, now })
    expect((await read(store)).sources.all).toEqual([
      { kind: 'utm', name: 'podcast', visits: 0, joined: 6, confirmed: 2 },
    ])
  })

  test('a new store has nothing to move and counts states from the start', async () => {
    const store = await freshStore(engine)
    await takeOverCounts(store, { timeZone, now })
    expect((await read(store)).countedSince).toEqual({ joined: null, states: null, visits: null })
    expect(
      await store.db
        .selectFrom('meta')
        .select('value')
        .where('key', '=', 'states counted since')
        .execute(),
    ).toEqual([{ value: '0' }])
  })
})
