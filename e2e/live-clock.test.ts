import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'

/** The end of the early-bird in the shipped campaign, 23:59 in Amsterdam. */
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')
const [hourMs, dayMs, yearMs] = [3_600_000, 24 * 3_600_000, 365 * 24 * 3_600_000]

let clock = earlyBirdEnd - 3 * dayMs - 2.5 * hourMs
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock }),
    openBrowser(),
  ])
})
afterAll(() => app.close())

/** What a new visitor, whose device has kept nothing and whose clock is wrong, sees of the offers. */
async function load(wrongByMs: number) {
  const sanne = await visitor(browser)
  const { page } = sanne
  await page.clock.setFixedTime(clock + wrongByMs)
  const said = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(app.url)
  await said
  const digits = page.locator('#early-bird [data-live-ends] .num')
  const served = await digits.allTextContents()
  const isOver = (await page.locator('#early-bird [data-ended]').count()) > 0
  const moved = async () => isOver || (await digits.allTextContents()).join() !== served.join()
  await expect.poll(moved, { timeout: 30_000 }).toBe(true)
  const seen = {
    daysAndHours: [served, await digits.allTextContents()].map((parts) => parts.slice(0, 2)),
    isOver,
    ends: await page
      .locator('#early-bird [data-live-ends]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-live-ends'))),
    spots: await page.locator('[data-live="program"]').first().textContent(),
  }
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
  return seen
}

test('[LIVE-5] on two loads a day apart, with nothing stored and clocks that are wrong by a year, the time that is left is that of the server, and no end and no stock has moved', async () => {
  const first = await load(yearMs)
  expect(first).toMatchObject({ daysAndHours: both('3', '02'), isOver: false, spots: '50' })
  clock += dayMs
  expect(await load(-yearMs)).toEqual({ ...first, daysAndHours: both('2', '02') })
  clock = earlyBirdEnd
  const over = { daysAndHours: both('0', '00'), isOver: true }
  expect(await load(-yearMs)).toEqual({ ...first, ...over })
})

/** As the server wrote it, and as the page's script keeps it. */
const both = (...parts: string[]) => [parts, parts]
