import type { Addition } from './project-copy.ts'

const contract = 'src/contract/people/personal-data.ts'

/** A note of an operator on a person: a table, a part of the personal data and an act. */
export const note: Addition = {
  missingInTypes(copy) {
    const schema = 'src/server/db/people-schema.ts'
    copy.edit(
      schema,
      '  consents: ConsentsTable\n',
      '  consents: ConsentsTable\n  notes: NotesTable\n',
    )
    copy.edit(schema, '/** Links in mails.', `${tableType}\n/** Links in mails.`)
    copy.edit(schema, "  'create table erased (", `${table}\n  'create table erased (`)
    copy.edit(
      contract,
      '  offers: OfferRecord[]\n',
      '  offers: OfferRecord[]\n  notes: { note: string; by: string; notedAt: number }[]\n',
    )
    copy.edit(
      contract,
      'export const personalParts = {\n',
      `export const personalParts = {\n  notes: { ${declared} },\n`,
    )
  },
  finish(copy) {
    copy.edit(
      contract,
      `  notes: { ${declared} },\n`,
      `  notes: {\n    ${declared},\n    ${words},\n  },\n`,
    )
    copy.edit('src/server/people/personal-data.ts', '  offers: {\n', `${part}  offers: {\n`)
    copy.edit(
      'campaigns/base/words/stored.ts',
      '  parts: {\n',
      "  parts: {\n    notes: 'What we noted when you called us.',\n",
    )
    copy.edit(
      'campaigns/base/nl/stored.ts',
      '  parts: {\n',
      "  parts: {\n    notes: 'Wat we noteerden toen je ons belde.',\n",
    )
    const acts = 'src/server/people/acts.ts'
    copy.edit(
      acts,
      'import { leave,',
      "import { newId } from '#server/db/new-id.ts'\nimport { leave,",
    )
    copy.edit(
      acts,
      '/** DASH-5: every act on one person. */',
      `${act}\n/** DASH-5: every act on one person. */`,
    )
    copy.edit(acts, '  suppressPerson,\n]', '  suppressPerson,\n  note,\n]')
  },
  trial: () => ['src/server/people/note-trial.test.ts', trial],
  tests: [
    'src/server/people/note-trial',
    'src/server/signup/erasure.test.ts',
    'src/page/sections/privacy-page.test.ts',
  ],
}

const tableType = `/** What an operator notes about a person. */
export type NotesTable = { id: string; personId: string; note: string; by: string; notedAt: number }
`
const table = `  \`create table notes (
    id text primary key,
    "personId" text not null references people (id) on delete cascade,
    note text not null,
    by text not null,
    "notedAt" integer not null
  ) strict\`,
  'create index notes_by_person on notes ("personId")',
`
const declared = "empty: [], noun: 'note'"
const words = "words: { title: 'Noted', row: '{note}, by {by} on {notedAt}', at: 'notedAt' }"
const part = `  notes: {
    tables: ['notes'],
    rows: async (db, ids) =>
      byPerson(
        await db
          .selectFrom('notes')
          .select(['personId', 'note', 'by', 'notedAt'])
          .where('personId', 'in', ids)
          .orderBy('notedAt')
          .orderBy('id')
          .execute(),
      ),
  },
`
const act = `const note = personAct({
  ...onPerson,
  name: 'note',
  said: 'Noted something on a person',
  path: personActPath(':id', 'note'),
  ask: async (_, facts: Person) =>
    asked(facts, {
      title: 'Note something?',
      note: 'The person sees it on their own page.',
      facts: {},
      inputs: [{ kind: 'note', name: 'note', label: 'The note', most: 1_000 }],
      button: 'Note it',
      back: 'Cancel',
    }),
  offer: () => ({ label: 'Note something' }),
  fields: z.object({ note: z.string().trim().min(1, 'Write something.').max(1_000) }),
  run: ({ store, now }, { subject: { id }, fields: { note: text }, by }) =>
    store.transact(async (trx) => {
      const row = { id: newId(), personId: id!, note: text, by, notedAt: now() }
      await trx.insertInto('notes').values(row).execute()
      return 'done'
    }),
  outcome: (outcome) => outcome,
})
`
/**
 * Runs in the copy: a note by every way that personal data is shown, and its end with the person.
 */
const trial = `
import { expect, test } from 'vitest'
import { jsonWithTimes } from '#contract/time.ts'
import { renderDashboard } from '#dashboard/entry-server.tsx'
import { renderPage } from '#page/shell/entry-server.tsx'
import { perform } from '#server/acts/act.ts'
import { erase } from '#server/signup/erasure.ts'
import { freshStore, testSecret } from '#test/fresh-store.ts'
import { personActs } from './acts.ts'
import { readPerson } from './person.ts'

test('a note follows its person', async () => {
  const store = await freshStore('sqlite')
  const { db } = store
  const id = '01234567-89ab-7def-8123-456789abcdef'
  const now = () => Date.parse('2031-05-17T09:30:00Z')
  await db.insertInto('people').values({
    id, email: 'sanne@fuel.example', state: 'confirmed', language: 'en', placement: 'hero', source: '',
    createdAt: 1, confirmedAt: 2, leftAt: null, recentMails: '[]',
  }).execute()
  const note = personActs.find(({ name }) => name === 'note')
  const deps = { store, now, secrets: [testSecret], mailQueued() {} }
  await perform(note, deps, { subject: { id }, fields: { note: 'Called us' }, by: 'anna@example.com' })

  const facts = await readPerson(db, id, now())
  const question = await personActs.find(({ name }) => name === 'erase').ask(deps, facts)
  expect(question.facts['Deleted at once']).toContain('1 note')
  const said = 'Called us, by anna@example.com on 17 May 2031, 11:30'
  const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' }
  expect(renderPage({ page: 'me', action: '/me/x', person: facts.person }, site).html).toContain(said)
  const screen = renderDashboard(
    { screen: 'person', ...facts, acts: [], offers: [], line: { place: null, friends: [] } },
    { operator: 'anna@example.com', role: 'operator', asOf: now(), engine: 'SQLite', lastBackup: null },
  )
  expect(screen.html).toContain(said)
  expect(JSON.parse(jsonWithTimes(facts.person)).notes).toEqual([
    { note: 'Called us', by: 'anna@example.com', notedAt: '2031-05-17T09:30:00.000Z' },
  ])
  expect(renderPage({ page: 'privacy' }, site).html).toContain('What we noted when you called us.')

  await erase(store, async () => 'sanne@fuel.example', testSecret, now)
  expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
})
`
