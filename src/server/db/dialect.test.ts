import { sql, type Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshStore, storeEngines } from '#test/fresh-store.ts'
import { StoreUnavailable } from './store.ts'
import type { PeopleTable } from './people-schema.ts'
import { recordMeasurement } from '#test/measurements.ts'

const sanne: Insertable<PeopleTable> = {
  id: '01900000-0000-7000-8000-000000000001',
  email: 'sanne@example.com',
  state: 'unconfirmed',
  language: 'en',
  placement: 'hero',
  source: '',
  createdAt: 1_795_247_779_402,
  confirmedAt: null,
  leftAt: null,
  recentMails: '[]',
  budgetDomain: 'example.com',
  utmMedium: 'audio',
  utmCampaign: 'spring 2027',
  referrerHost: 'news.example',
  importedAt: null,
  quizType: '',
  mailSuspendedUntil: null,
  languageChosenAt: null,
  repeats: '{}',
}
const milan: Insertable<PeopleTable> = {
  ...sanne,
  id: '01900000-0000-7000-8000-000000000002',
  email: 'milan@example.com',
}

describe.each(storeEngines)('the store on %s', async (engine) => {
  const store = await freshStore(engine)
  const { db } = store
  const emails = async () =>
    (await db.selectFrom('people').select('email').orderBy('email').execute()).map(
      (row) => row.email,
    )
  const empty = () => db.deleteFrom('people').execute()

  test('returns what was stored: times as numbers, null as null', async () => {
    await db.insertInto('people').values(sanne).execute()
    expect(await db.selectFrom('people').selectAll().execute()).toEqual([sanne])
    await empty()
  })

  test('returns counts, sums and changed rows as numbers', async () => {
    await db
      .insertInto('budgets')
      .values([
        { key: 'one', tat: 3_000_000_000 },
        { key: 'two', tat: 4_000_000_000 },
      ])
      .execute()
    const row = await db
      .selectFrom('budgets')
      .select(({ fn }) => [fn.countAll().as('rows'), fn.sum('tat').as('sum')])
      .executeTakeFirst()
    expect(row).toEqual({ rows: 2, sum: 7_000_000_000 })
    expect((await db.deleteFrom('budgets').executeTakeFirst()).numDeletedRows).toBe(2n)
  })

  test('sorts texts byte by byte', async () => {
    const keys = ['a-b', 'ab', 'Z', 'é', 'a_b']
    await db
      .insertInto('budgets')
      .values(keys.map((key) => ({ key, tat: 0 })))
      .execute()
    const rows = await db.selectFrom('budgets').select('key').orderBy('key').execute()
    expect(rows.map((row) => row.key)).toEqual(['Z', 'a-b', 'a_b', 'ab', 'é'])
    await db.deleteFrom('budgets').execute()
  })

  test('stores nothing of a transaction that throws', async () => {
    const half = store.transact(async (trx) => {
      await trx.insertInto('people').values(sanne).execute()
      throw new Error('changed my mind')
    })
    await expect(half).rejects.toThrow('changed my mind')
    expect(await emails()).toEqual([])
  })

  test('stores nothing of a transaction that violates a constraint, and keeps working', async () => {
    const twice = store.transact((trx) =>
      trx
        .insertInto('people')
        .values([sanne, { ...milan, email: sanne.email }])
        .execute(),
    )
    await expect(twice).rejects.not.toBeInstanceOf(StoreUnavailable)
    await store.transact((trx) => trx.insertInto('people').values(milan).execute())
    expect(await emails()).toEqual([milan.email])
    await empty()
  })

  test('refuses an unknown state, and a mail without a person', async () => {
    const lost = db
      .insertInto('people')
      .values({ ...sanne, state: 'lost' as 'confirmed' })
      .execute()
    await expect(lost).rejects.toThrow(/check constraint/i)
    const orphan = db
      .insertInto('link_tokens')
      .values({
        hash: 'h',
        purpose: 'confirm',
        personId: 'nobody',
        createdAt: 0,
        expiresAt: null,
      })
      .execute()
    await expect(orphan).rejects.toThrow(/foreign key/i)
  })

  test('deletes all rows of a person with the person', async () => {
    await db.insertInto('people').values(sanne).execute()
    await db
      .insertInto('link_tokens')
      .values({
        hash: 'h',
        purpose: 'confirm',
        personId: sanne.id,
        createdAt: 0,
        expiresAt: null,
      })
      .execute()
    await empty()
    expect(await db.selectFrom('link_tokens').selectAll().execute()).toEqual([])
  })

  test('runs 100 concurrent transactions one after another', async () => {
    await db.insertInto('budgets').values({ key: 'shared', tat: 0 }).execute()
    const add = () =>
      store.transact(async (trx) => {
        const row = await trx
          .selectFrom('budgets')
          .select('tat')
          .where('key', '=', 'shared')
          .$if(engine === 'postgres', (query) => query.forUpdate())
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('budgets')
          .set({ tat: row.tat + 1 })
          .execute()
      })
    await Promise.all(Array.from({ length: 100 }, add))
    expect(await db.selectFrom('budgets').select('tat').execute()).toEqual([{ tat: 100 }])
    await db.deleteFrom('budgets').execute()
  })

  test('shows no uncommitted rows', async () => {
    let read: Promise<string[]> | undefined
    await store.transact(async (trx) => {
      await trx.insertInto('people').values(sanne).execute()
      read = emails()
      await new Promise((resolve) => setTimeout(resolve, 50))
      if (engine === 'postgres') expect(await read).toEqual([])
    })
    if (engine === 'sqlite') expect(await read).toEqual([sanne.email])
    await empty()
  })

  test('runs more different queries than its cache of statements holds', async () => {
    for (let n = 0; n < 600; n++)
      expect((await sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(db)).rows).toEqual([
        { n },
      ])
    await store.ping()
  })
})

test('a transaction that SQLite has rolled back is not partly committed', async () => {
  const { db, transact } = await freshStore('sqlite')
  const half = transact(async (trx) => {
    await trx.insertInto('people').values(sanne).execute()
    await sql`rollback`.execute(trx)
    await trx.insertInto('people').values(milan).execute()
  })
  await expect(half).rejects.toBeInstanceOf(StoreUnavailable)
  await transact((trx) => trx.selectFrom('people').selectAll().execute())
  expect(await db.selectFrom('people').selectAll().execute()).toEqual([])
})

test('SQLite syncs each commit, checks foreign keys and never blocks the process for a lock', async () => {
  const { db } = await freshStore('sqlite')
  const setting = async (name: string) =>
    Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(db)).rows[0] ?? {})[0]
  expect(
    await Promise.all(['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].map(setting)),
  ).toEqual(['wal', 2, 1, 0])
})

test('`db` used inside a transaction on SQLite throws StoreUnavailable after 2 s instead of waiting forever', async () => {
  const { db, transact } = await freshStore('sqlite')
  const from = performance.now()
  const trap = transact(async (trx) => {
    await trx.insertInto('people').values(sanne).execute()
    await db.selectFrom('people').selectAll().execute()
  })
  await expect(trap).rejects.toBeInstanceOf(StoreUnavailable)
  recordMeasurement(`answered after ${Math.round(performance.now() - from)} ms`)
  expect(performance.now() - from).toBeLessThan(6_000)
  expect(await db.selectFrom('people').selectAll().execute()).toEqual([])
}, 20_000)
