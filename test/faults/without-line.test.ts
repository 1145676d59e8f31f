// First: the server reads the campaign as it is loaded.
import { formerLine } from '#test/without-line.ts'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign, words } from '#campaign'
import { devicePaths } from '#contract/api.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { lineActs } from '#contract/people/personal-data.ts'
import { wavePaths } from '#contract/line/waves.ts'
import type { ClaimedMail } from '#server/delivery/leases.ts'
import { readLineOfMail } from '#server/delivery/line-mail.ts'
import { jobs, startJobs, type JobDeps } from '#server/jobs.ts'
import { beginLine } from '#server/line/begin.ts'
import { enterLineNow } from '#server/line/enter.ts'
import { recountLine } from '#server/line/check.ts'
import { settleRewards } from '#server/line/rewards.ts'
import { inviteWave } from '#server/line/waves.ts'
import { erasePerson } from '#server/signup/erasure.ts'
import { leave } from '#server/signup/membership.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { freshFolder, freshStore, storeEngines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { openSpots, readLine } from '#test/filled-line.ts'
import { operatorCommandsInTurn } from '#test/operator.ts'
import { signIn } from '#test/signed-in.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { buildWithCampaign } from '../../e2e/variant.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const sanne = 'sanne@example.com'
const ownPage = { 'sec-fetch-site': 'same-origin' }
const unknownCode = 'ABCD-EFGH-JKLM-NPQR'
const tables = [
  ...(['line_head', 'line', 'line_counts'] as const),
  ...(['line_rules', 'credits', 'rewards', 'reward_counts', 'waves', 'wave_spots'] as const),
]

let app: TestApp
beforeAll(async () => {
  const dist = await buildWithCampaign({ ...campaign, line: null }, ['page', 'mails', 'dashboard'])
  app = await startApp({ dist, now: () => now, env: { SECRET_KEY: testSecret } })
})
afterAll(() => app.close())

/** Words that pages without a line have as well. */
const ofOtherPages = new Set([...textsIn(campaign.live), ...textsIn(words)])
/** Each sentence that only the campaign's line has, for pages and mails. */
const sentences = textsIn(formerLine.copy).filter(
  (text) => text.length > 15 && !ofOtherPages.has(text),
)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.split(/\{\w+\}/).map((part) => part.trim())
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const tracesIn = (html: string): string[] => {
  const text = html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return [
    ...sentences.filter((sentence) => text.includes(sentence)),
    ...(text.match(/href="[^"]*(?:\/line"|\/spot\/|[?&]via=|\/dashboard\/(?:line|waves))/g) ?? []),
  ]
}
const html = async (path: string) => (await fetch(app.url + path)).text()
const pressed = (url: string) => fetch(url, { method: 'POST', headers: ownPage })
const statusOf = async (path: string, method = 'GET') =>
  (await fetch(app.url + path, { method, headers: ownPage })).status

test('[LINE-1] the shipped page has words and links of its line, which are looked for here', async () => {
  const shipped = await startApp({ now: () => now })
  const found = tracesIn(await (await fetch(shipped.url)).text())
  await shipped.close()
  expect(found).toContain('href="/line"')
  expect(sentences.length).toBeGreaterThan(100)
})

test("[LINE-1] without a line the landing page, a friend's link and the privacy page say nothing of one", async () => {
  const landing = await html('/')
  expect(tracesIn(landing)).toEqual([])
  const byLink = await fetch(`${app.url}/?via=K7Q42M9`)
  expect(tracesIn(await byLink.text())).toEqual([])
  expect(byLink.headers.get('cache-control')).toBe(
    (await fetch(app.url)).headers.get('cache-control'),
  )
  expect(tracesIn(await html('/privacy'))).toEqual([])
})

test('[LINE-1] without a line its pages are unknown', async () => {
  for (const path of ['/line', `/spot/${unknownCode}`, wavePaths.waves])
    expect([path, await statusOf(path)]).toEqual([path, 404])
  for (const path of [`/spot/${unknownCode}/take`, devicePaths.open, devicePaths.forget])
    expect([path, await statusOf(path, 'POST')]).toEqual([path, 404])
})

test('[LINE-1] without a line a sign-up, its mails and the own page say nothing of one, and its tables stay empty', async () => {
  expect((await joinByCall(app.url, sanne, { via: 'K7Q42M9' })).status).toBe(200)
  const [confirm] = await app.mailsTo(sanne)
  const link = linkIn(confirm!.text, 'confirm')
  expect(tracesIn(await (await fetch(link)).text())).toEqual([])
  expect(tracesIn(await (await pressed(link)).text())).toEqual([])
  const mails = await app.mailsTo(sanne, 2)
  for (const { html: body, text } of mails) expect(tracesIn(body + text)).toEqual([])
  const me = linkIn(mails[1]!.text, 'me')
  expect(tracesIn(await (await fetch(me)).text())).toEqual([])
  for (const act of lineActs)
    expect([act, (await fetch(`${me}/${act}`)).status]).toEqual([act, 404])
  const leaving = linkIn(mails[1]!.text, 'unsubscribe')
  expect(tracesIn(await (await fetch(leaving)).text())).toEqual([])
  expect((await fetch(`${leaving}/friends`)).status).toBe(404)
  expect(tracesIn(await (await pressed(leaving)).text())).toEqual([])
  for (const table of tables)
    expect([table, await (await app.store()).db.selectFrom(table).selectAll().execute()]).toEqual([
      table,
      [],
    ])
})

test('[LINE-1] without a line the dashboard has no screens of it, and an export no columns', async () => {
  const anna = await signIn(app, undefined, now)
  for (const path of ['/dashboard', '/dashboard/people', '/dashboard/letters/new'])
    expect([path, tracesIn(await anna.html(path))]).toEqual([path, []])
  for (const path of [navigation.line.path, navigation.waves.path, wavePaths.new])
    expect([path, (await anna.get(path)).status]).toEqual([path, 404])
  expect((await anna.post(wavePaths.invite, { spots: '1' })).status).toBe(404)
  const csv = await anna.post('/dashboard/people/export', { format: 'csv' })
  expect((await csv.text()).split('\r\n')[0]).not.toMatch(/line_/)
})

test('[LINE-1] without a line the commands line and waves say so', async () => {
  const env = {
    SECRET_KEY: testSecret,
    DATA_DIR: freshFolder(),
    NODE_OPTIONS: `--import=${resolve('test/without-line.ts')}`,
  }
  const commands = [
    ['line', 'check'],
    ['line', 'show', sanne],
    ['waves', 'list'],
  ]
  const said = await operatorCommandsInTurn(env, commands)
  expect(said.map(({ code, stdout, stderr }) => [code, stdout + stderr])).toEqual(
    commands.map(() => [1, expect.stringContaining('The campaign has no line')]),
  )
})

test.each(storeEngines)(
  '[LINE-1] a line that returns to the campaign gives places to people who confirmed meanwhile, in that order, on %s',
  async (engine) => {
    const store = await freshStore(engine)
    const begins = (terms: typeof formerLine.terms | null) =>
      beginLine(store, async () => store, terms, now)
    const placesOf = async () => {
      const { recount, places } = await readLine(store)
      const sorted = Object.entries(places).sort((a, b) => a[1].place - b[1].place)
      return { recount, names: sorted.map(([email]) => email.split('@')[0]) }
    }
    await begins(null)
    const [mila] = await confirmed(store, ['mila'], now - 5_000)
    await confirmed(store, ['finn'], now - 4_000)
    await confirmed(store, ['noor'], now - 3_000)
    await begins(formerLine.terms)
    await recountLine(store, { repair: true, now })
    await store.db.updateTable('line_head').set({ checkedAt: now }).execute()
    await begins(null)
    await confirmed(store, ['zoe'], now - 2_000)
    await confirmed(store, ['adam'], now - 1_000)
    await store.transact((trx) => leave(trx, mila!, now))
    expect(await readLine(store)).toMatchObject({ nextOrder: 4, recount: { withoutPlace: 2 } })
    await begins(formerLine.terms)
    await begins(formerLine.terms)
    expect(await placesOf()).toEqual({
      recount: 'sound',
      names: ['finn', 'noor', 'zoe', 'adam'],
    })
  },
)

const hourMs = 3_600_000
const whenFriendLeft = [
  ['during the hold', 1, 'taken-back'],
  ['after the hold', 49, 'yours'],
] as const
test.each(
  storeEngines.flatMap((engine) => whenFriendLeft.map((left) => [...left, engine] as const)),
)(
  '[LINE-4] [LINE-6] where the only friend left without a line, %s, %d h after the confirmation, the reward is %s once it returns, on %s',
  async (_, leftAfterH, state, engine) => {
    const store = await freshStore(engine)
    const { terms } = formerLine
    const begins = (wanted: typeof terms | null, at: number) =>
      beginLine(store, async () => store, wanted, at)
    const enters = async (name: string, code: string) => {
      const [id] = await confirmed(store, [name], now)
      const press = { code, address: null, secrets: [testSecret] as const }
      await store.transact((trx) => enterLineNow(trx, [{ id: id!, press }], terms, now))
      return id!
    }
    await begins(terms, now)
    await enters('mila', '')
    const { code } = await store.db.selectFrom('line').select('code').executeTakeFirstOrThrow()
    const friend = await enters('finn', code)
    await begins(null, now)
    await store.transact((trx) => leave(trx, friend, now + leftAfterH * hourMs))
    const at = now + 100 * hourMs
    const { rewards } = await recountLine(store, { repair: false, now: at })
    expect(rewards).toBe(0)
    await begins(terms, at)
    await settleRewards(store, at)
    const [reward] = await store.db.selectFrom('rewards').select(['step', 'state']).execute()
    expect(reward).toEqual({ step: 1, state })
  },
)

test.each(storeEngines)(
  '[LINE-4] an erasure leaves nothing in a line that the campaign has no more, on %s',
  async (engine) => {
    const store = await freshStore(engine)
    await confirmed(store, ['mila', 'finn'], now)
    await beginLine(store, async () => store, formerLine.terms, now)
    for (const email of ['mila@example.com', 'finn@example.com'])
      await store.transact((trx) => erasePerson(trx, email, testSecret, now))
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from line`.execute(store.db)
    expect(rows[0]!.n).toBe(0)
  },
)

test('[LINE-8] [LINE-10] a wave of a line that the campaign has no more invites nobody, and its waiting mail is cancelled', async () => {
  const store = await freshStore('sqlite')
  await confirmed(store, ['mila', 'finn'], now)
  await beginLine(store, async () => store, formerLine.terms, now)
  const wave = { spots: 1, until: now + 1_000, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, now))
  const [spot] = await openSpots(store)
  const job = jobs.find(({ name }) => name.startsWith('end spots of waves'))!
  const calendar = () => now + 2_000
  const deps = { store, secretKey: testSecret, clock: { isTrusted: () => true, calendar } }
  // The job uses nothing else.
  await startJobs(deps as unknown as JobDeps, [job]).stop()
  expect(await openSpots(store)).toEqual([spot])
  const mail = { template: 'turn', personId: spot!.personId, data: { spot: spot!.id } }
  const line = { db: store.db, secrets: [testSecret] as const, publicUrl: app.url, now }
  expect(await readLineOfMail(line, mail as ClaimedMail)).toEqual({
    unwanted: 'the campaign has no line any more',
  })
})
