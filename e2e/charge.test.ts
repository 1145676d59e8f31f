import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { moving, open, openBrowser, visitor } from './browser.ts'

const mostBytes = 5_120

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

/** Beside the style sheet of its canvas: its loader, its shaders and its worker. */
const ofCharge = (requests: readonly string[]) => [
  ...new Set(requests.filter((path) => /\/(?:show-)?charge[.-][^/]*\.js$/.test(path))),
]
const touch = (page: Page) => page.mouse.move(200, 300)
const isDrawn = (page: Page) =>
  page.evaluate(() => document.querySelector('[data-charge] > canvas') !== null)

/** The browser of the tests draws in software, which the page takes for too slow. */
async function inSoftware(page: Page) {
  await page.addInitScript(allowSoftware)
  // Frames come as slowly as they are drawn, and each says that 30 ms have passed.
  const frames =
    'let at=0;self.requestAnimationFrame=(show)=>setTimeout(()=>show(at+=30),60);self.cancelAnimationFrame=clearTimeout;'
  const before = `{(${allowSoftware.toString()})();${frames}}\n`
  await page.route('**/charge.worker-*.js', async (route) => {
    try {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: before + (await answer.text()) })
    } catch {
      // The page has been left meanwhile.
    }
  })
}

function allowSoftware() {
  const { prototype } = WebGL2RenderingContext
  const valueOf = prototype.getParameter
  prototype.getParameter = function (name) {
    const value: unknown = valueOf.call(this, name)
    return typeof value === 'string' ? 'Hardware' : value
  }
  const canvas = (globalThis.HTMLCanvasElement ?? OffscreenCanvas)
    .prototype as unknown as OffscreenCanvas
  const get = canvas.getContext
  Object.assign(canvas, {
    getContext(this: OffscreenCanvas, kind: 'webgl2', options: object) {
      return get.call(this, kind, { ...options, failIfMajorPerformanceCaveat: false })
    },
  })
}

test('[FX-9] the vessel is loaded at the first interaction, and not before', async () => {
  const sanne = await visitor(browser, moving)
  await inSoftware(sanne.page)
  await open(sanne, app.url)
  expect(ofCharge(sanne.requests)).toEqual([])
  await touch(sanne.page)
  await expect.poll(() => ofCharge(sanne.requests).length).toBe(3)
  await sanne.leave()
})

test(`[FX-9] the code of the vessel and its sheet are at most ${mostBytes.toLocaleString('en')} bytes, compressed`, async () => {
  const folder = join(import.meta.dirname, '../dist/fuel/client/assets')
  const files = readdirSync(folder).filter((name) => /charge[.-].*\.(?:js|css)\.br$/.test(name))
  const sizes = files.map((name) => statSync(join(folder, name)).size)
  recordMeasurement(`the vessel: ${sizes.join(' + ')} bytes`)
  expect(files).toHaveLength(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(mostBytes)
})

test('[FX-9] after joining on a phone the vessel is hidden behind the panel, which has a drop of its own', async () => {
  const sanne = await visitor(browser, { ...moving, width: 390 })
  await inSoftware(sanne.page)
  await open(sanne, app.url)
  await touch(sanne.page)
  const vessel = sanne.page.locator('.hero .locked[data-charge] > canvas')
  await vessel.waitFor({ state: 'attached' })
  await sanne.page.locator('#hero-email').fill('sanne.vessel@fuel.example')
  await sanne.page.keyboard.press('Enter')
  await sanne.page.locator('.hero .welcome').waitFor()
  expect(await vessel.evaluate((one) => getComputedStyle(one).opacity)).toBe('0')
  const drop = await sanne.page
    .locator('.hero .welcome')
    .evaluate((panel) => getComputedStyle(panel, '::after').borderRadius)
  expect(drop).toBe('50%')
  await sanne.leave()
})

test.each([
  ['with less motion', { reducedMotion: 'reduce' }],
  ['with forced colours', { ...moving, forcedColors: 'active' }],
] as const)('[FX-7] [FX-9] %s nothing of the vessel is loaded', async (_, options) => {
  const sanne = await visitor(browser, options)
  await inSoftware(sanne.page)
  await open(sanne, app.url)
  await touch(sanne.page)
  await sanne.page.mouse.wheel(0, 400)
  await sanne.page.waitForLoadState('networkidle')
  expect(ofCharge(sanne.requests)).toEqual([])
  await sanne.leave()
})

test('[FX-8] [FX-9] while updates are paused nothing of the vessel is loaded', async () => {
  const sanne = await visitor(browser, moving)
  await sanne.page.addInitScript(() => localStorage.setItem('ascend.paused', '1'))
  await inSoftware(sanne.page)
  await open(sanne, app.url)
  await touch(sanne.page)
  await sanne.page.waitForLoadState('networkidle')
  expect(ofCharge(sanne.requests)).toEqual([])
  await sanne.leave()
})

test('[FX-9] a device that draws in software keeps the drawing, and loads nothing of the vessel', async () => {
  const sanne = await visitor(browser, moving)
  await open(sanne, app.url)
  await touch(sanne.page)
  await sanne.page.waitForLoadState('networkidle')
  expect(ofCharge(sanne.requests)).toEqual([])
  expect(await isDrawn(sanne.page)).toBe(false)
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test.each([
  [1280, '.unit'],
  [390, '.locked'],
])('[FX-9] at %i px the vessel stands in %s', async (width, place) => {
  const sanne = await visitor(browser, { ...moving, width })
  await inSoftware(sanne.page)
  await open(sanne, app.url)
  await touch(sanne.page)
  await sanne.page.locator(`.hero ${place}[data-charge] > canvas`).waitFor({ state: 'attached' })
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})
