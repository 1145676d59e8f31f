import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { consentIn } from '#contract/campaign.ts'
import { migrations } from '#server/db/migrations.ts'
import { openStore, type Store } from '#server/db/open.ts'
import { readPersonalData } from '#server/people/personal-data.ts'
import { addPeople } from '#server/signup/add-people.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { freshDatabase, freshFolder, storeEngines } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { beginLine } from './begin-line.ts'
import { campaignLine } from './change-line.ts'
import { readPlace } from './read-place.ts'
import { isSound, recountLine } from './recount.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
/** In this version the place of a first confirmation had a row of its own. */
const versionOfLine = migrations.findIndex(({ name }) => name.startsWith('the line')) + 1

describe.each(storeEngines)('a line that began in an earlier version, on %s', (engine) => {
  let store: Store
  let ids: string[] = []
  beforeAll(async () => {
    const where = engine === 'sqlite' ? { dataDir: freshFolder() } : await freshDatabase(null)
    const open = (known = migrations) =>
      openStore(where, { log: silentLog, role: 'server', migrations: known })
    const before = await open(migrations.slice(0, versionOfLine))
    ids = await fillLine(before)
    await before.close()
    store = await open()
    return () => store.close()
  })

  test('[LINE-1] has the same places, and gives the next one to whoever confirms now', async () => {
    expect(await recountLine(store, { repair: false, now: noon })).toSatisfy(isSound)
    expect(
      await Promise.all(ids.map(async (id) => (await readPlace(store.db, id))?.place)),
    ).toEqual([1, 2, 3])
    const [last] = await join(store, ['last@example.com'])
    await store.transact((trx) => confirmPerson(trx, last!, noon))
    expect(await readPlace(store.db, last!)).toMatchObject({ place: 4, order: 4 })
  })

  test('[LINE-1] takes neither an order number nor a person twice', async () => {
    const insert = (person_id: string, order: number) =>
      store.db.insertInto('line').values({ person_id, order, friends: 0, key: 1 }).execute()
    await expect(insert('somebody', 2)).rejects.toThrow(/unique/i)
    await expect(insert(ids[0]!, 99)).rejects.toThrow(/unique/i)
  })

  test("[LINE-9] shows a first confirmation of that version among a person's places", async () => {
    expect((await readPersonalData(store.db, ids[0]!))!.line!.moves).toEqual([
      { place: 1, why: 'confirmed', notedAt: noon },
    ])
  })
})

/**
 * Three people confirm: the last one first, the other two at the same moment, so that their ids
 * decide. Returns them by their place.
 */
async function fillLine(store: Store): Promise<string[]> {
  const joined = await join(store, ['a@example.com', 'b@example.com', 'c@example.com'])
  const [first, second, third] = joined.toSorted() as [string, string, string]
  const ids = [third, first, second]
  for (const [index, id] of ids.entries())
    await store.db
      .updateTable('people')
      .set({ state: 'confirmed', confirmed_at: noon + Math.sign(index) })
      .where('id', '=', id)
      .execute()
  await beginLine(store, async () => store, campaignLine, noon)
  for (const [index, id] of ids.entries()) {
    await sql`insert into line_links (person_id, code, name, made_at) values (${id}, ${`ABCDEF${index + 2}`}, '', ${noon})`.execute(
      store.db,
    )
    await store.db
      .insertInto('line_moves')
      .values({ id: `move ${index}`, person_id: id, at: noon, place: index + 1, why: 'confirmed' })
      .execute()
  }
  return ids
}

async function join(store: Store, emails: readonly string[]): Promise<string[]> {
  const consent = consentIn(campaign.consents, 'en')
  const entries = emails.map((email) => ({ email, placement: 'hero', source: '', consent }))
  const added = await store.transact((trx) => addPeople(trx, entries, 'double', noon))
  return [...added.values()]
}
