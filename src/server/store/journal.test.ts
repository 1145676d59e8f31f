import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { journalHash, keyMark, noteInJournal, readJournal } from './journal.ts'
import { openStore, StoreAway } from './open.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const sanne = 'sanne@example.com'
const daan = 'daan@example.com'

describe('the journal', () => {
  const open = async () => {
    const dataDir = freshFolder()
    const store = await freshStore('sqlite', { dataDir })
    return { store, path: join(dataDir, 'journal'), note: (email: string, at = noon) => store.transact(async (trx) => noteInJournal(trx, 'left', email, at)) }
  }

  test('keeps who left, when, as a keyed hash that names nobody, for its owner alone to read', async () => {
    const { path, note } = await open()
    await note(sanne)
    await note(daan, noon + 1)
    const entries = [[sanne, noon], [daan, noon + 1]].map(([email, at]) => ({ kind: 'left', at, keyMark: keyMark(testSecret), hash: journalHash(testSecret, String(email)) }))
    expect(readJournal(path)?.entries).toEqual(entries)
    expect(readFileSync(path, 'utf8')).not.toContain('sanne')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('two people whom a budget counts as one mailbox are two', () => {
    expect(journalHash(testSecret, 'an.na@example.com')).not.toBe(journalHash(testSecret, 'anna@example.com'))
  })

  test('a line that a full disk cut short does not spoil the next', async () => {
    const { path, note } = await open()
    await note(sanne)
    truncateSync(path, statSync(path).size - 5)
    await note(daan)
    expect(readJournal(path)?.entries.map(({ hash }) => hash)).toEqual([journalHash(testSecret, daan)])
  })

  test('says where it stands: the same one grows, another one is another', async () => {
    const [first, second] = [await open(), await open()]
    const before = readJournal(first.path)!.place
    await first.note(sanne)
    const after = readJournal(first.path)!.place
    expect([after.id === before.id, after.bytes > before.bytes, after.id === readJournal(second.path)!.place.id]).toEqual([true, true, false])
  })

  test('a file that is no journal is none', async () => {
    const path = join(freshFolder(), 'journal')
    expect(readJournal(path)).toBeNull()
    appendFileSync(path, 'Dear diary')
    expect(readJournal(path)).toBeNull()
  })

  test('where it cannot be written, nothing is committed', async () => {
    const { store, path } = await open()
    rmSync(path)
    mkdirSync(path)
    await expect(store.transact(async (trx) => {
      await trx.insertInto('budgets').values({ key: 'half', tat: 0 }).execute()
      noteInJournal(trx, 'left', sanne, noon)
    })).rejects.toBeInstanceOf(StoreAway)
    expect(await store.db.selectFrom('budgets').selectAll().execute()).toEqual([])
  })

  test('a store opened without a word on it lets nobody leave unnoted', async () => {
    const dataDir = freshFolder()
    const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
    await expect(store.transact(async (trx) => noteInJournal(trx, 'left', sanne, noon))).rejects.toThrow('journalKey')
    await store.close()
  })
})

test('Postgres has its own log: nothing is noted', async () => {
  const store = await freshStore('postgres')
  await store.transact(async (trx) => noteInJournal(trx, 'left', sanne, noon))
  expect(existsSync('journal')).toBe(false)
})
