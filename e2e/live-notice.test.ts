import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall } from '#test/visitor.ts'
import { openBrowser } from './browser.ts'
import { load, recent, seconds, visit } from './visit.ts'

/** 12:04 in Amsterdam */
let clock = Date.UTC(2026, 10, 23, 11, 4)
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock }),
    openBrowser(),
  ])
  for (const name of ['sanne', 'daan', 'lotte', 'milan', 'noor'])
    await joinByCall(app.url, `${name}@fuel.example`)
  clock += 3_600_000
})
afterAll(() => app.close())

/** What the notice says at each second from the third on; '' where there is none. */
async function notices(page: Page, count: number): Promise<string[]> {
  const seen: string[] = []
  for (let second = 0; second < count; second++) {
    await seconds(page, 1)
    seen.push(
      await page.evaluate(() => document.querySelector('.recent p')?.textContent.trim() ?? ''),
    )
  }
  return seen
}
const shownAt = (seen: string[]) => seen.flatMap((text, index) => (text ? [index + 3] : []))

test('[LIVE-7] a visit has one notice, with a count and its time, and none after a load', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  const seen = await notices(page, 30)
  expect(shownAt(seen)).toEqual([8, 9, 10, 11])
  expect(seen[5]).toBe('5 people confirmed in the last hour live, as of 13:00')
  await load(page, app.url)
  expect(shownAt(await notices(page, 30))).toEqual([])
  await sanne.leave()
})

test('[LIVE-7] a load while the notice shows brings no second one', async () => {
  const sanne = await visit(browser, app.url)
  await seconds(sanne.page, 7)
  expect(await recent(sanne.page).count()).toBe(1)
  await load(sanne.page, app.url)
  expect(shownAt(await notices(sanne.page, 30))).toEqual([])
  await sanne.leave()
})
