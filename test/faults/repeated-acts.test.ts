import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { meDownload } from '#contract/people/personal-data.ts'
import { devicePaths } from '#contract/api.ts'
import { tablesOf } from '#server/db/move.ts'
import { codeOfSpot } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { startApp } from '#test/app.ts'
import { freshFolder, testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { resultFor, saveByCall } from '#test/quiz-taker.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'

/** 2,000 in `npm run test:long -- repeats`. */
const rounds = Number(process.env['REPEATED_ROUNDS'] ?? 60)
/** What one person can add to a table or to the journal, whatever they press how often. */
const mostRows = 45

const noon = Date.parse('2026-11-24T12:00:00Z')
const minuteMs = 60_000
let clock = noon
const dataDir = freshFolder()
const app = await startApp({
  env: { DATA_DIR: dataDir, SECRET_KEY: testSecret, LIMITS: 'on' },
  now: () => clock,
})
afterAll(() => app.close())
const store = await app.store()

async function person(name: string) {
  const email = `${name}@example.com`
  await joinByCall(app.url, email)
  const { text } = (await app.mailsTo(email))[0]!
  const [confirm, leave, me] = (['confirm', 'unsubscribe', 'me'] as const).map(
    (kind) => new URL(linkIn(text, kind)).pathname,
  )
  await post(confirm!)
  await app.mailsTo(email, 2)
  return { email, confirm: confirm!, leave: leave!, me: me! }
}
type Person = Awaited<ReturnType<typeof person>>

async function post(url: string, payload = '', headers: Record<string, string> = {}) {
  const answer = await app.server().app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })
  expect([url, answer.statusCode]).toEqual([url, expect.toBeOneOf([200, 303, 404, 409, 429])])
  return answer
}
const get = (url: string) => app.server().app.inject({ url })

const acts: Record<string, (one: Person, round: number) => Promise<unknown>> = {
  'leave and confirm': async ({ leave, confirm }) => {
    await post(leave)
    await post(confirm)
  },
  'one click and the consent of the own page': async ({ leave, me }) => {
    await post(leave, 'List-Unsubscribe=One-Click')
    await post(`${me}/consent`)
  },
  'leave on the own page, sign up again and confirm': async ({ email, me, confirm }, round) => {
    await post(`${me}/leave`)
    await joinByCall(app.url, email, { consent: round % 2 ? '2026-11-27' : '2026-11-nl' })
    await post(confirm)
  },
  'a first name': ({ me }, round) => post(`${me}/name`, `name=${round % 2 ? 'Zo' : 'Ze'}`),
  'a new link': ({ me }) => post(`${me}/new-link`),
  'stop the mails about friends and turn them on': async ({ leave, me }) => {
    await post(`${leave}/friends`)
    await post(`${me}/news`)
    await post(`${me}/stop-news`)
    await post(`${me}/news`)
  },
  'remember a device, open the page and forget it': async ({ me }) => {
    const cookie = String((await post(`${me}/remember`)).headers['set-cookie']).split(';')[0]!
    await post(devicePaths.open, '', { cookie })
    await post(devicePaths.forget, '', { cookie })
    await post(`${me}/forget`)
  },
  'a quiz result': ({ email }, round) =>
    saveByCall(app.url, email, { type: round % 2 ? 'focus' : 'stress', body: recordOf(email) }),
  'take a spot and let it pass': async ({ email }, round) => {
    if (round === 0) await inviteEverybody()
    const spot = await spotOf(email)
    await post(`/spot/${codeOfSpot([testSecret], spot)}/${round % 2 ? 'pass' : 'take'}`)
  },
  'look and download': async ({ me, confirm, leave }) => {
    for (const url of [me, `${me}/${meDownload}`, confirm, leave]) await get(url)
  },
}
const recordOf = (email: string) => ({ email, ...resultFor('focus') })

const inviteEverybody = () =>
  store.transact((trx) =>
    inviteWave(
      trx,
      { spots: 20, until: clock + 5 * 24 * 60 * minuteMs, quizType: null, by: 'shell' },
      testSecret,
      clock,
    ),
  )
const spotOf = (email: string) =>
  store.db
    .selectFrom('wave_spots')
    .innerJoin('people', 'people.id', 'personId')
    .select(['wave_spots.id', 'codeHash'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()

async function sizes(): Promise<Map<string, number>> {
  const tables = await tablesOf(store.db)
  const counts = await Promise.all(
    tables.map(async ({ name }): Promise<[string, number]> => {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(name)}`.execute(store.db)
      return [name, rows[0]!.n]
    }),
  )
  const lines = readFileSync(join(dataDir, 'journal'), 'utf8').split('\n').length
  return new Map([...counts, ['the journal', lines]])
}

test.each(Object.entries(acts))(
  'whoever repeats "%s" adds at most a few rows to each table, and a few lines to the journal',
  async (name, act) => {
    clock += 24 * 60 * minuteMs
    const one = await person(`repeats-${Object.keys(acts).indexOf(name)}`)
    const before = await sizes()
    for (let round = 0; round < rounds; round++) {
      clock += 1_000
      await act(one, round)
    }
    const grown = [...(await sizes())].map(([table, n]) => [table, n - (before.get(table) ?? 0)])
    recordMeasurement(`${name}: ${JSON.stringify(grown.filter(([, n]) => Number(n) > 0))}`)
    expect(grown.filter(([, n]) => Number(n) > mostRows)).toEqual([])
  },
)
