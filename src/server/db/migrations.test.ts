import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freshDatabase, freshFolder, freshStore, storeEngines } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { type Migration, migrations } from './schema.ts'
import { openStore } from './open.ts'
import { StartRefused } from '#server/config/start-refused.ts'

const ours = migrations.length
const padded = (id: number) => String(id).padStart(3, '0')
const additive: Migration = {
  name: 'notes',
  statements: ['create table notes (id integer primary key, note text not null) strict'],
}
const breaking: Migration = {
  name: 'fewer columns',
  breaking: true,
  statements: ['alter table people drop column "leftAt"'],
}
const failing: Migration = {
  name: 'wrong',
  statements: [
    'create table half (id integer primary key) strict',
    'create table people (id integer primary key) strict',
  ],
}

describe.each(storeEngines)('migrations on %s', (engine) => {
  const closed = async (later: readonly Migration[] = []) => {
    const store = await freshStore(engine, { migrations: [...migrations, ...later] })
    await store.db.insertInto('budgets').values({ key: 'kept', tat: 1 }).execute()
    await store.close()
    return store
  }
  const recorded = async (store: Awaited<ReturnType<typeof closed>>) =>
    store.db.selectFrom('migrations').select(['id', 'name', 'breaking']).orderBy('id').execute()

  test('a newer program applies its migrations once, and keeps existing rows', async () => {
    const old = await closed()
    for (let start = 0; start < 2; start++) {
      const store = await old.reopen({ migrations: [...migrations, additive, breaking] })
      expect((await recorded(store)).slice(ours)).toEqual([
        { id: ours + 1, name: 'notes', breaking: 0 },
        { id: ours + 2, name: 'fewer columns', breaking: 1 },
      ])
      expect(await store.db.selectFrom('budgets').selectAll().execute()).toEqual([
        { key: 'kept', tat: 1 },
      ])
      await store.close()
    }
  })

  test('an older program works on a store that is one additive migration ahead', async () => {
    const store = await (await closed([additive])).reopen({ migrations })
    await store.transact((trx) =>
      trx.insertInto('budgets').values({ key: 'older', tat: 1 }).execute(),
    )
    expect(await store.db.selectFrom('budgets').select('key').orderBy('key').execute()).toEqual([
      { key: 'kept' },
      { key: 'older' },
    ])
  })

  test.each([
    ['one breaking migration', [breaking]],
    ['two migrations', [additive, { ...additive, statements: [] }]],
  ])('an older program refuses a store that is %s ahead', async (_, later) => {
    const newer = await closed(later)
    await expect(newer.reopen({ migrations })).rejects.toBeInstanceOf(StartRefused)
    await expect(newer.reopen({ migrations })).rejects.toThrow(
      /was written by a newer program .*: start the newer one, or restore the backup from before the update\.$/,
    )
  })

  test('a migration that fails changes nothing and is refused in one sentence', async () => {
    const old = await closed()
    await expect(old.reopen({ migrations: [...migrations, failing] })).rejects.toThrow(
      new RegExp(
        `could not be updated \\(step ${ours + 1}, wrong: .*people.* exists\\); nothing was changed`,
      ),
    )
    const store = await old.reopen()
    expect(await recorded(store)).toHaveLength(ours)
    await expect(
      store.db
        .selectFrom('half' as 'meta')
        .selectAll()
        .execute(),
    ).rejects.toThrow(/half/)
  })
})

test('on Postgres a migration that collides with running servers is retried', async () => {
  const old = await freshStore('postgres')
  await sql`create sequence tries`.execute(old.db)
  const colliding: Migration = {
    name: 'collides',
    statements: [
      `do $$ begin if nextval('tries') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if; end $$`,
      ...additive.statements,
    ],
  }
  const next = await old.reopen({ migrations: [...migrations, colliding] })
  expect(
    await next.db.selectFrom('migrations').select('name').where('id', '>', ours).execute(),
  ).toEqual([{ name: 'collides' }])
  const never: Migration = {
    name: 'never',
    statements: [`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`],
  }
  await expect(old.reopen({ migrations: [...migrations, colliding, never] })).rejects.toThrow(
    /could not be updated .*deadlock detected/,
  )
})

test('before the migrations of a store with people one checked copy is made', async () => {
  const dataDir = freshFolder()
  const old = await freshStore('sqlite', { dataDir })
  await old.db.insertInto('budgets').values({ key: 'kept', tat: 1 }).execute()
  await old.close()
  expect(readdirSync(dataDir)).not.toContain('backups')
  await old.reopen({ migrations: [...migrations, additive, breaking] })
  const copies = readdirSync(join(dataDir, 'backups')).sort()
  expect(copies).toEqual([
    expect.stringMatching(new RegExp(`^before-${padded(ours + 1)}-\\d{8}T\\d{6}Z\\.db$`)),
  ])
  const copy = new DatabaseSync(join(dataDir, 'backups', copies[0] as string), { readOnly: true })
  expect(copy.prepare('select key from budgets').all()).toEqual([{ key: 'kept' }])
  expect(copy.prepare('select max(id) as id from migrations').get()).toEqual({ id: ours })
  copy.close()
})

test('three servers that start at once on an empty Postgres database migrate it once', async () => {
  const where = await freshDatabase(null)
  const slow = { ...additive, statements: [...additive.statements, 'select pg_sleep(0.3)'] }
  const open = () =>
    openStore(where, { log: silentLog, role: 'server', migrations: [...migrations, slow] })
  const stores = await Promise.all([open(), open(), open()])
  expect(await stores[0].db.selectFrom('migrations').select('id').orderBy('id').execute()).toEqual(
    [...migrations, slow].map((_, index) => ({ id: index + 1 })),
  )
  await Promise.all(stores.map((store) => store.close()))
})

test("a Postgres migration may take longer than a visitor's query", async () => {
  const where = await freshDatabase()
  const slow = { name: 'slow', statements: ['select pg_sleep(2)'] }
  const store = await openStore(where, {
    log: silentLog,
    role: 'server',
    migrations: [...migrations, slow],
  })
  expect(
    await store.db
      .selectFrom('migrations')
      .select('name')
      .where('id', '=', ours + 1)
      .execute(),
  ).toEqual([{ name: 'slow' }])
  await store.close()
})
