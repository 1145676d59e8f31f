import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { journalPath } from '#server/db/journal-file.ts'
import type { Store } from '#server/db/store.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { joinAll } from '#server/signup/sign-up.ts'
import { leave } from '#server/signup/membership.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { noon } from '#test/mailbox.ts'
import { idOf, runPeople } from '#test/people-command.ts'

const dayMs = 86_400_000

/** A store with the command `people`, on the clock of the test. */
async function list(engine: 'sqlite' | 'postgres' = 'sqlite') {
  const dataDir = freshFolder()
  const store = await freshStore(engine, { dataDir, journalKey: () => testSecret })
  return { dataDir, store, ...actsOn(store, dataDir) }
}

function actsOn(store: Store, dataDir: string, secret = testSecret) {
  const run = (now: number, ...args: string[]) =>
    runPeople({ store, dataDir, secret, now }, ...args)
  return {
    run,
    leaves: async (email: string, at: number) => {
      const id = await idOf(store, email)
      await store.transact((trx) => leave(trx, id, at))
    },
    async confirms(email: string, at: number) {
      const entry = { email, placement: 'hero', source: '', charges: null }
      const entries = [{ ...entry, consent: campaign.consents[0] }]
      await store.transact((trx) => joinAll(trx, entries, 'double', at))
      const id = await idOf(store, email)
      await store.transact((trx) => confirmPerson(trx, id, at))
    },
    people: async () =>
      (
        await store.db
          .selectFrom('people')
          .select(['email', 'state', 'createdAt', 'confirmedAt'])
          .orderBy('email')
          .execute()
      ).map(({ email, state, createdAt: joinedAt, confirmedAt }) =>
        [email.split('@')[0], state, joinedAt - noon, (confirmedAt ?? 0) - noon].join(' '),
      ),
  }
}

/**
 * An old list: Sanne is on it, Daan left, Lotte left and came back, Finn was suppressed, Mila
 * erased. Returns its export and its journal.
 */
async function oldList() {
  const old = await list()
  for (const [index, name] of ['sanne', 'daan', 'lotte', 'finn', 'mila'].entries())
    await old.confirms(`${name}@example.com`, noon + index)
  await old.leaves('daan@example.com', noon + dayMs)
  await old.leaves('lotte@example.com', noon + dayMs)
  await old.confirms('lotte@example.com', noon + 3 * dayMs)
  await old.run(noon + dayMs, 'suppress', 'finn@example.com', '--reason', 'complaint')
  const file = join(freshFolder(), 'people.csv')
  await old.run(noon + 4 * dayMs, 'export', '--to', file)
  // After the export: the journal has it, the file has not.
  await old.run(noon + 5 * dayMs, 'erase', 'mila@example.com')
  await old.store.close()
  return { file, journal: journalPath(old.dataDir) }
}

const imported = ['--confirmed', '--consent-source', 'the list of before', '--yes']

test.each(storeEngines)(
  'an export and its journal carry over into an empty store on %s: who is on the list, and who must not be',
  async (engine) => {
    const { file, journal } = await oldList()
    const fresh = await list(engine)
    const now = noon + 6 * dayMs
    await fresh.run(now, 'import', file, ...imported)
    const { code, output } = await fresh.run(now, 'replay', journal)
    expect([code, output]).toEqual([
      0,
      'From the journal: 0 left, 0 suppressed, 1 erased, 0 suspended.\nAddresses of the journal that are not on the list: 2. No import enters them; a sign-up of their own is taken.',
    ])
    const carried = [`lotte confirmed 2 ${3 * dayMs}`, 'sanne confirmed 0 0']
    expect(await fresh.people()).toEqual(carried)

    const later = join(freshFolder(), 'later.csv')
    writeFileSync(
      later,
      'email,consent_date\ndaan@example.com,2026-01-01\nfinn@example.com,2026-01-01\nmila@example.com,2026-01-01\n',
    )
    await fresh.run(now, 'import', later, ...imported)
    expect(await fresh.people()).toEqual(carried)
  },
)

test('a replay takes people off who left after the export, once, and is itself in the journal', async () => {
  const { file, journal } = await oldList()
  const [fresh, old] = [await list(), await list()]
  const now = noon + 6 * dayMs
  await fresh.run(now, 'import', file, ...imported)
  await old.confirms('sanne@example.com', noon)
  await old.leaves('sanne@example.com', noon + 5 * dayMs)
  const leftLater = journalPath(old.dataDir)
  expect((await fresh.run(now, 'replay', leftLater)).output).toContain('1 left')
  expect((await fresh.run(now, 'replay', leftLater)).output).toContain('0 left')
  expect(await fresh.people()).toContain('sanne unsubscribed 0 0')

  const next = await list()
  await next.run(now, 'import', file, ...imported)
  await next.run(now, 'replay', journal)
  await next.run(now, 'replay', journalPath(fresh.dataDir))
  expect(await next.people()).toEqual([`lotte confirmed 2 ${3 * dayMs}`, 'sanne unsubscribed 0 0'])
})

test('a journal that was replayed carries over again: who is erased, and who left elsewhere', async () => {
  const { file, journal } = await oldList()
  const now = noon + 6 * dayMs
  const leavers = join(freshFolder(), 'leavers.csv')
  writeFileSync(leavers, 'email,status\nnoor@example.com,unsubscribed\ntim@example.com,active\n')
  const [second, third] = [await list(), await list()]
  await second.run(now, 'import', file, ...imported)
  await second.run(now, 'replay', journal)
  await second.run(now, 'import', leavers, ...imported, '--consent-date', '2026-01-01')
  const copied = journalPath(second.dataDir)
  await third.run(now, 'replay', copied)
  await third.run(now, 'replay', copied)

  const next = await list()
  await next.run(now, 'replay', journalPath(third.dataDir))
  const later = join(freshFolder(), 'later.csv')
  writeFileSync(
    later,
    'email\nmila@example.com\ndaan@example.com\nnoor@example.com\nnew@example.com\n',
  )
  await next.run(now, 'import', later, ...imported, '--consent-date', '2026-01-01')
  expect((await next.people()).map((row) => row.split(' ')[0])).toEqual(['new'])
  const lines = readFileSync(journalPath(third.dataDir), 'utf8').match(/(?<=^\d+ ).+$/gm)!
  expect(new Set(lines).size).toBe(lines.length)
})

test('a journal of another SECRET_KEY is named, and changes nobody', async () => {
  const { file, journal } = await oldList()
  const fresh = await list()
  await fresh.run(noon + 6 * dayMs, 'import', file, ...imported)
  const other = actsOn(fresh.store, fresh.dataDir, 'another-secret-of-which-nobody-knows-it')
  const { code, output } = await other.run(noon + 6 * dayMs, 'replay', journal)
  expect([code, output.split('\n')[0]]).toEqual([
    1,
    'Lines of the journal that are of another SECRET_KEY, and were not replayed: 4.',
  ])
  expect(await fresh.people()).toHaveLength(3)
})

test.each([
  ['no file', () => join(freshFolder(), 'journal')],
  [
    'another file',
    () => {
      const file = join(freshFolder(), 'journal')
      appendFileSync(file, 'Dear diary\n')
      return file
    },
  ],
])('a replay of %s says so', async (_, make) => {
  const { run } = await list()
  const file = make()
  expect(await run(noon, 'replay', file)).toEqual({
    code: 1,
    output: `${file} is not a journal, or does not exist.`,
  })
})

test('a replay refuses the journal of the store itself', async () => {
  const { run, dataDir } = await list()
  const file = journalPath(dataDir)
  expect(await run(noon, 'replay', file)).toEqual({
    code: 1,
    output: `${file} is the journal of this store: name that of the other one.`,
  })
})

test('a replay says why each address gets no mail: bounced, complained or suppressed, and the person keeps that state', async () => {
  const [old, fresh] = [await list(), await list()]
  const reasons = ['bounce', 'complaint', 'other'] as const
  const names = ['anna', 'bert', 'carl', 'dina']
  for (const name of names) {
    await old.confirms(`${name}@example.com`, noon)
    await fresh.confirms(`${name}@example.com`, noon)
  }
  for (const [index, reason] of reasons.entries())
    await old.run(noon + dayMs, 'suppress', `${names[index]}@example.com`, '--reason', reason)
  // A line of an earlier version does not say why.
  await old.run(noon + dayMs, 'suppress', 'dina@example.com', '--reason', 'bounce')
  const path = journalPath(old.dataDir)
  const lines = readFileSync(path, 'utf8').match(/.+/g)!
  const cut = lines.map((line, at) => (at > lines.length - 3 ? line.replace(/ [a-z]+$/, '') : line))
  writeFileSync(path, cut.join('\n'))
  const { output } = await fresh.run(noon + 2 * dayMs, 'replay', path)
  expect(output).toContain('4 suppressed (1 bounced, 1 complained),')
  expect((await fresh.people()).map((line) => line.split(' ')[1])).toEqual([
    'bounced',
    'complained',
    'suppressed',
    'suppressed',
  ])
})
