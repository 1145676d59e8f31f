import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { freshFolder, freshStore } from '#test/fresh-store.ts'
import { queueTo } from '#test/mailbox.ts'
import { silentLog } from '#test/silent-log.ts'

async function open() {
  const [dataDir, told] = [freshFolder(), [] as string[]]
  const note = (_: unknown, text: string) => void told.push(text)
  const store = await freshStore('sqlite', {
    dataDir,
    log: { ...silentLog, info: note, warn: note } as typeof silentLog,
  })
  told.length = 0
  const enter = (email: string) => queueTo(store, email, 'confirm', 'unconfirmed', 0)
  const walBytes = () => statSync(join(dataDir, 'ascend.db-wal')).size
  return { dataDir, store, told, enter, walBytes }
}

test('the log is truncated, and committed rows stay', async () => {
  const { store, enter, walBytes } = await open()
  await enter('sanne@example.com')
  expect(walBytes()).toBeGreaterThan(0)
  await store.emptyWal()
  expect([
    walBytes(),
    (await store.db.selectFrom('people').select('email').execute()).length,
  ]).toEqual([0, 1])
})

test('a running transaction ends first', async () => {
  const { store, enter, walBytes, told } = await open()
  let emptied: Promise<void> | undefined
  await store.transact(async (trx) => {
    await trx
      .updateTable('meta')
      .set({ value: 'ascend' })
      .where('key', '=', 'application')
      .execute()
    emptied = store.emptyWal()
    await trx.selectFrom('meta').selectAll().execute()
  })
  await emptied
  expect([walBytes(), told]).toEqual([0, []])
  await enter('sanne@example.com')
})

test('it waits a little for another program that reads; the log is emptied once that program is done', async () => {
  const { dataDir, store, enter, walBytes, told } = await open()
  await enter('sanne@example.com')
  const reader = new DatabaseSync(join(dataDir, 'ascend.db'))
  reader.exec('begin')
  reader.prepare('select count(*) from people').get()
  await enter('daan@example.com')
  await store.emptyWal()
  expect([walBytes() > 0, told]).toEqual([
    true,
    ['another program reads the store: deleted rows stay in its write-ahead log for now'],
  ])
  const emptied = store.emptyWal()
  await new Promise((tried) => setImmediate(tried))
  reader.close()
  await emptied
  expect([walBytes(), told.length]).toEqual([0, 1])
})

test('its failure does not affect earlier commits', async () => {
  const { store, told } = await open()
  await store.close()
  await expect(store.emptyWal()).resolves.toBeUndefined()
  expect(told.at(-1)).toBe(
    'the write-ahead log could not be emptied: deleted rows stay in it for now',
  )
})
