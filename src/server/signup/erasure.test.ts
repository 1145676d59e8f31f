import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { mailboxKey } from '#server/delivery/recipient-budgets.ts'
import { engines, freshFolder, freshStore, testSecret as secretKey } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { filesThatHold } from '#test/store-files.ts'
import { journalHash } from '#server/db/journal-file.ts'
import { parts } from '#server/people/personal-data.ts'
import { erase, erasePerson, findErased } from './erasure.ts'
import { joinAll } from './sign-up.ts'

const joining = (email: string) => ({
  email,
  placement: 'hero',
  source: '',
  consent: campaign.consents[0],
  charges: null,
})

describe.each(engines)('erasing on %s', async (engine) => {
  const store = await freshStore(engine)
  const join = (...emails: string[]) =>
    store.transact((trx) => joinAll(trx, emails.map(joining), 'double', noon))
  const erase = (email: string, key = secretKey) =>
    store.transact((trx) => erasePerson(trx, email, key, noon))
  const emails = async () =>
    (await store.db.selectFrom('people').select('email').orderBy('email').execute()).map(
      ({ email }) => email,
    )

  test('deletes one person and nobody else', async () => {
    await join('sanne@example.com', 'daan@example.com')
    expect(await erase('sanne@example.com')).toBe(true)
    expect(await emails()).toEqual(['daan@example.com'])
  })

  test('does not delete the budget of a mailbox, which other people may share', async () => {
    const spent = { key: mailboxKey(secretKey, 'jan.jansen@example.com'), tat: noon }
    await join('janjansen@example.com', 'jan.jansen@example.com')
    await store.db.insertInto('budgets').values(spent).execute()
    expect(await erase('janjansen@example.com')).toBe(true)
    expect(await store.db.selectFrom('budgets').selectAll().execute()).toEqual([spent])
    await erase('jan.jansen@example.com')
  })

  test('of an unknown address stores its hash too, and only once', async () => {
    expect([await erase('noor@example.com'), await erase('noor@example.com')]).toEqual([
      false,
      false,
    ])
    expect(
      await findErased(store.db, ['noor@example.com', 'lotte@example.com'], [secretKey]),
    ).toEqual(new Set(['noor@example.com']))
  })

  test('stores a hash that no other key matches', async () => {
    await erase('keyed@example.com')
    expect(
      await findErased(
        store.db,
        ['keyed@example.com'],
        ['another secret, also long enough for it'],
      ),
    ).toEqual(new Set())
    expect(
      await store.db
        .selectFrom('erased')
        .selectAll()
        .where('hash', '=', journalHash(secretKey, 'keyed@example.com'))
        .execute(),
    ).toHaveLength(1)
  })
})

test('each table with personal data is deleted with the person and shown to them (people/personal-data.ts)', async () => {
  const { db } = await freshStore('sqlite')
  const { rows } = await sql<{
    name: string
    rule: string
  }>`select t.name, f.on_delete as rule from sqlite_schema t, pragma_foreign_key_list(t.name) f where f."table" = 'people' order by t.name`.execute(
    db,
  )
  // The tables of the line have no foreign key (people/line-records.test.ts erases from them).
  const { line: _, ...ofPeople } = parts
  expect(rows).toEqual(
    Object.values(ofPeople)
      .flatMap(({ tables }) => tables)
      .toSorted()
      .map((name) => ({ name, rule: 'CASCADE' })),
  )
})

test('the files of an open store contain no byte of an erased address', async () => {
  const dataDir = freshFolder()
  const store = await freshStore('sqlite', { dataDir })
  const people = Array.from({ length: 500 }, (_, n) => `athlete${n}@example.com`)
  await store.transact((trx) => joinAll(trx, people.map(joining), 'double', noon))
  expect(filesThatHold(dataDir, 'athlete77@example.com')).toEqual(['ascend.db-wal'])
  await erase(
    store,
    async () => 'athlete77@example.com',
    secretKey,
    () => noon,
  )
  expect([
    filesThatHold(dataDir, 'athlete78@example.com'),
    filesThatHold(dataDir, 'athlete77@example.com'),
  ]).toEqual([['ascend.db'], []])
})
