import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'
import { smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => { [app, browser] = await Promise.all([startApp(), openBrowser()]) })
afterAll(async () => { await browser.close(); await app.close() })

describe.each(['/privacy', '/no/such/path', '/confirm/unknown'])('%s', (path) => {
  test.each([360, 768, 1280, 1600])('at %i px fills the page\'s columns, and nothing reaches beyond them', async (width) => {
    const sanne = await visitor(browser, { width })
    await sanne.page.goto(app.url + path)
    const { columns, reach } = await sanne.page.evaluate(() => {
      const { left, right } = document.querySelector('.foot')!.getBoundingClientRect()
      const parts = [...document.querySelectorAll('main *')].map((part) => part.getBoundingClientRect())
      return { columns: [left, right], reach: [Math.min(...parts.map((part) => part.left)), Math.max(...parts.map((part) => part.right))] }
    })
    // Large letters stand a few pixels out of the column, so that their stems do not.
    for (const side of [0, 1] as const) expect(Math.abs(reach[side]! - columns[side]!)).toBeLessThan(8)
    expect(await sanne.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await smallTargets(sanne.page)).toEqual([])
    await sanne.leave()
  })
})
