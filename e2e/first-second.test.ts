import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { moving, open, openBrowser, visitor, windows } from './browser.ts'
import { countShifts, shiftsOf } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

type Seen = { rising: string[] }

/** Runs in the page: what moves of the level from its first frame on. */
function watchLevel() {
  const seen = new Set<string>()
  const look = () => {
    for (const one of document.getAnimations()) {
      const { animationName } = one as CSSAnimation
      if (['fill', 'line', 'reach'].includes(animationName)) seen.add(animationName)
    }
    ;(window as unknown as Seen).rising = [...seen].toSorted()
    requestAnimationFrame(look)
  }
  look()
}
const rising = (page: Page) => page.evaluate(() => (window as unknown as Seen).rising)
const all = ['fill', 'line', 'reach']

test.each(windows(390, 1280))(
  "[FX-9] at %i px the level rises at a browser's first load and never again, and nothing moves",
  async (width) => {
    const sanne = await visitor(browser, { ...moving, width })
    const { page } = sanne
    await page.addInitScript(countShifts)
    await page.addInitScript(watchLevel)
    await open(sanne, app.url)
    await expect.poll(() => rising(page)).toEqual(all)
    expect(await shiftsOf(page)).toBe(0)
    await page.reload()
    await page.waitForTimeout(300)
    expect([await rising(page), await shiftsOf(page)]).toEqual([[], 0])
    await sanne.leave()
  },
)

const withoutStorage = () =>
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })

test.each([
  ['under reduced motion', '', { reducedMotion: 'reduce' }, () => {}],
  ['under pause', '', moving, () => localStorage.setItem('ascend.paused', '1')],
  ['where the address leads to a part', '#final', moving, () => {}],
  ['where storage is forbidden', '', moving, withoutStorage],
] as const)('[FX-7] [FX-8] [FX-9] %s the level does not rise', async (_, hash, options, before) => {
  const sanne = await visitor(browser, options)
  const { page } = sanne
  await page.addInitScript(before)
  await page.addInitScript(watchLevel)
  await open(sanne, `${app.url}/${hash}`)
  expect(await rising(page)).toEqual([])
  expect(await page.locator('.hero .unit .dots').first().isVisible()).toBe(true)
  await sanne.leave()
})

test('[FX-9] without script the level stands', async () => {
  const sanne = await visitor(browser, { ...moving, javaScriptEnabled: false })
  await sanne.page.goto(app.url)
  expect(await sanne.page.locator('html[data-first]').count()).toBe(0)
  await sanne.leave()
})
