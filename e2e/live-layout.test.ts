import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { open, openBrowser, visitor } from './browser.ts'
import { bytesOf, countShifts, faultsIn, shiftsSoFar } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { FIGURES: 'live' } }), openBrowser()])
})
afterAll(() => app.close())

test('[LIVE-2] the first response with live figures is at most 14,480 bytes of right HTML', async () => {
  const html = await (await fetch(app.url)).text()
  expect(html).toContain('data-live="nextPlace">1<')
  expect(await faultsIn(html)).toEqual([])
  expect(await bytesOf(app.url)).toBeLessThanOrEqual(14_480)
})

test.each([320, 390, 768, 1280, 1600])(
  '[LIVE-2] with live figures nothing is wider than a window of %i px, and nothing moves',
  async (width) => {
    const sanne = await visitor(browser, { width })
    const { page } = sanne
    await page.addInitScript(countShifts)
    await open(sanne, app.url)
    await page.locator('[data-island="overlays"][data-hydrated]').waitFor({ state: 'attached' })
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.locator('.assembled').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await shiftsSoFar(page)).toBe(0)
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  },
)

test.each([768, 1280])(
  '[LIVE-6] after joining, the words beside the dot are above those of the next place at %i px',
  async (width) => {
    const sanne = await visitor(browser, { width })
    const { page } = sanne
    await open(sanne, app.url)
    await page.evaluate(() => document.documentElement.setAttribute('data-joined', ''))
    const words = page.locator('.hero .reading .joined-dot')
    await words.waitFor()
    const gapPx = await words.evaluate((dot) => {
      const next = document.createRange()
      next.selectNode(dot.nextSibling!)
      return next.getBoundingClientRect().top - dot.getBoundingClientRect().bottom
    })
    expect(gapPx).toBeGreaterThan(-2)
    await sanne.leave()
  },
)
