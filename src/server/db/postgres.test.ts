import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { openProxy } from '#test/proxy.ts'
import { silentLog } from '#test/silent-log.ts'
import { databaseUrl, runSql, startPostgres, type TestPostgres } from '#test/postgres.ts'
import { openStore } from './open.ts'
import { StoreUnavailable, type Store } from './store.ts'

const promisedMs = 2_000
let server: TestPostgres
let store: Store

beforeAll(async () => {
  server = await startPostgres()
  store = await openStore({ databaseUrl: server.url }, { log: silentLog, role: 'server' })
})
afterAll(async () => {
  await store.close()
  await server.stop()
})

const write = (key: string) =>
  store.transact((trx) => trx.insertInto('budgets').values({ key, tat: 0 }).execute())

async function isAway(what: string, work: Promise<unknown>) {
  const from = performance.now()
  await expect(work).rejects.toBeInstanceOf(StoreUnavailable)
  const ms = performance.now() - from
  recordMeasurement(`${what}: StoreUnavailable after ${Math.round(ms)} ms`)
  expect(ms).toBeLessThan(3 * promisedMs)
}

/** Fails when all have failed. */
const lastOf = async (works: Promise<unknown>[]) => {
  const results = await Promise.allSettled(works)
  if (
    results.every(
      (result) => result.status === 'rejected' && result.reason instanceof StoreUnavailable,
    )
  )
    throw new StoreUnavailable('all')
}

/** Recovery is promised within 5 s. */
const recovers = () =>
  expect
    .poll(
      () =>
        store.ping().then(
          () => 'here',
          () => 'away',
        ),
      { timeout: 15_000, interval: 50 },
    )
    .toBe('here')

test('a frozen server is StoreUnavailable for reads, writes and running transactions, and recovers when it resumes', async () => {
  await store.ping()
  const underWay = store.transact(async (trx) => {
    await trx.insertInto('budgets').values({ key: 'half', tat: 0 }).execute()
    server.freeze()
    await trx.insertInto('budgets').values({ key: 'half more', tat: 0 }).execute()
  })
  await isAway('frozen in mid-transaction', underWay)
  await Promise.all([
    isAway('frozen, transaction', write('frozen')),
    isAway('frozen, read', store.ping()),
  ])
  await isAway(
    'frozen, the last of 30 at once',
    lastOf(Array.from({ length: 30 }, (_, at) => write(`crowd ${at}`))),
  )
  server.thaw()
  await recovers()
  await write('thawed')
  expect(await store.db.selectFrom('budgets').select('key').execute()).toEqual([{ key: 'thawed' }])
})

test('a server that restarts is StoreUnavailable meanwhile and recovers, also during a transaction', async () => {
  const underWay = store.transact(async (trx) => {
    await trx.insertInto('budgets').values({ key: 'cut', tat: 0 }).execute()
    await server.restart()
    await trx.insertInto('budgets').values({ key: 'cut more', tat: 0 }).execute()
  })
  await expect(underWay).rejects.toBeInstanceOf(StoreUnavailable)
  await recovers()
  await write('restarted')
})

test('two transactions that deadlock both succeed', async () => {
  await Promise.all([write('left'), write('right')])
  const touch = (first: string, second: string) =>
    store.transact(async (trx) => {
      await trx.updateTable('budgets').set({ tat: 1 }).where('key', '=', first).execute()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await trx.updateTable('budgets').set({ tat: 1 }).where('key', '=', second).execute()
    })
  await Promise.all([touch('left', 'right'), touch('right', 'left')])
  const rows = await store.db
    .selectFrom('budgets')
    .select('tat')
    .where('key', 'in', ['left', 'right'])
    .execute()
  expect(rows.map(({ tat }) => tat)).toEqual([1, 1])
})

test('a query that takes too long is StoreUnavailable', async () => {
  await isAway('slow query', sql`select pg_sleep(30)`.execute(store.db))
})

test('a server that has no connection left is StoreUnavailable', async () => {
  await runSql(
    server.url,
    'create role visitor login; grant select on all tables in schema public to visitor',
  )
  const url = new URL(server.url)
  url.username = 'visitor'
  const narrow = await openStore({ databaseUrl: url.href }, { log: silentLog, role: 'server' })
  await runSql(server.url, 'alter role visitor connection limit 1')
  await narrow.db.transaction().execute(() => isAway('no connection left', narrow.ping()))
  await narrow.ping()
  await narrow.close()
})

/** Connections that stand idle afterwards. */
const openConnections = (of: Store) =>
  Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.1)`.execute(of.db)))

test('connections from the time when a server was read-only are not used any more', async () => {
  await runSql(server.url, 'create database replica')
  const url = databaseUrl(server.url, 'replica')
  const replica = await openStore({ databaseUrl: url }, { log: silentLog, role: 'server' })
  const add = (key: string) =>
    replica.transact((trx) => trx.insertInto('budgets').values({ key, tat: 0 }).execute())
  await runSql(server.url, 'alter database replica set default_transaction_read_only = on')
  await runSql(
    server.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'replica'`,
  )
  await expect
    .poll(() =>
      openConnections(replica).then(
        () => 'here',
        () => 'away',
      ),
    )
    .toBe('here')
  await isAway('read-only', add('early'))
  await runSql(server.url, 'alter database replica reset default_transaction_read_only')
  await add('late')
  await replica.close()
})

test('once a connection does not answer, others to the same machine are not used any more', async () => {
  const proxy = await openProxy((await freshDatabase()).databaseUrl)
  const moved = await openStore({ databaseUrl: proxy.url }, { log: silentLog, role: 'server' })
  await openConnections(moved)
  proxy.loseOpen()
  await isAway('lost', moved.ping())
  await moved.ping()
  await moved.close()
})

test('closing does not wait for a server that does not answer', async () => {
  await runSql(server.url, 'create database other')
  const other = await openStore(
    { databaseUrl: databaseUrl(server.url, 'other') },
    { log: silentLog, role: 'server' },
  )
  server.freeze()
  await expect(other.close()).resolves.toBeUndefined()
  server.thaw()
})

test('on a disk with space for small writes only, the probe fails after a larger write has failed, until there is space', async () => {
  await runSql(
    server.url,
    `create function fill_disk() returns trigger language plpgsql as 'begin raise exception ''No space left on device'' using errcode = ''53100''; end';
    create trigger fill_disk before insert on budgets execute function fill_disk(); create trigger fill_disk before insert on meta execute function fill_disk()`,
  )
  await store.probe()
  await expect(write('too large')).rejects.toThrow(StoreUnavailable)
  for (let n = 0; n < 2; n++) await expect(store.probe()).rejects.toThrow(StoreUnavailable)
  await runSql(server.url, 'drop function fill_disk cascade')
  await store.probe()
  expect(
    await store.db.selectFrom('meta').select('key').where('key', '=', 'room').execute(),
  ).toEqual([])
})

test('a transaction that collides is tried three times, then throws StoreUnavailable', async () => {
  let tries = 0
  const collide = (upTo: number) =>
    store.transact(async (trx) => {
      tries++
      if (tries <= upTo)
        await sql`do $$ begin raise exception 'deadlock' using errcode = '40P01'; end $$`.execute(
          trx,
        )
    })
  await collide(2)
  expect(tries).toBe(3)
  tries = 0
  await expect(collide(3)).rejects.toThrow(StoreUnavailable)
  expect(tries).toBe(3)
})
