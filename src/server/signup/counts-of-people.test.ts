import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { noOrigin, type Origin } from '#contract/people/waitlist.ts'
import { sourceCounts } from '#test/stored-counts.ts'
import { engines, freshStore, type FreshStore, testSecret } from '#test/fresh-store.ts'
import { erasePerson } from './erasure.ts'
import { joinAll } from './sign-up.ts'
import type { OptIn } from './policy.ts'
import { confirmPerson } from './confirm-people.ts'
import { sourceOf } from '#server/counts/counted.ts'
import { newNamesADay } from '#server/counts/sources.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const hourMs = 3_600_000
const dayMs = 24 * hourMs

function visitorsOf(store: FreshStore) {
  const joining = (email: string, origin: Partial<Origin> = {}, placement = 'hero') => ({
    ...noOrigin,
    ...origin,
    email,
    placement,
    consent: campaign.consents[0],
    charges: null,
  })
  return {
    join: (joinings: ReturnType<typeof joining>[], at = noon, optIn: OptIn = 'double') =>
      store.transact((trx) => joinAll(trx, joinings, optIn, at)),
    joining,
    async confirm(email: string, at: number) {
      const { id } = await store.db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      await store.transact((trx) => confirmPerson(trx, id, at))
    },
    /** Lines like `2 utm podcast hero joined @0`: hours after noon. */
    async counts() {
      const rows = await sourceCounts(store.db)
      return rows
        .map(
          ({ hour, source, placement, what, count }) =>
            `${count} ${source} ${placement} ${what} @${(hour - noon) / hourMs}`,
        )
        .sort()
    },
    person: (email: string) =>
      store.db
        .selectFrom('people')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow(),
  }
}

describe.each(engines)('counts by source on %s', (engine) => {
  const open = async () => {
    const store = await freshStore(engine)
    return { store, ...visitorsOf(store) }
  }

  test('[DASH-9] a sign-up counts in its hour by utm_source, else by the referring host, else as direct, and by form', async () => {
    const { join, joining, counts } = await open()
    await join([
      joining('sanne@example.com', { source: 'pod cast', referrer: 'news.example' }),
      joining('daan@example.com', { source: 'pod cast' }),
      joining('noor@example.com', { referrer: 'news.example' }, 'final'),
      joining('milan@example.com'),
    ])
    await join([joining('lotte@example.com')], noon + 90 * 60_000)
    expect(await counts()).toEqual([
      '1 direct hero joined @0',
      '1 direct hero joined @1',
      '1 referrer news.example final joined @0',
      '2 utm pod cast hero joined @0',
    ])
  })

  test('[DASH-9] the first origin of an address is stored and counts once', async () => {
    const { join, joining, counts, person } = await open()
    const first = {
      source: 'pod cast',
      medium: 'audio',
      campaign: 'spring 2027',
      referrer: 'news.example',
    }
    await join([joining('sanne@example.com', first)])
    await join(
      [joining('sanne@example.com', { source: 'newsletter', referrer: 'other.example' }, 'final')],
      noon + 2 * dayMs,
    )
    expect(await person('sanne@example.com')).toMatchObject({
      source: 'pod cast',
      utmMedium: 'audio',
      utmCampaign: 'spring 2027',
      referrerHost: 'news.example',
      placement: 'hero',
      importedAt: null,
    })
    expect(await counts()).toEqual(['1 utm pod cast hero joined @0'])
  })

  test('[DASH-9] a confirmation counts in its hour, and once in the hour of its sign-up', async () => {
    const { join, joining, confirm, counts, store } = await open()
    await join([joining('sanne@example.com', { source: 'podcast' })])
    await confirm('sanne@example.com', noon + 5 * hourMs)
    await store.db.updateTable('people').set({ state: 'unsubscribed' }).execute()
    await confirm('sanne@example.com', noon + 9 * hourMs)
    expect(await counts()).toEqual([
      '1 utm podcast hero confirmed @5',
      '1 utm podcast hero joined @0',
      '1 utm podcast hero joined_confirmed @0',
    ])
  })

  test('[DASH-9] with single opt-in a sign-up counts as confirmed', async () => {
    const { join, joining, counts } = await open()
    await join([joining('sanne@example.com')], noon, 'single')
    expect(await counts()).toEqual([
      '1 direct hero confirmed @0',
      '1 direct hero joined @0',
      '1 direct hero joined_confirmed @0',
    ])
  })

  test(`[DASH-9] the first ${newNamesADay} new names of a day are counted by name, later ones as other, also once they confirm`, async () => {
    const { join, joining, confirm, counts } = await open()
    const strangers = Array.from({ length: newNamesADay }, (_, n) =>
      joining(`athlete${n}@example.com`, { source: `name ${String(n).padStart(3, '0')}` }),
    )
    await join(strangers)
    await join([
      joining('late@example.com', { source: 'one name more' }),
      joining('sanne@example.com', { source: 'name 007' }),
    ])
    await confirm('late@example.com', noon)
    const told = await counts()
    expect(told.filter((line) => line.includes('name'))).toHaveLength(newNamesADay)
    expect(told).toContain('2 utm name 007 hero joined @0')
    expect(told.filter((line) => line.includes('other'))).toEqual([
      '1 other hero confirmed @0',
      '1 other hero joined @0',
      '1 other hero joined_confirmed @0',
    ])
  })

  test('[DASH-9] a name that came within the last 7 days is counted by name however many new ones came first, after that it is new again', async () => {
    const { join, joining, counts } = await open()
    const flood = (day: number) =>
      Array.from({ length: newNamesADay }, (_, n) =>
        joining(`day${day}.${n}@example.com`, { source: `day ${day} name ${n}` }),
      )
    await join([joining('a@example.com', { source: 'podcast' })])
    await join([...flood(6), joining('b@example.com', { source: 'podcast' })], noon + 6 * dayMs)
    await join([...flood(12), joining('c@example.com', { source: 'podcast' })], noon + 12 * dayMs)
    await join([...flood(19), joining('d@example.com', { source: 'podcast' })], noon + 19 * dayMs)
    expect((await counts()).filter((line) => /podcast|other/.test(line))).toEqual([
      '1 other hero joined @456',
      '1 utm podcast hero joined @0',
      '1 utm podcast hero joined @144',
      '1 utm podcast hero joined @288',
    ])
  })

  test('erasing a person changes no count', async () => {
    const { join, joining, counts, store } = await open()
    await join([joining('sanne@example.com', { source: 'podcast' })])
    const before = await counts()
    await store.transact((trx) => erasePerson(trx, 'sanne@example.com', testSecret, noon))
    expect(await counts()).toEqual(before)
  })
})

test('[DASH-9] processes that store new names at the same time stay within the limit together', async () => {
  const store = await freshStore('postgres')
  const processes = [store, await store.reopen(), await store.reopen()]
  await Promise.all(
    processes.flatMap((process, number) =>
      Array.from({ length: 8 }, (_, batch) => {
        const { join, joining } = visitorsOf(process)
        return join(
          Array.from({ length: 15 }, (_, n) =>
            joining(`p${number}.${batch}.${n}@example.com`, {
              source: `name ${number} ${batch} ${n}`,
            }),
          ),
        )
      }),
    ),
  )
  const names = await store.db.selectFrom('source_names').select('name').execute()
  const joined = await store.db
    .selectFrom('hourly_counts')
    .select((row) => row.fn.sum<number>('count').as('count'))
    .where('what', '=', 'joined')
    .where('source', '<>', '')
    .executeTakeFirstOrThrow()
  expect([names.length, joined.count]).toEqual([newNamesADay, 3 * 8 * 15])
})

test('a name that may be an address is not counted by name', () => {
  expect(sourceOf({ source: 'sanne@example.com', placement: 'hero' })).toEqual({
    kind: 'other',
    name: '',
  })
})
