import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { moving, open, openBrowser, visitor } from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

/** Runs in the page: which elements take part in each view transition. */
function watchTransitions() {
  const started: string[] = []
  Object.assign(window, { started })
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (change) => {
    const grown = document.querySelector<HTMLElement>('[style*="view-transition-name"]')
    started.push(grown?.className ?? '')
    return start(change)
  }
}

test.each([
  ['with motion the still grows into the overlay', moving, ['reel']],
  [
    'with less motion the overlay opens without a transition',
    { reducedMotion: 'reduce' as const },
    [],
  ],
])(
  '[VID-2] [FX-7] %s; Escape closes it, and the focus returns to the still',
  async (_, options, grown) => {
    const sanne = await visitor(browser, options)
    const { page } = sanne
    await page.addInitScript(watchTransitions)
    await open(sanne, app.url)
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
    await page.locator('.reel').click()
    await page.locator('#video-overlay[open]').waitFor()
    expect(await page.evaluate('started')).toEqual(grown)
    await expect.poll(() => page.locator('[style*="view-transition-name"]').count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.locator('#video-overlay').waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('reel')
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  },
)
