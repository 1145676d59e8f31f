import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { setLaunchState } from '#server/launch/periods.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { dialog, leaveThroughTheTop, popupsHydrated, visit } from './visit.ts'
import { field, holdBack, open, openBrowser, visitor, type Visitor } from './browser.ts'

/** The end of the early-bird in the shipped campaign, 23:59 in Amsterdam. */
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')
const hour = 3_600_000

let clock = 0
let app: TestApp
let browser: Browser
let sanne: Visitor
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  clock = earlyBirdEnd - hour
  app = await startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock })
  sanne = await visitor(browser)
})
afterEach(async () => {
  await sanne.leave()
  await app.close()
})

const title = () => sanne.page.title()
const closedTitle = campaign.ends.closed.card.title.replace(/\.$/, '')
const patient = { timeout: 30_000 }

async function close() {
  const store = await app.store()
  const never = { until: null, listFirstUntil: null, eraseAt: null }
  await store.transact((trx) =>
    setLaunchState(trx, { state: 'closed', at: clock, by: 'anna@example.com', ...never }, clock),
  )
  await expect
    .poll(async () => (await fetch(app.url)).text(), patient)
    .toContain(`<title>${closedTitle}`)
}

test('[LIVE-4] [END-2] a list that closes between the page and the first message of its stream is shown as closed', async () => {
  const letGo = await holdBack(sanne.page, '**/live')
  await open(sanne, app.url)
  await close()
  expect(await title()).toBe(campaign.head.title)
  letGo()
  await expect.poll(title, patient).toContain(closedTitle)
})

/** Whether it is the page of the mark still, which a load removes. */
const mark = () => sanne.page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = () => sanne.page.evaluate(() => 'isMarked' in window)

test('[LIVE-5] an open page is loaded again when an offer ends, and while somebody types only afterwards', async () => {
  await open(sanne, app.url)
  const { page } = sanne
  const clocks = () => page.locator('#early-bird [data-live-ends]')
  expect(await clocks().getAttribute('data-ended')).toBeNull()
  await field(page).fill('sanne@')
  await mark()
  clock = earlyBirdEnd
  await expect.poll(() => clocks().getAttribute('data-ended'), patient).toBe('')
  expect(await isMarked()).toBe(true)
  await field(page).fill('')
  await field(page).blur()
  await expect.poll(isMarked, patient).toBe(false)
  await clocks().waitFor()
  expect(await clocks().getAttribute('data-ended')).toBe('')
  expect(sanne.complaints).toEqual([])
})

test('[LIVE-5] a popup that is open when an offer ends goes with the page that is loaded again', async () => {
  await sanne.leave()
  sanne = await visit(browser, app.url)
  const { page } = sanne
  await popupsHydrated(page)
  await leaveThroughTheTop(page)
  await page.clock.runFor(150)
  await dialog(page, 'exit-intent-second').waitFor()
  await mark()
  clock = earlyBirdEnd
  await expect.poll(isMarked, patient).toBe(false)
  expect(await page.locator('dialog[open]').count()).toBe(0)
})
