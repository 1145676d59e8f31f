import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { otherCampaign } from '#test/other-campaign.ts'
import {
  dialog,
  dock,
  leaveThroughTheTop,
  popupsHydrated,
  recent,
  scrollTo,
  seconds,
  visit,
} from './visit.ts'
import { open, openBrowser, visitor, windows } from './browser.ts'
import { countShifts, faultsIn, findings, shiftsOf, textsOutside } from './measures.ts'
import { buildWithCampaign } from './variant.ts'

const widths = windows(320, 360, 768, 1280, 1600)

let app: TestApp
let browser: Browser
beforeAll(async () => {
  const dist = await buildWithCampaign(otherCampaign)
  ;[app, browser] = await Promise.all([startApp({ dist }), openBrowser()])
})
afterAll(() => app.close())

test('a campaign of long words, seven-digit figures and no updates gives valid HTML', async () => {
  const html = await (await fetch(app.url)).text()
  expect(html).toContain(otherCampaign.hero.headline)
  expect(await faultsIn(html)).toEqual([])
})

test.each([true, false])(
  'a campaign of long words and seven-digit figures keeps every text inside the window, the webfont there: %s',
  async (font) => {
    const milan = await visitor(browser, { width: widths[0] })
    const { page } = milan
    await page.addInitScript(countShifts)
    if (!font) await page.route('**/*.woff2', (route) => route.abort())
    // A second visit has the font in its cache, so that it is there before the first paint.
    else await page.goto(app.url)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await open(milan, app.url)
      const at = `at ${width} px`
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        at,
      ).toBeLessThanOrEqual(0)
      expect(await page.evaluate(textsOutside), at).toEqual([])
      expect(await page.evaluate(brokenFigures), at).toEqual([])
      expect(await shiftsOf(page), at).toBe(0)
      if (font) expect(await findings(page), at).toEqual([])
    }
    await milan.leave()
  },
)

test.each(['/', '/privacy', '/no/such/path', '/confirm/unknown'])(
  'without script a campaign of long words keeps every text of %s inside the window, at each width',
  async (path) => {
    const noor = await visitor(browser, { javaScriptEnabled: false })
    await noor.page.goto(app.url + path)
    for (const width of widths) {
      await noor.page.setViewportSize({ width, height: 800 })
      expect([
        width,
        await noor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth <= 0),
        await noor.page.evaluate(textsOutside),
      ]).toEqual([width, true, []])
    }
    await noor.leave()
  },
)

test("overlays use the campaign's words", async () => {
  const milan = await visit(browser, app.url, { viewport: { width: 390, height: 844 } })
  const { page } = milan
  await seconds(page, 7)
  expect(await recent(page).textContent()).toContain(
    'Friedrich-Wilhelm aus Garmisch-Partenkirchen hat soeben angeheuert',
  )
  expect(await dock(page).textContent()).toBe('Anheuern')
  await scrollTo(page, 900)
  expect((await dock(page).locator('.left').innerText()).replaceAll(/\s+/g, ' ')).toBe(
    '5,555,555 Plätze an Deck',
  )
  expect(await dock(page).locator('.btn').textContent()).toBe('An Bord gehen')
  await popupsHydrated(page)
  await leaveThroughTheTop(page)
  await page.clock.runFor(150)
  expect(await dialog(page, 'exit-intent-second').textContent()).toContain(
    'Eine Zugabe für die ersten 7.777.777',
  )
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
  ).toBeLessThanOrEqual(0)
  await milan.leave()
})

/** Figures that are broken into two lines, or that run into their neighbour. */
function brokenFigures(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('.num')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const boxOf = (one: HTMLElement) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getBoundingClientRect()
  }
  const boxes = all.map((one) => ({
    text: one.innerText,
    box: boxOf(one),
    lines: new Set(
      [...one.childNodes]
        .filter((node) => node.nodeType === 3)
        .flatMap((node) => {
          const range = document.createRange()
          range.selectNode(node)
          return [...range.getClientRects()].map(({ top }) => Math.round(top))
        }),
    ).size,
  }))
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  return boxes.flatMap(({ text, box, lines }, index) => [
    ...(lines > 1 ? [`${text} is broken`] : []),
    ...boxes
      .slice(index + 1)
      .filter((other) => meet(box, other.box))
      .map((other) => `${text} runs into ${other.text}`),
  ])
}
