import { afterAll, beforeAll, expect, test } from 'vitest'
import { inviteWave } from '#server/line/waves.ts'
import { codeOfSpot } from '#server/line/spots.ts'
import { moveClock } from '#test/move-clock.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'

const names = ['mila', 'finn', 'noor', 'bram'] as const
const dayMs = 24 * 3_600_000
let clock = Date.parse('2026-11-29T11:04:00Z')
let app: TestApp
const codes: Record<string, string> = {}
const ownPage = { 'sec-fetch-site': 'same-origin' }

beforeAll(async () => {
  app = await startApp({
    env: { SECRET_KEY: testSecret, LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' },
    now: () => clock,
  })
  const store = await app.store()
  await confirmed(store, names, clock)
  await store.transact((trx) =>
    inviteWave(
      trx,
      { spots: 4, until: clock + 5 * dayMs, quizType: null, by: 'shell' },
      testSecret,
      clock,
    ),
  )
  for (const name of names) {
    const spot = await store.db
      .selectFrom('wave_spots')
      .innerJoin('people', 'people.id', 'personId')
      .select(['wave_spots.id', 'codeHash'])
      .where('email', '=', `${name}@example.com`)
      .executeTakeFirstOrThrow()
    codes[name] = codeOfSpot([testSecret], spot)!
  }
})
afterAll(() => app.close())

const get = async (code: string, from = '192.0.2.1') => {
  const answer = await fetch(`${app.url}/spot/${code}`, { headers: { 'x-forwarded-for': from } })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}
const press = (code: string, act: string, headers: Record<string, string> = ownPage) =>
  fetch(`${app.url}/spot/${code}/${act}`, { method: 'POST', headers })
const stateOf = async (name: string) =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('wave_spots')
      .innerJoin('people', 'people.id', 'personId')
      .select('wave_spots.state')
      .where('email', '=', `${name}@example.com`)
      .executeTakeFirstOrThrow()
  ).state

test('[LINE-8] the page of a spot says until when it is held, is not cached, and changes nothing', async () => {
  const { status, headers, html } = await get(codes.mila!)
  expect(status).toBe(200)
  expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([
    'no-store, no-transform',
    'noindex',
  ])
  expect(html).toContain('until 4 December 2026, 12:04')
  expect(html).toContain('Place 1, wave 1')
  expect(html).toContain('4 of 10,000')
  expect(html).not.toContain('8,932')
  expect(html).toContain('For m***@example.com')
  expect(html).not.toContain('mila@example.com')
  expect(await stateOf('mila')).toBe('invited')
  expect((await get(`${codes.mila!.toLowerCase()}.`)).status).toBe(200)
})

test('[LINE-8] of two presses at once one takes the spot, and both pages show the code', async () => {
  const pages = await Promise.all([press(codes.mila!, 'take'), press(codes.mila!, 'take')])
  for (const page of pages) {
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(codes.mila!.match(/.{4}/g)!.join('-'))
  }
  expect(await stateOf('mila')).toBe('came')
  expect(await (await press(codes.mila!, 'pass')).text()).toContain('It is yours.')
})

test('[LINE-8] a spot is let pass, and a form of another site changes nothing', async () => {
  const foreign = await press(codes.finn!, 'pass', { 'sec-fetch-site': 'cross-site' })
  expect([foreign.status, await stateOf('finn')]).toEqual([403, 'invited'])
  expect(await (await press(codes.finn!, 'pass')).text()).toContain('Passed.')
  expect((await get(codes.finn!)).html).toContain('Passed.')
})

test('[LINE-8] a made-up code gets the page of an unknown link, and soon 429 for every code of that network', async () => {
  const guess = (n: number) => get(`ABCD-EFGH-JKLM-NP${String(n).padStart(2, '2')}`, '198.51.100.7')
  const answers = await Promise.all([2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24].map(guess))
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
  const after = await get(codes.noor!, '198.51.100.7')
  expect([after.status, after.headers.get('retry-after')]).toEqual([429, '60'])
  expect((await get(codes.noor!)).status).toBe(200)
  expect((await get('short', '198.51.100.7')).status).toBe(404)
})

test('[LINE-8] codes that a page of another site loads, as pictures or in frames, cost the visitor nothing and tell nothing', async () => {
  const from = '198.51.100.77'
  const load = (code: string, site: string, dest: string) =>
    fetch(`${app.url}/spot/${code}`, {
      headers: { 'x-forwarded-for': from, 'sec-fetch-site': site, 'sec-fetch-dest': dest },
    })
  for (const n of [2, 3, 4, 5])
    for (const dest of ['image', 'iframe', 'empty'])
      expect((await load(`ABCD-EFGH-JKLM-NPQ${n}`, 'cross-site', dest)).status).toBe(404)
  expect((await load(codes.noor!, 'same-site', 'image')).status).toBe(404)
  expect((await load(codes.noor!, 'cross-site', 'document')).status).toBe(200)
})

test('[LINE-8] a spot ends at its end by the clock of the server, before anything has stored it', async () => {
  moveClock(app, clock, clock + 5 * dayMs - 1, (at) => (clock = at))
  expect((await get(codes.noor!)).html).toContain('Your turn.')
  clock += 1
  expect(await (await press(codes.noor!, 'take')).text()).toContain('Too late.')
  expect((await get(codes.bram!)).html).toContain('Too late.')
})
