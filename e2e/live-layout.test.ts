import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { join, open, openBrowser, visitor, welcome, moving, windows } from './browser.ts'
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

test.each(windows(320, 390, 768, 1280, 1600))(
  '[LIVE-2] with live figures nothing is wider than a window of %i px, and nothing moves',
  async (width) => {
    const sanne = await visitor(browser, { ...moving, width })
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

test('[LIVE-6] after joining, the words beside the dot are above those of the next place at 768 and 1280 px', async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  await page.evaluate(() => document.documentElement.setAttribute('data-joined', ''))
  const words = page.locator('.hero .reading .joined-dot')
  await words.waitFor()
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const gapPx = await words.evaluate((dot) => {
      const next = document.createRange()
      next.selectNode(dot.nextSibling!)
      return next.getBoundingClientRect().top - dot.getBoundingClientRect().bottom
    })
    expect(gapPx, `at ${width} px`).toBeGreaterThan(-2)
  }
  await sanne.leave()
})

const awaited = 'Confirm, and the next dot is you'
const counted = 'Your dot is in'

/** What the drawing says of the visitor's dot, and whether the dot lies in it, at each width. */
const expectOwnDot = (page: Page, words: string, isVisible: boolean) =>
  atEachWidth(page, async (at) =>
    expect(
      [
        (await page.locator('.hero .reading .joined-dot').innerText()).trim(),
        await page.locator('.hero g.joined-dot').isVisible(),
      ],
      at,
    ).toEqual([words, isVisible]),
  )

test('[LIVE-2] at 360, 768 and 1280 px the dot of a person who joined waits for their confirmation, also without script, and then lies beside that of the next place', async () => {
  const [sanne, noor] = await Promise.all([
    visitor(browser, { width: 360 }),
    visitor(browser, { javaScriptEnabled: false }),
  ])
  for (const { page } of [sanne, noor]) {
    await page.goto(app.url)
    await join(page, `${page === noor.page ? 'noor' : 'sanne'}@fuel.example`)
    await welcome(page).waitFor()
    await expectOwnDot(page, awaited, false)
  }
  const { page } = sanne
  await page.evaluate(() => localStorage.setItem('ascend.joined', '2'))
  await page.goto(app.url)
  await expectOwnDot(page, counted, true)
  await atEachWidth(page, async (at) => {
    const [own, next] = await Promise.all(
      ['g.joined-dot', '.you-ring'].map((dot) => page.locator(`.hero ${dot}`).boundingBox()),
    )
    expect(own!.x + own!.width, at).toBeLessThan(next!.x)
  })
  expect(sanne.complaints).toEqual([])
  await Promise.all([sanne.leave(), noor.leave()])
})

async function atEachWidth(page: Page, check: (at: string) => Promise<void>) {
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await check(`at ${width} px`)
  }
}
