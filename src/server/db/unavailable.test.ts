import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { freshFolder, freshStore, type FreshStore } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { inAnotherProcess } from '#test/other-process.ts'
import { StoreUnavailable } from './store.ts'

const promisedMs = 2_000

const write = (store: FreshStore, key: string) =>
  store.transact((trx) => trx.insertInto('budgets').values({ key, tat: 0 }).execute())

async function seconds(what: string, work: Promise<unknown>) {
  const from = performance.now()
  await expect(work).rejects.toBeInstanceOf(StoreUnavailable)
  const ms = performance.now() - from
  recordMeasurement(`${what}: StoreUnavailable after ${Math.round(ms)} ms`)
  expect(ms).toBeLessThan(3 * promisedMs)
}

test('while another process holds the write lock, writes throw StoreUnavailable and reads work; afterwards all work', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const holder = await inAnotherProcess(`
    import { DatabaseSync } from 'node:sqlite'
    const file = new DatabaseSync('${join(dataDir, 'ascend.db')}')
    file.exec('begin immediate')
    console.log('locked')
  `)
  const order: string[] = []
  const note = async (what: string, work: Promise<unknown>) => {
    await work
    order.push(what)
  }
  await Promise.all([
    note('write', seconds('locked', write(store, 'one'))),
    note(
      'write',
      seconds(
        'locked, without transaction',
        store.db.insertInto('budgets').values({ key: 'alone', tat: 0 }).execute(),
      ),
    ),
    note('read', store.ping()),
  ])
  expect(order).toEqual(['read', 'write', 'write'])
  await holder.kill()
  await write(store, 'after')
  expect(await store.db.selectFrom('budgets').select('key').execute()).toEqual([{ key: 'after' }])
})

test('a lock that ends in time only delays the write', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const holder = await inAnotherProcess(`
    import { DatabaseSync } from 'node:sqlite'
    const file = new DatabaseSync('${join(dataDir, 'ascend.db')}')
    file.exec('begin immediate')
    console.log('locked')
  `)
  const waiting = write(store, 'patient')
  await store.ping()
  await holder.kill()
  await waiting
  expect(await store.db.selectFrom('budgets').select('key').execute()).toEqual([{ key: 'patient' }])
})

test('on a full disk writes throw StoreUnavailable and reads continue; with free space writes continue', async () => {
  const store = await freshStore('sqlite')
  const limit = async (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(store.db)
  const big = (key: string) => write(store, key + 'x'.repeat(200_000))
  await write(store, 'before')
  await limit(1)
  await seconds('full', big('one'))
  await seconds(
    'full, without transaction',
    store.db
      .insertInto('budgets')
      .values({ key: 'y'.repeat(200_000), tat: 0 })
      .execute(),
  )
  expect(await store.db.selectFrom('budgets').select('key').execute()).toEqual([{ key: 'before' }])
  await limit(1_000_000)
  await big('after')
})

test('on a disk with space for small writes only, the probe fails after a larger write has failed, until there is space', async () => {
  const store = await freshStore('sqlite')
  const limit = async (pages: number) =>
    sql`pragma max_page_count = ${sql.lit(pages)}`.execute(store.db)
  await limit(1)
  await store.probe()
  await expect(write(store, 'x'.repeat(200_000))).rejects.toThrow(StoreUnavailable)
  for (let n = 0; n < 2; n++) await expect(store.probe()).rejects.toThrow(StoreUnavailable)
  await limit(1_000_000)
  await store.probe()
  expect(
    await store.db.selectFrom('meta').select('key').where('key', '=', 'room').execute(),
  ).toEqual([])
})
