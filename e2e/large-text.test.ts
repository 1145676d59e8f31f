import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  dialog,
  dock,
  eventually,
  leaveThroughTheTop,
  popupsHydrated,
  recent,
  scrollTo,
  seconds,
  visit,
} from './visit.ts'
import { openBrowser, success, toast, windows } from './browser.ts'

/** Sanne has set her browser to text of 200 %. */
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser(32)])
})
afterAll(() => app.close())

test('[BAR-1] with text of 200 % at 320 x 640 the bar takes less than 20 % of the height until it is opened', async () => {
  const viewport = { width: 320, height: 640 }
  const { page, leave } = await visit(browser, app.url, { viewport })
  await scrollTo(page, 1_500)
  expect((await dock(page).boundingBox())!.height).toBeLessThan(viewport.height * 0.2)
  await leave()
})

describe.each(windows<readonly [number, number]>([360, 740], [390, 844], [1280, 800]))(
  'with text of 200 % at %i x %i',
  (width, height) => {
    const sanneAt = () =>
      visit(browser, app.url, { viewport: { width, height }, reducedMotion: 'reduce' })

    test('[POP-4] the exit popup breaks no word of its title, and shows its field and its button', async () => {
      const sanne = await sanneAt()
      const { page } = sanne
      await popupsHydrated(page)
      await leaveThroughTheTop(page)
      await page.clock.runFor(150)
      const popup = dialog(page, 'exit-intent-second')
      await popup.waitFor()
      expect(await popup.locator('h2').evaluate(brokenWords)).toEqual([])
      for (const part of ['.field', '.btn']) await expectInside(popup.locator(part), popup)
      await sanne.leave()
    })

    test('[TOP-4] [HERO-10] [POP-2] the badge and the names of the timers grow with the text; the notice shows each of its five entries whole, in two lines and 56 px', async () => {
      const sanne = await sanneAt()
      const { page } = sanne
      const sizes = await page.evaluate(() =>
        ['.debug-badge', '#early-bird .clock .label'].map((one) =>
          parseFloat(getComputedStyle(document.querySelector(one)!).fontSize),
        ),
      )
      for (const size of sizes) expect(size).toBeGreaterThan(12)
      await seconds(page, 7)
      for (let entry = 0; entry < 5; entry++) {
        expect(
          await recent(page)
            .locator('p')
            .evaluate((text) => text.scrollHeight - text.clientHeight),
          `entry ${entry}`,
        ).toBeLessThanOrEqual(0)
        expect((await recent(page).boundingBox())!.height).toBeLessThanOrEqual(56)
        await seconds(page, 8)
      }
      await sanne.leave()
    })

    test('[BAR-1] [FORM-5] [FORM-9] the bar takes at most 15 % of the height until it is opened, and then its field holds its placeholder; it goes without a word after a success, whose panel names a long address whole', async () => {
      const sanne = await sanneAt()
      const { page } = sanne
      await scrollTo(page, 1_500)
      expect((await dock(page).boundingBox())!.height).toBeLessThanOrEqual(height * 0.15)
      const restore = dock(page).getByRole('button', { name: 'Restore' })
      if (await restore.count()) await restore.click()
      await expectRoom(dock(page))
      const email = 'sanne.van.der.allerlangste.naam@performance-nutrition.example'
      await scrollTo(page, 400)
      await page.locator('#hero-email').fill(email)
      await page.keyboard.press('Enter')
      await eventually(page, () => page.locator('#hero .welcome').count()).toBe(1)
      expect([await toast(page).locator('p').textContent(), await dock(page).count()]).toEqual([
        success,
        0,
      ])
      expect(
        await page
          .locator('#hero .welcome b')
          .evaluate((one) => [one.textContent, getComputedStyle(one).textOverflow]),
      ).toEqual([email, 'clip'])
      await sanne.leave()
    })
  },
)

/** In the opened bar: of the placeholder in the field, beside or under it, and above the spots. */
async function expectRoom(bar: Locator) {
  const field = bar.getByLabel(/^E-?mail$/)
  const button = bar.getByRole('button', { name: 'Become a Founding Member' })
  expect(await field.evaluate(roomBesidePlaceholder)).toBeGreaterThanOrEqual(0)
  const [a, b] = [(await field.boundingBox())!, (await button.boundingBox())!]
  expect(a.x + a.width <= b.x || a.y + a.height <= b.y).toBe(true)
  const [spots, edge] = [(await bar.locator('.num').boundingBox())!, (await bar.boundingBox())!]
  expect(spots.y).toBeGreaterThan(edge.y + 4)
}

async function expectInside(part: Locator, whole: Locator) {
  const [inner, outer] = [(await part.boundingBox())!, (await whole.boundingBox())!]
  expect([inner.y >= outer.y, inner.y + inner.height <= outer.y + outer.height]).toEqual([
    true,
    true,
  ])
}

/** How many px are left in the field beside its placeholder. */
function roomBesidePlaceholder(field: SVGElement | HTMLElement): number {
  const { font, paddingLeft, paddingRight } = getComputedStyle(field)
  const ink = Object.assign(document.createElement('canvas').getContext('2d')!, { font })
  return (
    field.clientWidth -
    parseFloat(paddingLeft) -
    parseFloat(paddingRight) -
    ink.measureText((field as HTMLInputElement).placeholder).width
  )
}

function brokenWords(title: SVGElement | HTMLElement): string[] {
  const node = title.firstChild!
  return [...node.textContent!.matchAll(/\S+/g)]
    .filter((word) => {
      const range = document.createRange()
      range.setStart(node, word.index)
      range.setEnd(node, word.index + word[0].length)
      return range.getClientRects().length > 1
    })
    .map(([word]) => word)
}
