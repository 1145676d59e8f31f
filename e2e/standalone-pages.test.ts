import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'
import { smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

test.each(['/privacy', '/no/such/path', '/confirm/unknown'])(
  "%s fills the page's columns at each width, and nothing reaches beyond them",
  async (path) => {
    const sanne = await visitor(browser)
    await sanne.page.goto(app.url + path)
    for (const width of [360, 768, 1280, 1600]) {
      await sanne.page.setViewportSize({ width, height: 800 })
      const { columns, reach } = await sanne.page.evaluate(() => {
        const { left, right } = document.querySelector('.foot')!.getBoundingClientRect()
        const parts = [...document.querySelectorAll('main *')].map((part) =>
          part.getBoundingClientRect(),
        )
        return {
          columns: [left, right],
          reach: [
            Math.min(...parts.map((part) => part.left)),
            Math.max(...parts.map((part) => part.right)),
          ],
        }
      })
      // Large letters stand a few pixels out of the column, so that their stems do not.
      for (const side of [0, 1] as const)
        expect(Math.abs(reach[side]! - columns[side]!)).toBeLessThan(8)
      expect(await sanne.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await smallTargets(sanne.page)).toEqual([])
    }
    await sanne.leave()
  },
)
