import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readable } from '#test/campaign-texts.ts'
import { startApp } from '#test/app.ts'
import { storeEngines, testSecret } from '#test/fresh-store.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { deviceCookie, deviceMaxAgeMs } from '#server/line/device-cookie.ts'
import { codeOfSpot } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { sealedTokens } from '#server/http/forms.ts'

const ownPage = { 'sec-fetch-site': 'same-origin' }
const hourMs = 3_600_000
const textOf = (html: string) =>
  readable(
    html.replaceAll(/<(script|style)\b[^]*?<\/\1>/g, ' ').replaceAll(/<[^>]*>/g, ' '),
  ).replaceAll(/\s+/g, ' ')

/** What a page says about the list. A page can say one thing several times. */
const statements: Record<string, RegExp> = {
  registered: /([\d,]+) (?:of 10,000(?! ?, without you)|registered)/g,
  'registered, without you': /([\d,]+) of 10,000 ?, without you/g,
  remaining: /([\d,]+) registrations remain/g,
  'people waiting': /([\d,]+) (?:people|person) waiting/g,
  'next place': /next place is ([\d,]+)/gi,
  'ahead of you': /([\d,]+) (?:ahead of|before) you/g,
  'behind you': /([\d,]+) behind/g,
}

function saidBy(text: string): Record<string, string[]> {
  const said = Object.entries(statements).map(([name, words]) => [
    name,
    [...new Set([...text.matchAll(words)].map(([, n]) => n!))],
  ])
  return Object.fromEntries(said.filter(([, numbers]) => numbers!.length > 0))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

describe.each(storeEngines)('one person and the figures, on %s', async (engine) => {
  const clock = { now: Date.parse('2026-11-29T11:04:00Z') }
  const app = await startApp({ engine, env: { SECRET_KEY: testSecret }, now: () => clock.now })
  afterAll(() => app.close())
  const cookies = deviceCookie(
    app.url,
    sealedTokens([testSecret], 'sealed-device', deviceMaxAgeMs),
    () => clock.now,
  )
  const links: Record<string, { confirm: string; me: string; leave: string; cookie: string }> = {}
  let spot = ''
  const idOf = async (email: string) =>
    (
      await (
        await app.store()
      ).db
        .selectFrom('people')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
    ).id
  const deviceOf = (id: string) => {
    let header = ''
    const reply = { header: (_: string, value: string) => void (header = value) }
    cookies.setDevice(reply as never, id)
    return header.split(';')[0]!
  }
  const read = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    return { answer, html: await answer.text() }
  }

  beforeAll(async () => {
    for (const name of ['mila', 'noor', 'bram', 'finn']) {
      const email = `${name}@example.com`
      await joinByCall(app.url, email)
      const confirm = linkIn((await app.mailsTo(email))[0]!.text, 'confirm')
      await fetch(confirm, { method: 'POST', headers: ownPage })
      const { text } = (await app.mailsTo(email, 2))[1]!
      const [me, leave] = [linkIn(text, 'me'), linkIn(text, 'unsubscribe')]
      links[name] = { confirm, me, leave, cookie: deviceOf(await idOf(email)) }
    }
    const store = await app.store()
    const terms = { spots: 1, until: clock.now + 48 * hourMs, quizType: null, by: 'shell' } as const
    await store.transact((trx) => inviteWave(trx, terms, testSecret, clock.now))
    const row = await store.db
      .selectFrom('wave_spots')
      .select(['id', 'codeHash'])
      .where('personId', '=', await idOf('mila@example.com'))
      .executeTakeFirstOrThrow()
    spot = `${app.url}/spot/${codeOfSpot([testSecret], row)}`
  })

  test('[LIVE-2] every page of a person states one number for one thing, whatever FIGURES says', async () => {
    const { confirm, me, leave, cookie } = links['noor']!
    // Mila was invited, so that she has a spot in place of a place.
    const mila = links['mila']!
    const pages = {
      landing: textOf((await read(app.url, { cookie })).html),
      confirm: textOf((await read(confirm)).html),
      'own page': textOf((await read(me)).html),
      spot: textOf((await read(spot)).html),
      leave: textOf((await read(leave)).html),
      erase: textOf((await read(`${me}/erase`)).html),
      'landing with a spot': textOf((await read(app.url, { cookie: mila.cookie })).html),
      'own page with a spot': textOf((await read(mila.me)).html),
      'a friend’s link': textOf((await read(`${app.url}/?via=N9UFXGA`, { cookie })).html),
      'a wrong link': textOf((await read(`${me.slice(0, -3)}aaa`)).html),
    }
    const all: Record<string, Record<string, string[]>> = {}
    for (const [page, text] of Object.entries(pages))
      for (const [what, numbers] of Object.entries(saidBy(text))) (all[what] ??= {})[page] = numbers
    expect(
      Object.fromEntries(
        Object.entries(all).map(([what, by]) => [what, [...new Set(Object.values(by).flat())]]),
      ),
    ).toEqual({
      registered: ['4'],
      'registered, without you': ['3'],
      remaining: ['9,996'],
      'people waiting': ['3'],
      'next place': ['4'],
      'ahead of you': ['0'],
      'behind you': ['2'],
    })
    for (const page of ['landing', 'confirm', 'own page', 'spot', 'erase'])
      expect(all['registered']).toHaveProperty([page])
    for (const text of Object.values(pages)) {
      expect(text).not.toMatch(/8,932|1,068|1,247|89\.3/)
      expect(text).not.toContain('simulated')
    }
  })

  test('[LIVE-2] the landing page of a remembered device follows the count, others are as they were', async () => {
    const { cookie } = links['noor']!
    const own = await read(app.url, { cookie })
    expect(own.html).toContain('<meta name="live"')
    const everybody = await read(app.url)
    expect(everybody.html).not.toContain('<meta name="live"')
    expect(textOf(everybody.html)).toContain('8,932 of 10,000')
    const shown = (page: typeof own) => page.answer.headers.get('content-security-policy')!
    for (const page of [own, everybody]) {
      const [, inline] = /<script(?: type="module")?>([^]*?)<\/script>/.exec(page.html)!
      expect(shown(page)).toContain(sha256(inline!))
    }
    expect(await (await fetch(`${app.url}/live`)).json()).toMatchObject({ waiting: '3' })
  })

  test('[LIVE-2] a made-up cookie, and a person who left, get the page of everybody', async () => {
    const left = links['finn']!
    await fetch(left.leave, { method: 'POST', headers: ownPage })
    for (const cookie of ['ascend_device=made-up', left.cookie])
      expect(textOf((await read(app.url, { cookie })).html)).toContain('8,932 of 10,000')
    const { html } = await read(left.leave)
    expect(saidBy(textOf(html))).not.toMatchObject({ registered: ['8,932'] })
    const { cookie } = links['noor']!
    expect(saidBy(textOf((await read(app.url, { cookie })).html))['registered']).toEqual(['3'])
  })
})
