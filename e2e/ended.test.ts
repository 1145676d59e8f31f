import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { SetState } from '#contract/launch/launch.ts'
import type { Store } from '#server/db/store.ts'
import { endPeriods, setLaunchState } from '#server/launch/periods.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { join, open, openBrowser, unsent, visitor, type Visitor } from './browser.ts'
import { mailsTo, onList } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

const by = 'anna@example.com'
const hour = 3_600_000

let app: TestApp
let store: Store
let browser: Browser
let sanne: Visitor
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
  store = await app.store()
})
afterAll(() => app.close())
beforeEach(async () => {
  await store.transact((trx) => endPeriods(trx, { at: Date.now(), by }, Date.now()))
  await untilTitled(campaign.head.title)
  sanne = await visitor(browser)
  return () => sanne.leave()
})

async function set(state: SetState) {
  const now = Date.now()
  const times = { at: now, until: null, listFirstUntil: now + 48 * hour, eraseAt: now + 720 * hour }
  await store.transact((trx) => setLaunchState(trx, { state, ...times, by }, now))
  await untilTitled(campaign.ends[state].card.title.replace(/\.$/, ''))
}

const untilTitled = (title: string) =>
  expect
    .poll(async () => (await fetch(app.url)).text(), { timeout: 30_000 })
    .toContain(`<title>${title}`)

const headline = ({ page }: Visitor) => page.locator('h1')

test('[END-2] a visitor who submits on a page from before the close sees that the list is closed, and the retries end', async () => {
  await open(sanne, app.url)
  await set('closed')
  await join(sanne.page, 'late@fuel.example')
  await expect.poll(() => headline(sanne).innerText()).toContain('is closed.')
  expect(await unsent(sanne.page)).toEqual([])
  expect(await onList(app, 'late@fuel.example')).toBe(0)
})

test('[END-2] in a pause the browser keeps the address, says so, and sends it once the list is open', async () => {
  await open(sanne, app.url)
  await set('paused')
  await join(sanne.page, 'patient@fuel.example')
  await sanne.page.getByText(campaign.ends.paused.kept).waitFor()
  expect(await unsent(sanne.page)).toEqual(['ascend.unsent:patient@fuel.example'])
  await store.transact((trx) => endPeriods(trx, { at: Date.now(), by }, Date.now()))
  await untilTitled(campaign.head.title)
  await sanne.page.goto(app.url)
  await expect.poll(() => unsent(sanne.page), { timeout: 30_000 }).toEqual([])
  expect(await mailsTo(app, 'patient@fuel.example')).toHaveLength(1)
})

test('[END-2] without script the answer of the form is the page of the state', async () => {
  const tim = await visitor(browser, { javaScriptEnabled: false })
  await tim.page.goto(app.url)
  await set('paused')
  await tim.page.locator('#hero-email').fill('tim@fuel.example')
  const answer = tim.page.waitForResponse((response) => response.url().endsWith('/join'))
  await tim.page.locator('#hero .form button').click()
  expect((await answer).status()).toBe(409)
  expect(await headline(tim).innerText()).toContain('On hold.')
  await tim.leave()
})

test('[END-3] after the launch the page says where the product is, in small windows too', async () => {
  await set('launched')
  await sanne.page.setViewportSize({ width: 360, height: 640 })
  await sanne.page.goto(app.url)
  const lead = sanne.page.getByText(campaign.ends.launched.lead[0]!)
  expect(await lead.isVisible()).toBe(true)
})

test.each(['paused', 'closed', 'launched'] as const)(
  '[END-1] the page of a %s list is accessible, and fits every width with its bar folded or not',
  async (state) => {
    await set(state)
    await sanne.page.goto(app.url)
    const bar = sanne.page.locator('.end-bar')
    for (const width of [320, 390, 768, 1280, 1600]) {
      await sanne.page.setViewportSize({ width, height: 320 })
      expect(await sanne.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await sanne.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await bar.locator('p').waitFor()
      expect(await smallTargets(sanne.page)).toEqual([])
    }
    expect(await findings(sanne.page)).toEqual([])
    await bar.locator('summary').focus()
    await sanne.page.keyboard.press('Enter')
    await bar.locator('p').waitFor({ state: 'hidden' })
    expect(sanne.complaints).toEqual([])
  },
)
