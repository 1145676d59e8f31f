import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { consentIn } from '#contract/campaign/consents.ts'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { linePeople } from '#test/line-people.ts'
import { addPeople } from './add-people.ts'
import { confirmPerson } from './confirm-people.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')

describe.each(storeEngines)('presses of the button at once on %s', async (engine) => {
  const store = await freshStore(engine)
  await linePeople(store)
  const press = (id: string) => store.transact((trx) => confirmPerson(trx, id, noon))

  const joinAll = async (prefix: string, n: number): Promise<string[]> => {
    const consent = consentIn(campaign.consents, 'en')
    const emails = Array.from({ length: n }, (_, index) => `${prefix}${index}@example.com`)
    const signUps = emails.map((email) => ({ email, placement: 'hero', source: '', consent }))
    const ids = await store.transact((trx) => addPeople(trx, signUps, 'double', noon))
    return emails.map((email) => ids.get(email)!)
  }
  const ordersOf = async (ids: readonly string[]) => {
    const rows = await store.db.selectFrom('line').select(['personId', 'order']).execute()
    return ids.map((id) => rows.find((row) => row.personId === id)?.order)
  }

  test('[LINE-1] stand in line one behind the other, without a gap', async () => {
    const ids = await joinAll('together', 40)
    const first = (await store.db.selectFrom('line_head').select('nextOrder').executeTakeFirst())!
    expect(new Set(await Promise.all(ids.map(press)))).toEqual(new Set(['done']))
    const orders = (await ordersOf(ids)).sort((a, b) => a! - b!)
    expect(orders).toEqual(ids.map((_, index) => first.nextOrder + index))
  })

  test('of one person confirm once, and that of an unknown person nobody', async () => {
    const [id] = await joinAll('twice', 1)
    const results = await Promise.all([id!, id!, 'nobody'].map(press))
    expect(results.sort()).toEqual(['already', 'done', null])
    expect(await press(id!)).toBe('already')
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
    await Promise.all(ids.map(press))
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
})
