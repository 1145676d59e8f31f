import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshFolder, freshStore, type FreshStore } from '#test/fresh-store.ts'
import type { Log } from '#server/config/log.ts'
import { silentLog } from '#test/silent-log.ts'
import { StoreUnavailable } from './store.ts'

const pageBytes = 4096

async function filled() {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  await store.transact((trx) =>
    trx
      .insertInto('budgets')
      .values(
        Array.from({ length: 2_000 }, (_, at) => ({
          key: `row ${String(at).padStart(20, '0')}`,
          tat: at,
        })),
      )
      .execute(),
  )
  await store.close()
  return { store, path: join(dataDir, 'ascend.db') }
}

/** As after kill -9: the mark of a running server is still there. */
function forgetTheEnd(path: string) {
  const file = new DatabaseSync(path)
  file.exec(
    `update meta set value = 'running' where key = 'server'; pragma wal_checkpoint(truncate)`,
  )
  file.close()
}

function overwrite(path: string, page: number) {
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, (page - 1) * pageBytes)
  closeSync(handle)
}

function pageOf(path: string, text: string): number {
  return Math.floor(readFileSync(path).lastIndexOf(text) / pageBytes) + 1
}

function rootPage(path: string, table: string): number {
  const file = new DatabaseSync(path, { readOnly: true })
  const row = file.prepare('select rootpage from sqlite_schema where name = ?').get(table)
  file.close()
  return Number(row?.['rootpage'])
}

async function readsButDoesNotWrite(store: FreshStore) {
  await expect(
    store.transact((trx) => trx.insertInto('budgets').values({ key: 'new', tat: 0 }).execute()),
  ).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(
    store.db.insertInto('budgets').values({ key: 'new', tat: 0 }).execute(),
  ).rejects.toBeInstanceOf(StoreUnavailable)
  expect(await store.db.selectFrom('mail_queue').select('id').execute()).toEqual([{ id: 1 }])
}

const listen = () => {
  const lines: string[] = []
  const note = (_: unknown, line?: string) => void lines.push(line ?? '')
  return { lines, log: { ...silentLog, info: note, warn: note, error: note } as Log }
}

test('after an unclean end the whole store is checked; damage in the middle stops writes, and reads continue', async () => {
  const { store, path } = await filled()
  forgetTheEnd(path)
  overwrite(path, pageOf(path, 'row 00000000000000001000'))
  const again = await store.reopen()
  await expect
    .poll(() => again.refusal(), { timeout: 30_000 })
    .toMatch(/ascend\.db is damaged \(.+\): stop the server and restore a backup\.$/)
  await readsButDoesNotWrite(again)
})

test('after an unclean end an undamaged store is checked and keeps working', async () => {
  const { store, path } = await filled()
  forgetTheEnd(path)
  const { lines, log } = listen()
  const again = await store.reopen({ log })
  await expect.poll(() => lines, { timeout: 30_000 }).toContain('the store is not damaged')
  expect(again.refusal()).toBeNull()
})

test('after a clean end nothing is checked', async () => {
  const { store } = await filled()
  const { lines, log } = listen()
  await (await store.reopen({ log })).close()
  expect(lines).toEqual([])
})

test('damage in the first or last row of a table is detected before the server is ready', async () => {
  const { store, path } = await filled()
  overwrite(path, rootPage(path, 'outbox'))
  const again = await store.reopen()
  expect(again.refusal()).toContain('is damaged')
  await readsButDoesNotWrite(again)
})

test('damage that a later query finds stops writes from then on', async () => {
  const { store, path } = await filled()
  overwrite(path, pageOf(path, 'row 00000000000000001000'))
  const again = await store.reopen()
  expect(again.refusal()).toBeNull()
  await expect(again.db.selectFrom('budgets').selectAll().execute()).rejects.toBeInstanceOf(
    StoreUnavailable,
  )
  expect(again.refusal()).toContain('is damaged')
  await readsButDoesNotWrite(again)
})
