import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { figureModes } from '#contract/live/figures.ts'
import type { LaunchState } from '#contract/launch/launch.ts'
import { meActs } from '#contract/people/personal-data.ts'
import { readable } from '#test/campaign-texts.ts'
import { startApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { joinByCall, joinByForm, linkIn } from '#test/visitor.ts'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import { codeOfSpot } from '#server/line/spots.ts'
import { inviteWave } from '#server/line/waves.ts'
import { deviceCookie, deviceMaxAgeMs } from '#server/line/device-cookie.ts'
import { sealedTokens } from '#server/http/forms.ts'

const hourMs = 3_600_000
const ownPage = { 'sec-fetch-site': 'same-origin' }
const shownAttributes = ['alt', 'title', 'aria-label', 'placeholder', 'content', 'value']

/** The texts that a person, a screen reader or a preview of a link reads in a page. */
function textsIn(html: string): string[] {
  const page = html.replaceAll(/<!--[^]*?-->|<(script|style)\b[^]*?<\/\1>/g, '')
  const texts: string[] = []
  for (const [, tag, text] of page.matchAll(/<\/?[a-z][\w-]*((?:"[^"]*"|[^">])*)>|([^<]+)/gi)) {
    if (text?.trim()) texts.push(readable(text.trim()))
    for (const [, name, value] of tag?.matchAll(/([\w:-]+)="([^"]*)"/g) ?? [])
      if (shownAttributes.includes(name!.toLowerCase())) texts.push(readable(value!))
  }
  return texts
}

test('the texts of a page are its text nodes and the attributes that are read', () => {
  const html =
    '<meta content="{a}"><p title="b" data-props="{&quot;c&quot;:1}">d <b>{e}</b></p><script>{f}</script>'
  expect(textsIn(html)).toEqual(['{a}', 'b', 'd', '{e}'])
})

describe.each(figureModes)('with %s figures', async (mode) => {
  const clock = { now: Date.parse('2026-11-24T12:04:00Z') }
  const app = await startApp({
    env: { SECRET_KEY: testSecret, FIGURES: mode },
    now: () => clock.now,
  })
  afterAll(() => app.close())
  const store = await app.store()
  const linkOf = async (email: string) => {
    await joinByCall(app.url, email)
    return linkIn((await app.mailsTo(email))[0]!.text, 'confirm')
  }
  const seeds = [
    '/',
    '/?via=K7RM2XQ',
    '/privacy',
    '/line',
    '/no-such-page',
    '/join',
    '/quiz/1',
    '/quiz/result?energy=a&focus=b&stress=c&motivation=d',
    '/confirm/x',
    '/me/x',
    '/unsubscribe/x',
    '/spot/x',
    '/tell-once',
    '/tell-once/x',
  ]
  const links: string[] = [await linkOf('not-yet@example.com')]
  for (const name of ['mila', 'noor']) {
    const email = `${name}@example.com`
    const confirm = await linkOf(email)
    await fetch(confirm, { method: 'POST', headers: ownPage })
    const { text } = (await app.mailsTo(email, 2))[1]!
    const [me, leave] = [linkIn(text, 'me'), linkIn(text, 'unsubscribe')]
    links.push(confirm, me, leave, `${leave}/friends`, ...meActs.map((act) => `${me}/${act}`))
  }
  const terms = { spots: 1, until: clock.now + 48 * hourMs, quizType: null, by: 'shell' } as const
  await store.transact((trx) => inviteWave(trx, terms, testSecret, clock.now))
  const row = await store.db
    .selectFrom('wave_spots')
    .select(['id', 'codeHash'])
    .executeTakeFirstOrThrow()
  links.push(`/spot/${codeOfSpot([testSecret], row)}`)
  const { personId: inLine } = await store.db
    .selectFrom('line')
    .select('personId')
    .executeTakeFirstOrThrow()
  const sealed = sealedTokens([testSecret], 'sealed-device', deviceMaxAgeMs)
  let remembered = ''
  const reply = { header: (_: string, text: string) => void (remembered = text.split(';')[0]!) }
  deviceCookie(app.url, sealed, () => clock.now).setDevice(reply as never, inLine)

  const blanksIn = (html: string) => textsIn(html).filter((text) => text.includes('{'))

  /** Every page that the seeds lead to by links, and what stands in braces on it. */
  async function crawl() {
    const seen = new Map<string, string[]>()
    const next = [...seeds, ...links.map((link) => link.replace(app.url, ''))]
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      if (seen.has(path)) continue
      const answer = await app.server().app.inject({ url: path })
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue
      seen.set(path, blanksIn(answer.body))
      for (const [, href] of answer.body.matchAll(/<a\b[^>]* href="(\/[^"#]*)/g))
        if (!/^\/(?:assets|dashboard|dev)\//.test(href!)) next.push(readable(href!))
    }
    const device = await app.server().app.inject({ url: '/', headers: { cookie: remembered } })
    seen.set('a remembered device', blanksIn(device.body))
    for (const [name, address] of [
      ['a refused form', 'no address'],
      ['a sent form', 'form@example.com'],
    ] as const)
      seen.set(name, blanksIn(await (await joinByForm(app.url, address)).text()))
    return seen
  }

  test.each<[string, LaunchState, LaunchAct | null]>([
    ['an open list', 'open', null],
    ['a paused list', 'paused', { act: 'pause', at: null, until: null }],
    [
      'a paused list with an end',
      'paused',
      { act: 'pause', at: null, until: clock.now + 240 * hourMs },
    ],
    ['a list that was opened again', 'open', { act: 'open', at: null }],
    ['a closed list', 'closed', { act: 'close', at: null, until: null }],
    ['a launched list', 'launched', { act: 'launch', at: null, until: null }],
  ])('[LIVE-2] no page of %s shows a blank', async (name, state, act) => {
    if (act) {
      clock.now += 60_000
      const terms = { ...campaign.launch, shop: 'https://shop.example/fuel' }
      const by = { by: 'anna@ops.test', terms }
      await store.transact((trx) => actOnLaunch(trx, act, by, clock.now))
      const stateNow = async () => {
        const answer = await joinByCall(app.url, 'probe@example.com')
        return ((await answer.json()) as { state?: LaunchState }).state ?? 'open'
      }
      await expect.poll(stateNow, { timeout: 30_000 }).toBe(state)
    }
    const pages = await crawl()
    expect(Object.fromEntries([...pages].filter(([, texts]) => texts.length > 0))).toEqual({})
    expect(pages.size, name).toBeGreaterThan(30)
  })
})
