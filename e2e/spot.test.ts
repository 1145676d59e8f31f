import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { inviteWave } from '#server/line/waves.ts'
import { moveClock } from '#test/move-clock.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { confirmed } from '#test/in-line.ts'
import { linkIn } from '#test/visitor.ts'
import { openBrowser, visitor, type Visitor } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

const names = ['mila', 'finn', 'noor', 'bram', 'emma'] as const
const dayMs = 24 * 3_600_000
const { open, came, passed, expired, busy } = campaign.line!.copy.spot
let clock = Date.parse('2026-11-29T11:04:00Z')
let app: TestApp
let browser: Browser

beforeAll(async () => {
  const env = { SECRET_KEY: testSecret, LIMITS: 'on' }
  ;[app, browser] = await Promise.all([startApp({ env, now: () => clock }), openBrowser()])
  const store = await app.store()
  await confirmed(store, names, clock)
  const wave = { spots: names.length, until: clock + 5 * dayMs, quizType: null, by: 'shell' }
  await store.transact((trx) => inviteWave(trx, wave, testSecret, clock))
})
afterAll(() => app.close())

/** The link in the mail that says whose turn it is. */
async function turnOf(name: (typeof names)[number]): Promise<string> {
  const mails = await mailsTo(app, `${name}@example.com`)
  return linkIn(mails.find(({ text }) => text.includes('/spot/'))!.text, 'spot')
}
const heading = ({ page }: Visitor) => page.getByRole('heading', { level: 1 }).innerText()
const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name }).click()
const spoken = (title: string) => title.replaceAll(/\s+/g, ' ')
const read = async (who: Visitor) => spoken(await heading(who))

/** At each width no text reaches beyond the window, targets are large, and axe finds nothing. */
async function looksRight({ page, complaints }: Visitor) {
  for (const width of [320, 360, 390, 768, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await smallTargets(page)).toEqual([])
    if (width === 390 || width === 1280)
      // FX-6 fixes that visitors may not scale the page, which is the campaign's switch.
      expect(await findings(page)).toEqual([])
  }
  expect(complaints).toEqual([])
}

test('[LINE-8] without script the link in the mail leads to the spot, a press takes it, and the code stays on the page', async () => {
  const mila = await visitor(browser, { width: 360, javaScriptEnabled: false })
  const link = await turnOf('mila')
  await mila.page.goto(link)
  expect(await read(mila)).toBe(open.title)
  expect(await mila.page.getByRole('main').innerText()).toContain('until 4 December 2026, 12:04')
  await press(mila, open.take)
  expect(await read(mila)).toBe(came.title)
  const code = await mila.page.locator('.spot-code dd').first().innerText()
  expect(link).toContain(code.replaceAll('-', ''))
  await mila.page.goto(link)
  expect(await mila.page.locator('.spot-code dd').first().innerText()).toBe(code)
  await mila.leave()
})

test('[LINE-8] by keyboard alone a person lets the spot pass, and reads so at the next visit', async () => {
  const finn = await visitor(browser)
  const link = await turnOf('finn')
  await finn.page.goto(link)
  const button = finn.page.getByRole('button', { name: open.pass })
  for (let tabs = 0; tabs < 10; tabs++) {
    await finn.page.keyboard.press('Tab')
    if (await button.evaluate((one) => one === document.activeElement)) break
  }
  await Promise.all([finn.page.waitForNavigation(), finn.page.keyboard.press('Enter')])
  expect(await read(finn)).toBe(passed.title)
  await finn.page.goto(link)
  expect(await read(finn)).toBe(passed.title)
  await finn.leave()
})

test('[LINE-8] the page of a spot in each state passes axe, and nothing reaches beyond the window', async () => {
  const visitors = [
    ['noor', open.title],
    ['mila', came.title],
    ['finn', passed.title],
  ] as const
  for (const [name, title] of visitors) {
    const person = await visitor(browser)
    await person.page.goto(await turnOf(name))
    expect(await read(person)).toBe(title)
    await looksRight(person)
    await person.leave()
  }
})

test('[LINE-8] a page that was open beyond the end of the spot gives nothing away any more', async () => {
  const emma = await visitor(browser)
  await emma.page.goto(await turnOf('emma'))
  moveClock(app, clock, clock + 5 * dayMs, (at) => (clock = at))
  await press(emma, open.take)
  expect(await read(emma)).toBe(expired.title)
  expect(await emma.page.locator('.spot-code').count()).toBe(0)
  await looksRight(emma)
  await emma.leave()
})

test('[LINE-8] wrong codes end in a page that says what to do', async () => {
  const bram = await visitor(browser, { width: 390 })
  const guess = (n: number) => `${app.url}/spot/ABCDEFGHJKLMNP${String(n).padStart(2, '2')}`
  const statuses: number[] = []
  for (const n of [2, 3, 4, 5, 6, 7, 8, 9, 22, 23, 24])
    statuses.push((await bram.page.goto(guess(n)))!.status())
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429])
  expect(await read(bram)).toBe(busy.title)
  expect(await bram.page.getByRole('main').innerText()).toContain(busy.text)
  bram.complaints.length = 0
  await looksRight(bram)
  await bram.leave()
})
