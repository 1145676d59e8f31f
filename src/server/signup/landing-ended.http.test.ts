import Fastify from 'fastify'
import { afterAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { startApp } from '#test/app.ts'
import { storeEngines, testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { joinByCall } from '#test/visitor.ts'
import { actOnLaunch, type LaunchAct } from '#server/launch/periods.ts'
import type { Pages } from '#server/http/pages.ts'
import { deviceCookie, deviceMaxAgeMs } from '#server/line/device-cookie.ts'
import { sealedTokens } from '#server/http/forms.ts'
import { landingPage } from './landing-routes.ts'

const words = campaign.line!.copy.landing
const start = Date.parse('2026-11-24T12:04:00Z')
const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }

describe.each(storeEngines)('arrivals at the landing page on %s', async (engine) => {
  let clock = start
  const app = await startApp({ engine, env: { SECRET_KEY: testSecret }, now: () => clock })
  afterAll(() => app.close())
  const store = await app.store()
  const [, milaId] = await confirmed(store, ['anna', 'mila', 'finn'], start)
  await store.db.updateTable('line').set({ name: 'Mila' }).where('personId', '=', milaId!).execute()
  const { code } = await store.db
    .selectFrom('line')
    .select('code')
    .where('personId', '=', milaId!)
    .executeTakeFirstOrThrow()
  const remembered = { cookie: deviceSent(app.url, milaId!) }

  async function page(path: string, headers: Record<string, string> = {}) {
    const answer = await fetch(app.url + path, { headers })
    return {
      status: answer.status,
      cache: answer.headers.get('cache-control'),
      cookie: answer.headers.get('set-cookie'),
      html: await answer.text(),
    }
  }
  /** Waits until the server answers a sign-up so. */
  async function after(act: LaunchAct, status: number) {
    clock += 60_000
    await store.transact((trx) => actOnLaunch(trx, act, { by: 'anna@x.nl', terms }, clock))
    await expect
      .poll(async () => (await joinByCall(app.url, 'probe@example.com')).status, {
        timeout: 60_000,
      })
      .toBe(status)
  }

  test("[LINE-3] [LINE-9] while the list is open, a friend's link and a remembered device have their own pages", async () => {
    const [byLink, onDevice] = [await page(`/?via=${code}`), await page('/', remembered)]
    expect(byLink.html).toContain(words.friend.named.chip.replace('{name}', 'Mila'))
    expect(byLink.html).toContain(`name="via" value="${code}"`)
    expect(onDevice.html).toContain('<span class="num">2</span>')
    expect(onDevice.html).toContain(
      words.device.around.replace('{before}', '1').replace('{behind}', '1'),
    )
  })

  test.each([
    ['pause', 'paused'],
    ['close', 'closed'],
    ['launch', 'launched'],
  ] as const)(
    "[END-2] after %s a friend's link and a remembered device lead to the page of a %s list, uncached",
    async (act, state) => {
      await after({ act, at: null, until: null }, 409)
      const plain = await page('/')
      expect(plain.html).toContain(`<title>${campaign.ends[state].card.title.replace(/\.$/, '')} –`)
      const byLinks = [await page(`/?via=${code}`), await page('/?via=K7RM2XQ')]
      const onDevice = await page('/', remembered)
      for (const other of [...byLinks, onDevice]) {
        expect([other.status, other.cache, other.cookie]).toEqual([200, 'no-store', null])
        expect(titleOf(other.html)).toBe(titleOf(plain.html))
        expect(other.html).not.toContain('Mila')
      }
      for (const { html } of byLinks) expect(html).toBe(plain.html)
      // LIVE-2: a person sees what the server counted. A launched list shows no figure.
      expect([plain.html, onDevice.html].map((html) => html.includes(campaign.live.note))).toEqual([
        false,
        state !== 'launched',
      ])
      await after({ act: 'open', at: null }, 200)
      expect((await page('/', remembered)).html).toContain('<span class="num">2</span>')
    },
  )
})

const titleOf = (html: string) => /<title>.*?<\/title>/.exec(html)![0]

/** The cookie of a device that remembers this person. */
function deviceSent(url: string, personId: string): string {
  const sealed = sealedTokens([testSecret], 'sealed-device', deviceMaxAgeMs)
  let sent = ''
  const reply = { header: (_: string, text: string) => void (sent = text) }
  deviceCookie(url, sealed, () => start).setDevice(reply as never, personId)
  return sent.split(';')[0]!
}

test("[LINE-1] without a line, a friend's link and a device's cookie lead to the page that everybody gets", async () => {
  const server = Fastify()
  const shown = (name: string) => () => name
  const pages = Object.fromEntries(
    ['landing', 'friend', 'device', 'unshared'].map((name) => [name, shown(name)]),
  ) as unknown as Pages
  const rest = { store: null as never, device: { isSent: () => true } as never }
  const deps = {
    ...rest,
    pages,
    secrets: [testSecret] as const,
    publicUrl: 'http://localhost',
    now: () => start,
    calendar: () => start,
  }
  server.get('/', landingPage({ ...deps, campaign: { line: null } }))
  for (const path of ['/', '/?via=K7RM2XQ', '/?via=nonsense']) {
    const { body } = await server.inject({ url: path, headers: { cookie: 'ascend_device=x' } })
    expect(body).toBe('landing')
  }
  await server.close()
})
