import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runAction } from '#test/run-action.ts'
import { freshFolder, freshStore, testSecret } from '#test/fresh-store.ts'
import { addListed } from '#test/letters.ts'
import { readConfig } from '#server/config/config.ts'
import { builtBundles } from '#server/http/bundles.ts'
import { lettersCommand, type CommandDeps } from './commands.ts'
import { readLetter } from './letter.ts'
import { readLetterFile } from './letter-file.ts'

const now = Date.parse('2026-11-24T09:00:00Z')
const file = (more = '') => `---
subject: We are live
preview: "The doors are open"
${more}---

Come in, {type|friend}.
`

/** The commands beside a store with two confirmed people, one of them of type focus. */
async function open() {
  const store = await freshStore('sqlite')
  await addListed(store, [{ id: 'a', quizType: 'focus' }, { id: 'b' }])
  const read = readConfig({
    SECRET_KEY: testSecret,
    DATA_DIR: freshFolder(),
    PUBLIC_URL: 'https://ascend.example',
  })
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const mails: CommandDeps['mails'] = async (language) =>
    (await builtBundles(resolve(import.meta.dirname, '../../../dist/fuel'))).mails(language)
  const letters = async (...args: string[]) => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const deps = { store, config: read.config, now, timeZone: 'Europe/Amsterdam', mails }
    const code = await runAction(lettersCommand, args, { ...deps, print, note: print })
    return { code, output: lines.join('\n') }
  }
  const write = (text: string) => {
    const path = join(freshFolder(), 'letter.md')
    writeFileSync(path, text)
    return path
  }
  const draft = async (text = file()) => (await letters('new', write(text))).output.split('\n')[0]!
  return { store, letters, write, draft }
}

test('[LETTER-4] a letter is written from a file, previewed, tested, sent, paused, resumed and stopped', async () => {
  const { letters, draft } = await open()
  const id = await draft()
  expect(await letters('list')).toEqual({
    code: 0,
    output: `${id}  draft      2026-11-24 10:00  We are live`,
  })
  const preview = await letters('preview', id)
  expect(preview.output).toMatch(/^Subject: We are live\n\n[\s\S]*Come in, friend\./)
  expect(await letters('test', id, '--to', 'Sanne@Ascend.example')).toEqual({
    code: 0,
    output: 'The test is queued for sanne@ascend.example.',
  })
  expect((await letters('send', id)).output).toBe('It would go to 2 people. Add --yes to send it.')
  expect(await letters('send', id, '--yes')).toEqual({
    code: 0,
    output: 'Sending to 2 people. The server begins within a minute.',
  })
  expect((await letters('show', id)).output).toContain('queued    2')
  expect((await letters('pause', id)).code).toBe(0)
  expect((await letters('show', id)).output).toContain('state     paused (by an operator)')
  expect(await letters('pause', id)).toEqual({
    code: 1,
    output:
      'The letter is paused: only a letter that is being sent can be paused. Nothing was changed.',
  })
  expect(JSON.parse((await letters('resume', id, '--json')).output)).toEqual({
    id,
    state: 'sending',
  })
  expect((await letters('stop', id)).code).toBe(0)
  expect((await letters('resume', id)).code).toBe(1)
})

test('[LETTER-4] every command about letters answers in JSON with --json', async () => {
  const { letters, write } = await open()
  const json = async (...args: string[]) => {
    const { code, output } = await letters(...args, '--json')
    return [code, JSON.parse(output)]
  }
  const [, { id }] = await json('new', write(file()))
  const at = '2026-11-25 09:00'
  expect([
    await json('list'),
    await json('show', id),
    await json('preview', id),
    await json('test', id, '--to', 'sanne@ascend.example'),
    await json('send', id),
    await json('send', id, '--yes', '--at', at),
    await json('unschedule', id),
    await json('send', id, '--yes'),
    await json('pause', id),
    await json('resume', id),
    await json('stop', id),
  ]).toMatchObject([
    [0, [{ id, state: 'draft', subject: 'We are live' }]],
    [0, { id, state: 'draft', texts: { en: { subject: 'We are live' } }, counts: { queued: 0 } }],
    [0, { subject: 'We are live', text: expect.any(String), html: expect.any(String) }],
    [0, { to: 'sanne@ascend.example', languages: ['en'] }],
    [0, { people: 2, languages: [{ language: 'en', people: 2 }], problems: [] }],
    [0, { id, state: 'scheduled', people: 2, plannedAt: Date.parse('2026-11-25T08:00:00Z') }],
    [0, { id, state: 'draft' }],
    [0, { id, state: 'sending', people: 2 }],
    [0, { id, state: 'paused' }],
    [0, { id, state: 'sending' }],
    [0, { id, state: 'stopped' }],
  ])
})

test('[LETTER-4] a letter is scheduled in the campaign time zone, and can become a draft again', async () => {
  const { store, letters, draft } = await open()
  const id = await draft(file('audience: type=focus\n'))
  expect((await letters('send', id, '--yes', '--at', '2026-11-24 09:50')).code).toBe(1)
  expect((await letters('send', id, '--yes', '--at', '2027-03-28 02:30')).output).toContain(
    'The clock skips this time',
  )
  expect((await letters('send', id, '--yes', '--at', '2027-02-29 09:00')).output).toContain(
    'There is no such day',
  )
  expect((await letters('send', id, '--yes', '--at', '2026-11-25 09:00')).output).toBe(
    'Scheduled for 2026-11-25 09:00, to 1 person.',
  )
  expect(await readLetter(store.db, id)).toMatchObject({
    state: 'scheduled',
    plannedAt: Date.parse('2026-11-25T08:00:00Z'),
  })
  expect((await letters('unschedule', id)).code).toBe(0)
  expect(await readLetter(store.db, id)).toMatchObject({ state: 'draft', plannedAt: null })
  expect((await letters('send', id, '--yes', '--at', '2027-10-31 02:30')).output).toContain(
    'The first one was taken, 2027-10-31T02:30+02:00',
  )
})

test('[LETTER-1] a letter that cannot be sent is saved, with what to change', async () => {
  const { letters, draft } = await open()
  const id = await draft(file('audience: type=energy\n').replace('{type|friend}', '<b>you</b>'))
  const { code, output } = await letters('send', id, '--yes')
  expect(code).toBe(1)
  expect(output).toContain('audience: Nobody in this audience has confirmed yet.')
  expect(output).toMatch(/^body, line 1: /m)
  expect((await letters('show', id)).output).toContain('state     draft')
})

test('a letter with {type} and no fallback is refused with the number of people who lack it', async () => {
  const { letters, draft } = await open()
  const id = await draft(file().replace('{type|friend}', '{type}'))
  expect((await letters('send', id, '--yes')).output).toBe(
    'body: 1 person has no quiz result, so {type} has no value for them. Add a fallback, as in {type|your type}, or choose an audience by type.',
  )
})

test('[LETTER-1] a letter above 100 KB is named with its size wherever a command shows or sends it', async () => {
  const { letters, draft } = await open()
  const items = Array.from({ length: 454 }, (_, n) => `Short news item ${n + 1}.`).join('\n\n')
  const id = await draft(`${file()}${items.slice(0, 9_800)}\n`)
  const words = /The HTML has 1\d\d KB\. Gmail shows the first 102 KB/
  for (const args of [['show'], ['preview'], ['send'], ['send', '--json']]) {
    const [name, ...options] = args as [string, ...string[]]
    const { code, output } = await letters(name, id, ...options)
    expect([name, code, output]).toEqual([name, 0, expect.stringMatching(words)])
  }
  expect((await letters('send', id, '--yes')).output).toMatch(words)
  const short = await draft()
  for (const name of ['show', 'preview', 'send'])
    expect((await letters(name, short)).output).not.toContain('Gmail')
  expect(JSON.parse((await letters('send', short, '--json')).output)).toMatchObject({
    warnings: [],
  })
})

test('[LETTER-4] the preview of a letter whose {type} has no fallback shows a type', async () => {
  const { letters, draft } = await open()
  const id = await draft(file().replace('{type|friend}', '{type}'))
  expect((await letters('preview', id)).output).toContain('Come in, Focus Optimizer.')
})

const dutch = `---
lang: nl
subject: We zijn open
preview: De deuren staan open
---
Kom binnen.
`

test('[LETTER-1] [LETTER-4] a file has a text in each language, and each is shown, previewed and tested', async () => {
  const { store, letters, draft } = await open()
  await addListed(store, [{ id: 'c', language: 'nl' }])
  const id = await draft(`${file()}\n---\n\nSee you.\n\n${dutch}`)
  expect((await readLetter(store.db, id))?.texts).toEqual({
    en: {
      subject: 'We are live',
      preview: 'The doors are open',
      body: 'Come in, {type|friend}.\n\n---\n\nSee you.',
    },
    nl: { subject: 'We zijn open', preview: 'De deuren staan open', body: 'Kom binnen.' },
  })
  expect((await letters('preview', id)).output).toContain('Leave the list')
  expect((await letters('preview', id, '--language', 'nl')).output).toContain('Uitschrijven')
  expect((await letters('preview', id, '--html', '--language', 'nl')).output).toContain('lang="nl"')
  expect((await letters('show', id)).output).toMatch(
    /languages {2}en, nl\nfallback {3}en[\s\S]*We are live[\s\S]*language {2}nl\nsubject {3}We zijn open[\s\S]*Kom binnen/,
  )
  expect((await letters('test', id, '--to', 'sanne@ascend.example')).output).toBe(
    'Tests in en and nl are queued for sanne@ascend.example.',
  )
  const tests = store.db.selectFrom('outbox').select('data').where('personId', 'is', null)
  expect((await tests.orderBy('id').execute()).map(({ data }) => JSON.parse(data))).toEqual(
    expect.arrayContaining([
      { letterId: id, language: 'en' },
      { letterId: id, language: 'nl' },
    ]),
  )
  expect((await letters('send', id)).output).toBe(
    'en: 2 people\nnl: 1 person\nIt would go to 3 people. Add --yes to send it.',
  )
})

test('[LETTER-1] a file with one text goes to everybody in it, and says so before it is sent', async () => {
  const { letters, draft } = await open()
  const id = await draft(dutch)
  expect((await letters('show', id)).output).toContain('language  nl')
  expect((await letters('send', id)).output).toBe(
    'en: 2 people, who get the text in nl\nIt would go to 2 people. Add --yes to send it.',
  )
  for (const act of [['preview'], ['test', '--to', 'sanne@ascend.example']] as const) {
    const [name, ...options] = act
    expect(await letters(name, id, ...options, '--language', 'en')).toEqual({
      code: 1,
      output: "The letter has no text in 'en': it has nl.",
    })
  }
})

test('[LETTER-1] a problem of one text is named with its language', async () => {
  const { letters, draft } = await open()
  const id = await draft(`${file()}\n${dutch.replace('We zijn open', '').replace('.', ' <b>')}`)
  const { code, output } = await letters('send', id, '--yes')
  expect(code).toBe(1)
  expect(output).toMatch(/^nl, subject: Write a subject\.$/m)
  expect(output).toMatch(/^nl, body, line 1: Remove the HTML/m)
})

test('an unknown id says how to find one', async () => {
  const { letters } = await open()
  for (const name of ['show', 'preview', 'pause', 'stop'])
    expect(await letters(name, 'x')).toEqual({
      code: 1,
      output: 'There is no letter with this id. npm run letters -- list shows all ids.',
    })
})

test.each([
  ['no front matter', 'Hello', 'front matter'],
  ['another field', '---\nfrom: me\n---\nHello', 'Line 2 is no field'],
  [
    'a language that the campaign does not have',
    '---\nlang: fi\n---\nHei',
    "no language 'fi': use en or nl",
  ],
  [
    'two texts in a language',
    '---\nsubject: a\n---\nb\n\n---\nlang: en\n---\nc',
    "two texts in 'en'",
  ],
  [
    'a fallback without a text',
    '---\nsubject: a\nfallback: nl\n---\nb',
    "The fallback is 'nl', and there is no text in it",
  ],
  [
    'an audience in the second text',
    '---\nsubject: a\n---\nb\n\n---\nlang: nl\naudience: type=focus\n---\nc',
    'Line 8 is no field: use lang, subject and preview',
  ],
  [
    'an open head of the second text',
    '---\nsubject: a\n---\nb\n\n---\nlang: nl\n\nc',
    "Line 6: write a line '---' between the fields and the text",
  ],
  ['a field twice', '---\nsubject: a\nsubject: b\n---\nHello', "two fields 'subject'"],
  [
    'an audience of unconfirmed people',
    '---\naudience: state=unconfirmed\n---\n',
    'confirmed people only',
  ],
])('a file with %s is refused', (_, text, reason) =>
  expect(readLetterFile(text, ['en', 'nl'])).toEqual({ wrong: expect.stringContaining(reason) }),
)

test('[LETTER-4] [LINE-10] a letter with gaps of a starting text is kept but not sent, and the gaps are named', async () => {
  const { store, letters, draft } = await open()
  const id = await draft(`---
subject: It is here
preview: Open until {until}
---

[Go to the shop]({shop})
`)
  const sent = await letters('send', id, '--yes')
  expect(sent.code).toBe(1)
  expect(sent.output).toContain('preview: Fill in {until}, or write \\{ to show a brace.')
  expect(sent.output).toContain('body, line 1: Fill in {shop}')
  expect((await readLetter(store.db, id))?.state).toBe('draft')
})
