import type { Addition } from './project-copy.ts'

/** A column of people that each can set on their own page. */
export const personalColumn: Addition = {
  missingInTypes(copy) {
    copy.edit(
      'src/server/db/people-schema.ts',
      '    "languageChosenAt" integer\n',
      '    "languageChosenAt" integer,\n    country text\n',
    )
    copy.edit(
      'src/server/db/people-schema.ts',
      '  importedAt: Generated<number | null>\n',
      '  importedAt: Generated<number | null>\n  country: Generated<string | null>\n',
    )
  },
  finish(copy) {
    copy.edit(
      'src/contract/people/personal-data.ts',
      '] as const satisfies readonly PersonalColumn[]',
      declaration,
    )
    copy.edit(
      'src/contract/people/personal-data.ts',
      "'erase', 'language', ...lineActs]",
      "'erase', 'language', 'country', ...lineActs]",
    )
    copy.edit(
      'campaigns/base/words/me.ts',
      "    leave: 'Leave",
      "    country: 'Save',\n    leave: 'Leave",
    )
    copy.edit(
      'campaigns/base/words/stored.ts',
      "    mailResumesAt: 'Until",
      "    country: 'Your country, if you name it.',\n    mailResumesAt: 'Until",
    )
    copy.edit(
      'campaigns/base/words/stored.ts',
      "    mailResumesAt: 'Email",
      "    country: 'Country',\n    mailResumesAt: 'Email",
    )
    copy.edit(
      'campaigns/base/nl/stored.ts',
      "    mailResumesAt: 'Tot",
      "    country: 'Je land, als je het noemt.',\n    mailResumesAt: 'Tot",
    )
    copy.edit('campaigns/base/nl/stored.ts', 'labels: {', "labels: { country: 'Land',")
    copy.edit(
      'campaigns/base/nl/me.ts',
      "    leave: 'Uitschrijven",
      "    country: 'Bewaar',\n    leave: 'Uitschrijven",
    )
    const choices = 'src/page/me/choices.tsx'
    copy.edit(choices, 'import { meDownload,', 'import { meDownload, personalColumns,')
    copy.edit(choices, '      <div className="next-step">\n', form)
    copy.edit('src/server/people/me-routes.ts', '  erase: {\n', `${act}  erase: {\n`)
    // The page has one form more.
    copy.edit('src/page/me/me-page.test.ts', String.raw`(\w+)"/g`, String.raw`((?!country)\w+)"/g`)
    copy.edit(
      'test/forms.ts',
      "  '/me/:token/leave'",
      "  '/me/:token/country': { country: 'Belgium' },\n  '/me/:token/leave'",
    )
  },
  trial: () => ['src/server/people/trial.test.ts', trial],
  tests: [
    'src/server/people/trial',
    'src/server/people/personal-data',
    'src/page/me',
    'src/dashboard/person/screens.test.ts',
    'src/page/sections/privacy-page.test.ts',
  ],
}

const declaration = `  {
    column: 'country',
    field: 'country',
    holds: 'text',
    nullable: true,
    label: 'Country',
    description: 'the country that the person named',
  },
] as const satisfies readonly PersonalColumn[]`

const form = `      <form method="post" action={\`\${action}/country\`}>
        <label>
          {personalColumns.find(({ field }) => field === 'country')!.label}
          <input name="country" maxLength={60} />
        </label>
        <button type="submit">{choices.country}</button>
      </form>
      <div className="next-step">
`
const act = `  country: {
    ask: (_, { mePath }) => ({ goTo: mePath }),
    async act({ store }, { personId, mePath }, { request }) {
      const { country } = Object(request.body) as { country?: unknown }
      await store.transact((trx) =>
        trx
          .updateTable('people')
          .set({ country: String(country ?? '').slice(0, 60) })
          .where('id', '=', personId)
          .execute(),
      )
      return { goTo: mePath }
    },
  },
`

/**
 * Runs in the copy: one person with a country, by every way that personal data leaves the store.
 */
const trial = `
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { copyTable, tablesOf } from '#server/db/move.ts'
import { renderPage } from '#page/shell/entry-server.tsx'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { peopleCommand } from './commands.ts'
import { runAction } from '#test/run-action.ts'
import { readPersonalData } from './personal-data.ts'

test('the country follows the person', async () => {
  const store = await freshStore('sqlite')
  const moved = await freshStore('sqlite')
  await store.db.insertInto('people').values({
    id: 'one', email: 'sanne@fuel.example', state: 'confirmed', language: 'en', placement: 'hero', source: '',
    createdAt: 1, confirmedAt: 2, leftAt: null, recentMails: '[]', country: 'Belgium',
  }).execute()
  const read = readConfig({ SECRET_KEY: testSecret, DATA_DIR: freshFolder() })
  const lines = []
  const print = (line) => void lines.push(line)
  const run = (...args) =>
    runAction(peopleCommand, args, { store, config: read.config, now: 3, timeZone: 'UTC', print, note: print })

  const person = await readPersonalData(store.db, 'one')
  const site = { publicUrl: 'https://fuel.example', anonKey: 'anon', optIn: 'double' }
  const { html } = renderPage({ page: 'me', action: '/me/x', person }, site)
  expect(html).toContain('Country: Belgium')
  expect(html).toContain('action="/me/x/country"')
  expect(renderPage({ page: 'privacy' }, site).html).toContain('Your country, if you name it.')

  await run('show', 'sanne@fuel.example')
  expect(JSON.parse(lines.join(''))).toMatchObject({ country: 'Belgium' })
  const csv = join(freshFolder(), 'people.csv')
  await run('export', '--to', csv)
  const [head, row] = readFileSync(csv, 'utf8').split('\\r\\n').map((line) => line.split(','))
  expect(row[head.indexOf('country')]).toBe('Belgium')

  const people = (await tablesOf(store.db)).find(({ name }) => name === 'people')
  await copyTable(store.db, moved, people, () => {})
  expect(await readPersonalData(moved.db, 'one')).toEqual(person)

  await run('erase', 'sanne@fuel.example')
  expect(await readPersonalData(store.db, 'one')).toBeNull()
})
`
