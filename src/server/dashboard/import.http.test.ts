import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { importActPath, importPath, importRefusedPath } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { startApp } from '#test/app.ts'
import { serverName } from '#server/imports/import-run.ts'
import { freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { runPeople } from '#test/people-command.ts'
import { formTokenIn, ownForm, signIn, type SignedIn } from '#test/signed-in.ts'

const env = { OPERATORS: 'anna@ops.test, carl@ops.test, reader:bob@ops.test' }
const dataDir = freshFolder()
const app = await startApp({ env: { ...env, DATA_DIR: dataDir } })
afterAll(() => app.close())
const { db } = await app.store()
const as = (name: 'anna' | 'carl' | 'bob') => signIn(app, `${name}@ops.test`)
const anna = await as('anna')
const folder = join(dataDir, 'imports')
const files = () => (existsSync(folder) ? readdirSync(folder) : [])

type Sent = {
  text?: string | Uint8Array<ArrayBuffer>
  name?: string
  fields?: Record<string, string>
  headers?: Record<string, string>
}

async function upload(
  browser: SignedIn,
  { text = '', name = 'list.csv', ...sent }: Sent = {},
  url = app.url,
) {
  const body = new FormData()
  const { fields = {}, headers = {} } = sent
  const all = {
    [formTokenField]: formTokenIn(await (url === app.url ? anna : browser).html('/dashboard')),
    people: 'confirmed',
    source: 'the old list',
    date: '2026-01-31',
    ...fields,
  }
  for (const [field, value] of Object.entries(all)) body.append(field, value)
  body.append('file', new Blob([text]), name)
  return fetch(url + importPath, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: browser.cookie, ...ownForm, ...headers },
    body,
  })
}

/** The path of the import that an upload began, once it is checked or has ended. */
async function ended(answer: Response): Promise<string> {
  expect(answer.status).toBe(303)
  const path = answer.headers.get('location')!
  await settled(path)
  return path
}
/** The time ends a test that hangs; a slow machine must not reach it. */
const settled = (path: string, browser = anna) =>
  vi.waitFor(
    async () => expect(await browser.html(path)).not.toMatch(/>(?:Checking the file|Importing)</),
    { timeout: 200_000, interval: 50 },
  )
const idIn = (path: string) => path.split('/').at(-1)!
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const statesOf = async (...emails: string[]) =>
  (await db.selectFrom('people').select('state').where('email', 'in', emails).execute()).map(
    ({ state }) => state,
  )

describe('an import by upload', () => {
  test('[DASH-4] is checked first, asks, runs in the background, and offers the refused rows', async () => {
    const text =
      'email,source,joined_at\r\nsanne@a.test,fair,2025-05-01\r\nnobody,fair,\r\n=cmd@a.test,x,2031-01-01\r\ntobias@a.test,"<b>x</b>",\r\nsanne@a.test,fair,\r\n'
    const path = await ended(await upload(anna, { text }))
    const checked = await anna.html(path)
    for (const part of [
      'Rows in the file 5',
      'To import 2',
      'Refused 3',
      'twice in the file',
      'no address that can be mailed',
      '2 sanne@a.test',
      'Import 2 people …',
    ])
      expect(textOf(checked)).toContain(part)
    expect(await statesOf('sanne@a.test', 'tobias@a.test')).toEqual([])

    const ask = textOf(await anna.html(importActPath(idIn(path), 'run')))
    for (const part of ['Import 2 people?', '2 people, confirmed', 'none is sent', 'Not now'])
      expect(ask).toContain(part)
    expect(await statesOf('sanne@a.test')).toEqual([])

    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(textOf(await anna.html(path))).toContain('Imported 2')
    const sanne = await db
      .selectFrom('people')
      .selectAll()
      .where('email', '=', 'sanne@a.test')
      .executeTakeFirstOrThrow()
    expect(sanne).toMatchObject({
      state: 'confirmed',
      source: 'fair',
      createdAt: Date.parse('2025-05-01'),
      placement: 'import',
    })
    const refused = await anna.get(importRefusedPath(idIn(path)))
    expect(refused.headers.get('content-disposition')).toBe(
      'attachment; filename="refused-rows.csv"',
    )
    expect((await refused.text()).split('\r\n')).toEqual([
      'line,reason,address',
      '3,no address that can be mailed,nobody',
      expect.stringMatching(/^4,.*,'=cmd@a.test$/),
      '6,twice in the file,sanne@a.test',
      '',
    ])
    expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
    expect(
      await db
        .selectFrom('action_log')
        .select(['action', 'details', 'outcome'])
        .where('action', 'in', ['upload-import', 'import'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { action: 'upload-import', details: expect.stringContaining('bytes'), outcome: 'done' },
      { action: 'import', details: '{"rows":2}', outcome: '2 of 5 rows' },
    ])
    // The upload is deleted with its import, the rest by the operator or after a day.
    expect(files().filter((name) => name.endsWith('.upload'))).toEqual([])
    await anna.post(importActPath(idIn(path), 'discard'))
    expect(files()).toEqual([])
  })

  test('[DASH-4] the file of refused rows names the field of the form, as the screen does', async () => {
    const path = await ended(
      await upload(anna, { text: 'email\nlou@a.test\n', fields: { date: '' } }),
    )
    const reason =
      "no date of the consent: add a column consent_date, or the field 'When they agreed'"
    expect(await anna.html(path)).toContain(reason.replaceAll("'", '&#x27;'))
    const refused = await (await anna.get(importRefusedPath(idIn(path)))).text()
    expect(refused).toContain(`2,"${reason}",lou@a.test`)
  })

  test('[DASH-4] of two operators who start it, one does, and both see it', async () => {
    const path = await ended(await upload(anna, { text: 'email\ntwo@a.test\n' }))
    const carl = await as('carl')
    const answers = await Promise.all(
      [anna, carl].map((browser) => browser.post(importActPath(idIn(path), 'run'))),
    )
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([path, path])
    await settled(path)
    const acts = await db
      .selectFrom('action_log')
      .select('id')
      .where('action', '=', 'import')
      .where('outcome', '=', '1 of 1 rows')
      .execute()
    expect(acts).toHaveLength(1)
    expect(textOf(await carl.html(path))).toContain('Imported 1')
  })

  test.each<[string, Sent, number, string]>([
    ['a ZIP', { text: 'PK\x03\x04rest', name: 'list.xlsx' }, 422, 'This is a ZIP file'],
    ['an empty file', { text: '' }, 422, 'Choose a file that is not empty.'],
    ['no kind', { text: 'email\n', fields: { people: '' } }, 422, 'Choose what the people'],
    ['a wrong date', { text: 'email\n', fields: { date: 'May' } }, 422, 'cannot be read'],
    [
      'a wrong token',
      { text: 'email\n', fields: { [formTokenField]: 'x' } },
      403,
      'opened in an earlier session',
    ],
  ])(
    '[DASH-4] %s is refused with a sentence, and no file stays',
    async (_, sent, status, words) => {
      const before = files()
      const answer = await upload(anna, sent)
      expect([answer.status, textOf(await answer.text())]).toEqual([
        status,
        expect.stringContaining(words),
      ])
      expect(files()).toEqual(before)
    },
  )

  test.each([
    ['without a header', 'sanne@a.test\n', 'has no `email` column'],
    ['that is not UTF-8', new Uint8Array([101, 109, 97, 105, 108, 10, 0xff, 0xfe]), 'is not UTF-8'],
    ['cut off inside a quotation', 'email,source\na@a.test,"fa', 'has no end'],
  ])('[DASH-4] a file %s fails with a sentence', async (_, text, words) => {
    const path = await ended(await upload(anna, { text }))
    const html = textOf(await anna.html(path))
    expect(html).toContain('Import failed')
    expect(html).toContain(words)
    expect(html).not.toContain('Continue …')
    expect((await anna.get(importActPath(idIn(path), 'run'))).status).toBe(200)
    expect(textOf(await anna.html(importActPath(idIn(path), 'run')))).toContain('Import failed')
  })

  test('[DASH-4] a row that ends before the column of its status is refused, the others are not', async () => {
    const path = await ended(
      await upload(anna, { text: 'email,source,status\ncell@a.test,fair,active\nlast@a.test,fa' }),
    )
    const html = textOf(await anna.html(path))
    expect(html).toContain('To import 1')
    expect(html).toContain('the row ends before the column status')
  })

  test('[IMPORT-3] shows the service, the columns, five people and a count of each kind, and is checked again with other choices', async () => {
    const text =
      'email,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,state\nstays@g.test,true,false,,2024-01-15T10:30:00Z,Utrecht\nleft@g.test,false,false,,2024-01-15T10:30:00Z,Drenthe\nodd@g.test,true,false,,2024-01-15T10:30:00Z,Active\n'
    const path = await ended(await upload(anna, { text, fields: { source: '' } }))
    const checked = textOf(await anna.html(path))
    for (const part of [
      'Looks like an export of Ghost',
      'Rows: may be mailed 1',
      'Rows: left 1',
      'Rows: a status that is not known 1',
      'subscribed_to_emails who may be mailed true · false',
      'complimentary_plan not used: says who pays false',
      'state who may be mailed Utrecht · Drenthe · Active',
      'First people, confirmed',
      'leave it out in',
    ])
      expect(checked).toContain(part)
    const act = importActPath(idIn(path), 'check')
    const consent = { source: 'the old list', date: '2026-01-31' }
    await anna.post(act, { ...consent, people: 'confirmed', ignore: 'state' })
    await settled(path)
    const again = textOf(await anna.html(path))
    expect(again).toContain('Rows: may be mailed 2')
    expect(again).toContain('state not used: left out')
    expect(again).toContain('To import 2')
    await anna.post(act, { ...consent, people: 'confirmed', status: 'nothing' })
    await settled(path)
    const wrong = textOf(await anna.html(path))
    expect(wrong).toContain('a column that the file does not have')
    await anna.post(act, { ...consent, people: 'unconfirmed', ignore: 'state' })
    await settled(path)
    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(await statesOf('stays@g.test', 'odd@g.test', 'left@g.test')).toEqual([
      'unconfirmed',
      'unconfirmed',
    ])
  })

  test('[IMPORT-3] asks again for the date of the consent, with what was typed', async () => {
    const text = 'email\nnora@c.test\n'
    const path = await ended(await upload(anna, { text, fields: { source: '', date: '' } }))
    expect(textOf(await anna.html(path))).toContain('the field &#x27;When they agreed&#x27;')
    const act = importActPath(idIn(path), 'check')
    const fields = { people: 'confirmed', source: 'a fair', wording: 'Yes', status: '', ignore: '' }
    const refused = await anna.post(act, { ...fields, date: '2026-02-30' })
    const html = await refused.text()
    expect(refused.status).toBe(422)
    expect(textOf(html)).toContain('The date of the consent does not exist in the calendar.')
    for (const typed of ['a fair', '2026-02-30', 'Yes']) expect(html).toContain(`value="${typed}"`)
    await anna.post(act, { ...fields, date: '2026-01-31' })
    await settled(path)
    const checked = await anna.html(path)
    expect(textOf(checked)).toContain('To import 1')
    expect(checked).toContain('value="2026-01-31"')
  })

  test('[IMPORT-3] leaves it to the service what the people are, or asks', async () => {
    const waitloop =
      'email,position,referral_code,referral_count,created_at\nloop@a.test,1,x,0,2024-01-15\n'
    const path = await ended(await upload(anna, { text: waitloop, fields: { people: 'service' } }))
    const html = textOf(await anna.html(path))
    expect(html).toContain('Waitloop never asks people to confirm their address.')
    expect(html).toContain('First people, unconfirmed')
    const other = await ended(
      await upload(anna, { text: 'email\nx@a.test\n', fields: { people: 'service' } }),
    )
    expect(textOf(await anna.html(other))).toContain('say below whether they did')
    const consent = { source: 'the old list', date: '2026-01-31' }
    await anna.post(importActPath(idIn(other), 'check'), { ...consent, people: 'confirmed' })
    await settled(other)
    expect(textOf(await anna.html(other))).toContain('To import 1')
  })

  test('[IMPORT-2] a file in which everybody left adds nobody, notes everybody and takes off who is here by an import', async () => {
    const first = await ended(await upload(anna, { text: 'email\nsue@l.test\n' }))
    await anna.post(importActPath(idIn(first), 'run'))
    await settled(first)
    expect(await statesOf('sue@l.test')).toEqual(['confirmed'])
    const text = 'email,status\nsue@l.test,subscribed\ntom@l.test,\n'
    const fields = { people: 'left', reason: 'complained', source: '', date: 'not asked' }
    const path = await ended(await upload(anna, { text, fields }))
    const checked = textOf(await anna.html(path))
    for (const part of [
      'People everybody left',
      'To import 0',
      'everybody in this file left (complained) 2',
      'Taken off the list 1',
      'The column status says of people in the file that they may be mailed.',
      'Note who left …',
    ])
      expect(checked).toContain(part)
    expect(checked).not.toContain('--left')
    expect(textOf(await anna.html(importActPath(idIn(path), 'run')))).toContain(
      'Added nobody: everybody in the file left',
    )
    expect(await statesOf('sue@l.test')).toEqual(['confirmed'])
    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(await statesOf('sue@l.test', 'tom@l.test')).toEqual(['unsubscribed'])
    expect(
      await db
        .selectFrom('action_log')
        .select(['details', 'outcome'])
        .where('action', '=', 'import')
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    ).toEqual([{ details: '{"rows":0}', outcome: '0 of 2 rows' }])
    const again = await ended(await upload(anna, { text: 'email\ntom@l.test\n' }))
    expect(textOf(await anna.html(again))).toContain('an earlier import says: complained 1')
  })

  test("[IMPORT-2] Mailgun's list of bounces is not imported as confirmed, and can be checked again as people who left", async () => {
    const text = 'address,code,error,created_at\numa@l.test,550,No such user,2024-01-15\n'
    const path = await ended(await upload(anna, { text }))
    const checked = textOf(await anna.html(path))
    expect(checked).toContain('The file looks like Mailgun&#x27;s list of bounces')
    expect(checked).toContain('choose &#x27;Everybody in this file left&#x27;')
    expect(checked).not.toContain('Import 1 person …')
    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(await statesOf('uma@l.test')).toEqual([])
    expect(textOf(await anna.html(importActPath(idIn(path), 'run')))).not.toContain('Not now')
    await anna.post(importActPath(idIn(path), 'check'), { people: 'left' })
    await settled(path)
    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(textOf(await anna.html(path))).toContain('everybody in this file left (undeliverable) 1')
    expect(await statesOf('uma@l.test')).toEqual([])
  })

  test('[DASH-4] the form says that a new upload replaces one that is not imported yet', async () => {
    const path = await ended(await upload(anna, { text: 'email\nvic@l.test\n' }))
    const sentence = 'A new upload replaces it'
    expect(textOf(await anna.html(importPath))).toContain(sentence)
    await anna.post(importActPath(idIn(path), 'run'))
    await settled(path)
    expect(textOf(await anna.html(importPath))).not.toContain(sentence)
  })

  test('[DASH-4] a restart finds a checked upload, and an interrupted import goes on', async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `row${row}@a.test`)
    const path = await ended(await upload(anna, { text: `email\n${rows.join('\n')}\n` }))
    await app.stop()
    await app.start()
    expect(textOf(await anna.html(path))).toContain('Import 3,000 people …')
    await app.stop()
    // As a process leaves it that was killed.
    await db.updateTable('imports').set({ state: 'running' }).execute()
    const half = join(folder, 'half.upload')
    writeFileSync(half, 'email\n')
    const before = Date.now() / 1_000 - 90
    utimesSync(half, before, before)
    await app.start()
    await settled(path)
    expect(files()).not.toContain('half.upload')
    expect(textOf(await anna.html(path))).toContain('Imported')
    const { count } = await db
      .selectFrom('people')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('email', 'like', 'row%')
      .executeTakeFirstOrThrow()
    expect(count).toBe(3_000)
  })

  test('[DASH-4] an old address of an import leads to the form', async () => {
    for (const path of [`${importPath}/x`, importActPath('x', 'run')]) {
      const answer = await anna.get(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, importPath])
    }
    expect((await anna.get(importRefusedPath('x'))).status).toBe(404)
  })
})

describe('an upload that must not be read', () => {
  /** Sends only the head of a request that announces a body, and returns the head of the answer. */
  const headOnly = (headers: Record<string, string>) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(app.url)
      const socket = connect(Number(port), hostname, () => {
        const lines = Object.entries({
          host: `${hostname}:${port}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': '1000',
          ...headers,
        }).map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`POST ${importPath} HTTP/1.1\r\n${lines.join('')}\r\n`)
      })
      let text = ''
      socket.on('data', (bytes) => (text += bytes))
      socket.on('close', () => resolve(text))
      socket.on('error', reject)
    })

  test('[DASH-4] origin, session, role and size are checked before the body, and the connection is closed', async () => {
    const { cookie } = anna
    const bob = await as('bob')
    const answers = [
      [403, await headOnly({ cookie, 'sec-fetch-site': 'cross-site' })],
      [403, await headOnly({ cookie })],
      [303, await headOnly(ownForm)],
      [303, await headOnly({ ...ownForm, cookie: 'ascend_session=x' })],
      [403, await headOnly({ ...ownForm, cookie: bob.cookie })],
      [413, await headOnly({ ...ownForm, cookie, 'content-length': `${200 * 2 ** 20}` })],
    ] as const
    for (const [status, head] of answers) {
      expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head.toLowerCase()).toContain('connection: close')
    }
  })

  test('[DASH-4] other content types are answered 415, and readers 403', async () => {
    expect((await anna.post(importPath, {})).status).toBe(415)
    const bob = await as('bob')
    for (const path of [importPath, `${importPath}/x`, importActPath('x', 'run')])
      expect((await bob.get(path)).status).toBe(403)
    expect((await bob.post(importActPath('x', 'run'))).status).toBe(403)
  })
})

test('[DASH-4] of two servers of one database both show an upload, and the one without the file names the other', async () => {
  const { databaseUrl } = await freshDatabase()
  const servers = [0, 1].map(() =>
    startApp({ env: { ...env, DATABASE_URL: databaseUrl, SECRET_KEY: testSecret } }),
  )
  const [web1, web2] = await Promise.all(servers)
  const [at1, at2] = [await signIn(web1!, 'carl@ops.test'), await signIn(web2!, 'carl@ops.test')]
  const text = 'email\nsanne@two.test\nnobody\n'
  const answer = await upload(at1, { text }, web1!.url)
  const path = answer.headers.get('location')!
  await settled(path, at2)

  const [has, lacks] = [web1!, web2!].map(({ url }) => serverName(Number(new URL(url).port)))
  const form = (await at2.html(importPath)).replaceAll(/<[^>]+>/g, '')
  expect(form).toMatch(`carl@ops.test uploaded a file `)
  expect(form).toContain(` to the server ${has}. This page is of the server ${lacks}, `)
  const checked = textOf(await at2.html(path))
  for (const part of ['To import 1', 'no address that can be mailed 1', 'What you start here runs'])
    expect(checked).toContain(part)
  expect(checked).not.toContain('sanne@two.test')
  expect(textOf(await at1.html(path))).toContain('sanne@two.test')

  await at1.post(importActPath(idIn(path), 'run'))
  await settled(path, at2)
  expect(textOf(await at2.html(path))).toContain('Imported 1')
  const discarded = await at2.act(importActPath(idIn(path), 'discard'))
  expect(discarded).not.toContain('id="current"')
  expect((await at1.get(path)).headers.get('location')).toBe(importPath)
  await Promise.all([web1!.close(), web2!.close()])
})

test('[DASH-4] where the file is gone, as after a restore, the page says so and lets the operator discard the upload', async () => {
  const path = await ended(await upload(anna, { text: 'email\ngone@a.test\n' }))
  for (const name of files()) rmSync(join(folder, name))
  const shown = textOf(await anna.html(path))
  expect(shown).toContain('This server does not have the file')
  expect(shown).not.toContain('Import 1 person …')
  expect(textOf(await anna.html(importActPath(idIn(path), 'run')))).not.toContain('Not now')
  await anna.post(importActPath(idIn(path), 'run'))
  await settled(path)
  expect(textOf(await anna.html(path))).toContain('The file is not on this server any more.')
  expect(await anna.act(importActPath(idIn(path), 'discard'))).not.toContain('id="current"')
})

test('[DASH-4] an import from a shell is on the page, with what it has done', async () => {
  const list = join(dataDir, 'shell.csv')
  writeFileSync(list, 'email\nshell@a.test\nnobody\n')
  const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
  const { code } = await runPeople(
    { store: await app.store(), dataDir, secret, now: Date.now() },
    'import',
    list,
    '--unconfirmed',
    '--yes',
  )
  expect(code).toBe(0)
  expect(textOf(await anna.html(importPath))).toMatch(
    /From a shell shell\.csv , begun .* : imported, 1 of 2 rows entered\./,
  )
})
