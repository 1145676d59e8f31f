import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writeJournalEntry } from '#server/db/journal.ts'
import { journalPath, type JournalKind } from '#server/db/journal-file.ts'
import { readLostChanges } from '#server/db/integrity.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { leave, suppress } from '#server/signup/membership.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { noon, queueTo } from '#test/mailbox.ts'
import { silentLog } from '#test/silent-log.ts'
import { compareJournal } from './compare-journal.ts'

const hourMs = 3_600_000
const now = noon + hourMs

/** A store after a crash, with confirmed people. `says`: the journal has it, the store has not. */
async function afterCrash(...names: string[]) {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  await store.db.insertInto('meta').values({ key: 'journal to compare', value: 'yes' }).execute()
  const ids = new Map<string, string>()
  for (const name of names)
    ids.set(name, await queueTo(store, `${name}@example.com`, 'welcome', 'confirmed', noon - 1))
  const path = journalPath(dataDir)
  return {
    store,
    path,
    ids,
    says: (kind: JournalKind, name: string, at = noon, word?: string) =>
      store.transact(async (trx) => writeJournalEntry(trx, kind, `${name}@example.com`, at, word)),
    compare: () => compareJournal({ store, path, secrets: [testSecret], log: silentLog, now }),
    people: async () =>
      (
        await store.db.selectFrom('people').select(['email', 'state']).orderBy('email').execute()
      ).map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    lost: () => readLostChanges(store.db),
  }
}

test('who had left, was suppressed or erased, and is on the list again by a lost log, is put right and noted', async () => {
  const { says, compare, people, lost, store } = await afterCrash('anna', 'bert', 'carl', 'dina')
  await says('left', 'anna')
  await says('suppressed', 'bert', noon, 'bounced')
  await says('erased', 'carl')
  await says('left', 'joined-and-left')
  await compare()
  expect(await people()).toEqual(['anna unsubscribed', 'bert bounced', 'dina confirmed'])
  expect(await lost()).toEqual({ atMs: now, commits: 0, people: 4, undecided: 0 })
  expect(await store.db.selectFrom('erased').select('hash').execute()).toHaveLength(2)
})

test('a store that shows what its journal has is left as it is, and nothing is noted', async () => {
  const { compare, people, lost, store, ids, path } = await afterCrash(
    'anna',
    'bert',
    'carl',
    'dina',
  )
  await store.transact((trx) => leave(trx, ids.get('anna')!, noon))
  const bert = { id: ids.get('bert')!, email: 'bert@example.com' }
  await store.transact((trx) => suppress(trx, bert, 'complained', noon))
  await store.transact((trx) => erasePerson(trx, 'carl@example.com', testSecret, noon))
  await store.transact((trx) => leave(trx, ids.get('dina')!, noon))
  // Dina came back.
  await store.db
    .updateTable('people')
    .set({ state: 'confirmed', confirmedAt: noon + 1, leftAt: null })
    .where('id', '=', ids.get('dina')!)
    .execute()
  const lines = readFileSync(path, 'utf8')
  await compare()
  expect(await people()).toEqual(['anna unsubscribed', 'bert complained', 'dina confirmed'])
  expect([await lost(), readFileSync(path, 'utf8')]).toEqual([null, lines])
})

test('what was rolled back is not repeated, and a line from a time to come only noted', async () => {
  const { says, compare, people, lost, store } = await afterCrash('anna', 'bert')
  await expect(
    store.transact(async (trx) => {
      writeJournalEntry(trx, 'left', 'anna@example.com', noon)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await says('left', 'bert', now + 40 * 24 * hourMs)
  await compare()
  expect(await people()).toEqual(['anna confirmed', 'bert confirmed'])
  expect(await lost()).toEqual({ atMs: now, commits: 0, people: 0, undecided: 1 })
})

test('the comparison is made once after a crash, and not after a clean end', async () => {
  const { says, compare, people } = await afterCrash('anna')
  await compare()
  await says('left', 'anna')
  await compare()
  expect(await people()).toEqual(['anna confirmed'])
})
