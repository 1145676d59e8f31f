import { brotliDecompressSync } from 'node:zlib'
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { runAction } from '#test/run-action.ts'
import { startApp } from '#test/app.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall, linkIn, sendCounts } from '#test/visitor.ts'
import { readLastBackup } from '#server/db/backup.ts'
import { dashboardCommand, type CommandDeps } from '#server/dashboard/commands.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const clock = { now: Date.parse('2026-11-17T08:30:00Z') }
const app = await startApp({
  env: { OPERATORS: 'anna@ops.test, reader:bob@ops.test' },
  now: () => clock.now,
})
afterAll(() => app.close())
const as = (name: 'anna' | 'bob') => signIn(app, `${name}@ops.test`, clock.now)
const textOf = (html: string) =>
  html
    .replaceAll(/<span class="narrow-only">.*?<\/span>/g, '')
    .replaceAll(/<(?:\/?(?:b|span|bdi|small|code|time|i|a)\b[^>]*)>/g, '')
    .replaceAll(/(?:<[^>]+>)+/g, '|')
const shownTo = async (name: 'anna' | 'bob', query = '') =>
  textOf(await (await as(name)).html(`/dashboard${query}`))

test('[DASH-3] on the first day the overview shows today, the checklist and the links to share', async () => {
  const text = await shownTo('anna')
  for (const shown of [
    'Before you go live',
    'Operators can sign in by mail',
    'OPERATORS has 1 operator and 1 reader.',
    'Connect a mail server',
    'Joined today|0|Nobody yet.',
    '?utm_source=instagram',
    'Last backup|none yet',
  ])
    expect(text).toContain(shown)
  expect(text).not.toContain('Sources|')
})

test('[DASH-3] people, their sources and forms are counted in the range, and compared with the one before', async () => {
  const join = (n: number, source: string) =>
    joinByCall(app.url, `p${n}-${source}@example.com`, { source, placement: 'final' })
  for (let n = 0; n < 2; n++) await join(n, 'podcast')
  clock.now += 7 * dayMs
  for (let n = 0; n < 3; n++) await join(n, 'letter')
  const [mail] = await app.mailsTo('p0-letter@example.com')
  await fetch(linkIn(mail!.text, 'confirm'), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  clock.now += hourMs
  const week = await shownTo('anna', '?range=7d')
  expect(week).toContain('Joined in 7 days|3|')
  expect(week).toContain('Of 5 who ever joined, now: 1 confirmed, 4 unconfirmed, 0 left')
  expect(week).toContain('letter utm_source|0|3|–|')
  expect(week).toMatch(/Final call end of the page\|0\|–\|3\|–\|/)
  expect(week).not.toContain('podcast')
  const all = await shownTo('anna', '?range=all')
  expect(all).toContain('Joined since 17 November|5|')
  expect(all).toContain('podcast utm_source|0|2|–|')
  expect(await shownTo('anna', '?range=never')).toContain('Joined in 7 days|3|')
})

describe.each(storeEngines)('on %s', async (engine) => {
  const looked = Date.parse('2026-11-26T10:05:00+01:00')
  const own = { now: Date.parse('2026-11-26T10:02:00+01:00') }
  const fresh = await startApp({
    engine,
    env: { OPERATORS: 'anna@ops.test' },
    now: () => own.now,
  })
  afterAll(() => fresh.close())

  test('[DASH-3] a founder who signs up at 10:02 and looks at 10:05 sees 1 in every range', async () => {
    const visit = { event: 'page_view', label: 'page', count: 1 } as const
    await sendCounts(fresh.url, [visit])
    await joinByCall(fresh.url, 'founder@example.com', { source: 'podcast', placement: 'final' })
    own.now = looked
    const anna = await signIn(fresh, 'anna@ops.test', own.now)
    for (const [range, words] of [
      ['today', 'today'],
      ['7d', 'in 7 days'],
      ['28d', 'in 28 days'],
      ['all', 'since 26 November'],
    ]) {
      const text = textOf(await anna.html(`/dashboard?range=${range}`))
      expect(text).toContain(`Joined ${words}|1|`)
      expect(text).not.toContain('|0 a day')
      expect(text).toContain('As of 10:05, 1 of them since 10:00.')
      expect(text).toMatch(/Joined gave an address\|1\|/)
      expect(text).toMatch(/Unconfirmed have not confirmed yet\|1\|/)
      expect(text).toContain('podcast utm_source|0|1|')
      expect(text).toMatch(/Final call end of the page\|0\|–\|1\|/)
      expect(text).toMatch(/\|Joined\|1\|–/)
    }
    const people = textOf(await anna.html('/dashboard/people?since=2026-11-26'))
    expect(people).toContain('|1 person matches, newest first|')
    expect(people).toContain('founder@example.com')
  })

  test('[DASH-3] the average of a day leaves out the days before counting began', async () => {
    own.now = looked + 2 * dayMs
    for (const name of ['mila', 'finn', 'noor']) await joinByCall(fresh.url, `${name}@example.com`)
    const anna = await signIn(fresh, 'anna@ops.test', own.now)
    expect(textOf(await anna.html('/dashboard?range=7d'))).toContain('Joined in 7 days|4|2 a day|')
  })
})

test('[DASH-3] people who have not confirmed for a day are the next task, and nobody is reminded', async () => {
  const text = await shownTo('anna')
  expect(text).toContain('2 people have not confirmed for more than a day')
  expect(await app.mailsTo('p0-podcast@example.com')).toHaveLength(1)
})

test('[DASH-3] all sources of a range have a page', async () => {
  const text = textOf(await (await as('bob')).html('/dashboard/sources?range=all'))
  expect(text).toContain('letter utm_source|0|3|1|–|')
  expect(text).toContain('podcast utm_source|0|2|0|–|')
})

test('[DASH-3] the screens are the same for a reader, but for the acts and what to type into a shell', async () => {
  const [anna, bob] = [await shownTo('anna'), await shownTo('bob')]
  const own = (text: string) => text.slice(0, text.indexOf('Signed in as'))
  const withoutCommands = own(anna)
    .split('|')
    .filter((part) => !/^(?:[A-Z_]+=|npm run |X-Forwarded-Proto: )/.test(part))
    .join('|')
    .replace('privacy@', 'p***@')
  expect(own(bob)).toBe(withoutCommands.replace('|Settings|', '|'))
  expect((await (await as('bob')).post('/dashboard/backup-made')).status).toBe(403)
})

test('[DASH-3] a backup that is made elsewhere is recorded by a press or by the command', async () => {
  const { db } = await app.store()
  expect(await readLastBackup(db)).toBeNull()
  const html = await (await as('anna')).act('/dashboard/backup-made')
  expect(textOf(html)).toContain('Recorded that a backup was made.')
  expect(textOf(html)).toMatch(/Last backup\|today \d\d:\d\d, made elsewhere/)
  expect(await readLastBackup(db)).toEqual({ at: clock.now, isChecked: false })
  const notes: string[] = []
  const deps = {
    store: await app.store(),
    now: clock.now + 5,
    note: (line: string) => void notes.push(line),
  }
  const code = await runAction(dashboardCommand, ['backup-made'], deps as unknown as CommandDeps)
  expect(code).toBe(0)
  expect([(await readLastBackup(db))?.at, notes]).toEqual([clock.now + 5, ['Recorded.']])
})

test('[DASH-8] the overview is at most 30 KB, compressed', async () => {
  const { cookie } = await as('anna')
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'br' }
    request(`${app.url}/dashboard?range=7d`, { headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve(Buffer.concat(parts)))
    })
      .on('error', reject)
      .end()
  })
  expect(brotliDecompressSync(bytes).toString()).toContain('</html>')
  expect(bytes.length).toBeLessThanOrEqual(30 * 1024)
})
