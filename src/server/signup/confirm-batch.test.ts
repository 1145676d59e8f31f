import { describe, expect, test } from 'vitest'
import { consentIn } from '#contract/campaign.ts'
import { campaign } from '#campaign/campaign.ts'
import type { Store } from '#server/db/open.ts'
import { StoreConflict } from '#server/db/errors.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'
import { addPeople } from './add-people.ts'
import { openConfirmBatcher } from './confirm-batch.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')

describe.each(storeEngines)('confirmations of one turn on %s', async (engine) => {
  const store = await freshStore(engine)
  await linePeople(store)
  let commits = 0
  let confirmed = 0
  const counted: Store = {
    ...store,
    transact: (work) => {
      commits++
      return store.transact(work)
    },
  }
  const open = (on: Store) =>
    openConfirmBatcher({ store: on, now: () => noon, confirmed: () => confirmed++ })
  const batch = open(counted)

  const joinAll = async (prefix: string, n: number): Promise<string[]> => {
    const consent = consentIn(campaign.consents, 'en')
    const emails = Array.from({ length: n }, (_, index) => `${prefix}${index}@example.com`)
    const signUps = emails.map((email) => ({ email, placement: 'hero', source: '', consent }))
    const ids = await store.transact((trx) => addPeople(trx, signUps, 'double', noon))
    return emails.map((email) => ids.get(email)!)
  }
  const press = (personId: string) => ({ personId, press: null })
  const ordersOf = async (ids: readonly string[]) => {
    const rows = await store.db.selectFrom('line').select(['personId', 'order']).execute()
    return ids.map((id) => rows.find((row) => row.personId === id)?.order)
  }

  test('[LINE-1] share one commit, and stand in line in the order of their presses', async () => {
    const ids = (await joinAll('together', 40)).toReversed()
    const first = (await store.db.selectFrom('line_head').select('nextOrder').executeTakeFirst())!
    ;[commits, confirmed] = [0, 0]
    const results = await Promise.all(ids.map((id) => batch.add(press(id))))
    expect({ commits, confirmed, results: new Set(results) }).toEqual({
      commits: 1,
      confirmed: 1,
      results: new Set(['done']),
    })
    expect(await ordersOf(ids)).toEqual(ids.map((_, index) => first.nextOrder + index))
  })

  test('of one person confirm once, and that of an unknown person nobody', async () => {
    const [id] = await joinAll('twice', 1)
    confirmed = 0
    const presses = [id!, id!, 'nobody'].map((one) => batch.add(press(one)))
    expect(await Promise.all(presses)).toEqual(['done', 'already', null])
    expect(await batch.add(press(id!))).toBe('already')
    expect(confirmed).toBe(1)
    expect(
      await store.db
        .selectFrom('outbox')
        .where('personId', '=', id!)
        .where('template', '=', 'welcome')
        .select('id')
        .execute(),
    ).toHaveLength(1)
  })

  test('open each domain that mails wait for', async () => {
    const ids = await joinAll('waits', 2)
    await store.db
      .updateTable('people')
      .set({ email: 'waits1@waited.example' })
      .where('id', '=', ids[1]!)
      .execute()
    const later = noon + 3_600_000
    const domains = ['example.com', 'other.example', 'waited.example']
    await store.db
      .insertInto('waiting_domains')
      .values(domains.map((domain) => ({ domain, opensAt: later })))
      .execute()
    await Promise.all(ids.map((id) => batch.add(press(id))))
    const rows = await store.db
      .selectFrom('waiting_domains')
      .selectAll()
      .orderBy('domain')
      .execute()
    expect(rows.map(({ domain, opensAt }) => [domain, opensAt])).toEqual([
      ['example.com', noon],
      ['other.example', later],
      ['waited.example', noon],
    ])
  })

  test('that conflict with others are stored one by one', async () => {
    const ids = await joinAll('conflict', 2)
    let times = 0
    const colliding: Store = {
      ...store,
      transact: (work) =>
        times++ === 0
          ? Promise.reject(new StoreConflict('others were there'))
          : store.transact(work),
    }
    const oneByOne = open(colliding)
    expect(await Promise.all(ids.map((id) => oneByOne.add(press(id))))).toEqual(['done', 'done'])
    expect(times).toBe(3)
  })
})
