import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { erasePerson } from '#server/signup/erasure.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { silentLog } from '#test/silent-log.ts'
import { writeJournalEntry } from './journal.ts'
import { readJournal, journalHash, keyId } from './journal-file.ts'
import { openStore } from './open.ts'
import { StoreUnavailable } from './store.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const sanne = 'sanne@example.com'
const daan = 'daan@example.com'

describe('the journal', () => {
  const open = async () => {
    const dataDir = freshFolder()
    const store = await freshStore('sqlite', { dataDir })
    return {
      store,
      path: join(dataDir, 'journal'),
      note: (email: string, at = noon) =>
        store.transact(async (trx) => writeJournalEntry(trx, 'left', email, at)),
    }
  }

  test('stores who left, and when, as a keyed hash that only its owner can read', async () => {
    const { path, note } = await open()
    await note(sanne)
    await note(daan, noon + 1)
    const entries = [
      [sanne, noon],
      [daan, noon + 1],
    ].map(([email, at], index) => ({
      kind: 'left',
      number: 1 + 2 * index,
      at,
      keyId: keyId(testSecret),
      hash: journalHash(testSecret, String(email)),
    }))
    expect(readJournal(path)?.entries).toEqual(entries)
    expect(readFileSync(path, 'utf8')).not.toContain('sanne')
    expect((statSync(path).mode & 0o777).toString(8)).toBe('600')
  })

  test('two people whom a budget counts as one mailbox have two entries', () => {
    expect(journalHash(testSecret, 'an.na@example.com')).not.toBe(
      journalHash(testSecret, 'anna@example.com'),
    )
  })

  test('a line that a full disk cut short does not break the next', async () => {
    const { path, note } = await open()
    await note(sanne)
    truncateSync(path, readFileSync(path, 'utf8').indexOf('\n2 done ') - 5)
    await note(daan)
    expect(readJournal(path)?.entries.map(({ hash }) => hash)).toEqual([
      journalHash(testSecret, daan),
    ])
  })

  test('numbers its lines, an outcome included; another journal has another id', async () => {
    const [first, second] = [await open(), await open()]
    const before = readJournal(first.path)!.position
    await first.note(sanne)
    const after = readJournal(first.path)!.position
    expect([
      after.id === before.id,
      after.line - before.line,
      after.id === readJournal(second.path)!.position.id,
    ]).toEqual([true, 2, false])
  })

  test('a file without the header is not a journal', async () => {
    const path = join(freshFolder(), 'journal')
    expect(readJournal(path)).toBeNull()
    appendFileSync(path, 'Dear diary')
    expect(readJournal(path)).toBeNull()
  })

  describe('of an erasure', () => {
    const person = {
      id: 'sanne',
      email: sanne,
      state: 'confirmed' as const,
      language: 'en',
      placement: 'hero',
      source: '',
      createdAt: noon,
      confirmedAt: noon,
      leftAt: null,
      recentMails: '[]',
    }
    const withPerson = async () => {
      const scene = await open()
      await scene.store.db.insertInto('people').values(person).execute()
      return {
        ...scene,
        erase: (fails = false) =>
          scene.store.transact(async (trx) => {
            await erasePerson(trx, sanne, testSecret, noon)
            if (fails) throw new Error('rolled back')
          }),
      }
    }
    const entry = `erased ${noon} ${keyId(testSecret)} ${journalHash(testSecret, sanne)}`
    const kinds = (path: string) => readJournal(path)!.entries.map(({ kind }) => kind)

    test('that was rolled back is marked as undone and does not count; a later one of the same moment does', async () => {
      const { path, erase } = await withPerson()
      await expect(erase(true)).rejects.toThrow('rolled back')
      expect([kinds(path), readFileSync(path, 'utf8').endsWith(` undone ${entry}\n`)]).toEqual([
        [],
        true,
      ])
      await erase()
      expect([kinds(path), readFileSync(path, 'utf8').endsWith(` done ${entry}\n`)]).toEqual([
        ['erased'],
        true,
      ])
    })

    test('that a crash interrupted before its commit does not count after the next start', async () => {
      const { store, path } = await withPerson()
      await store.close()
      appendFileSync(path, `\n${entry}`)
      expect(kinds(path)).toEqual(['erased'])
      await store.reopen()
      expect(kinds(path)).toEqual([])
    })

    test('that a crash interrupted after its commit counts', async () => {
      const { store, path, erase } = await withPerson()
      await erase()
      await store.close()
      truncateSync(path, readFileSync(path, 'utf8').indexOf('\n2 done '))
      await store.reopen()
      expect([kinds(path), readFileSync(path, 'utf8').endsWith(` done ${entry}\n`)]).toEqual([
        ['erased'],
        true,
      ])
    })

    test('whose outcome could not be written is marked with the next entry', async () => {
      const { store, path, note } = await withPerson()
      await expect(
        store.transact(async (trx) => {
          await erasePerson(trx, sanne, testSecret, noon)
          renameSync(path, `${path}.aside`)
          mkdirSync(path)
          throw new Error('rolled back')
        }),
      ).rejects.toThrow('rolled back')
      rmSync(path, { recursive: true })
      renameSync(`${path}.aside`, path)
      expect(kinds(path)).toEqual(['erased'])
      await note(daan)
      expect(kinds(path)).toEqual(['left'])
    })
  })

  test('if it cannot be written, nothing is committed', async () => {
    const { store, path } = await open()
    rmSync(path)
    mkdirSync(path)
    await expect(
      store.transact(async (trx) => {
        await trx.insertInto('budgets').values({ key: 'half', tat: 0 }).execute()
        writeJournalEntry(trx, 'left', sanne, noon)
      }),
    ).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await store.db.selectFrom('budgets').selectAll().execute()).toEqual([])
  })

  test('a store that was opened without a journal key lets nobody leave', async () => {
    const dataDir = freshFolder()
    const store = await openStore({ dataDir }, { log: silentLog, role: 'command' })
    await expect(
      store.transact(async (trx) => writeJournalEntry(trx, 'left', sanne, noon)),
    ).rejects.toThrow('journalKey')
    await store.close()
  })
})

test('Postgres, which has its own log, gets no journal', async () => {
  const store = await freshStore('postgres')
  await store.transact(async (trx) => writeJournalEntry(trx, 'left', sanne, noon))
  expect(existsSync('journal')).toBe(false)
})
