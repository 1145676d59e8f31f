import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { figureModes } from '#contract/live-figures.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { open, openBrowser, visitor } from './browser.ts'
import { bytesOf } from './measures.ts'
import { recordMeasurement } from '#test/measurements.ts'

/** With headers, as they cross the wire. */
const most = { page: 14_480, friend: 16_500, script: 76_800 }

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test.each(figureModes)(
  `with %s figures the first response, headers included, is at most ${most.page.toLocaleString('en')} bytes`,
  async (mode) => {
    const served = mode === 'simulated' ? app : await startApp({ env: { FIGURES: mode } })
    const bytes = await bytesOf(served.url)
    if (served !== app) await served.close()
    recordMeasurement(`first response with ${mode} figures: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(most.page)
  },
)

test.each(figureModes)(
  `[LINE-3] with %s figures the page behind a friend's link is at most ${most.friend.toLocaleString('en')} bytes, headers included`,
  async (mode) => {
    const served = mode === 'simulated' ? app : await startApp({ env: { FIGURES: mode } })
    const bytes = await bytesOf(`${served.url}/?via=K7RM2XQ`)
    if (served !== app) await served.close()
    recordMeasurement(`page behind a friend's link with ${mode} figures: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(most.friend)
  },
)

describe.each([
  ['with a mouse', {}],
  ['on a touch device', { hasTouch: true, isMobile: true, width: 360 }],
])('%s', (name, options) => {
  test(`the JavaScript that the top of the page loads, headers included, is at most ${most.script.toLocaleString('en')} bytes`, async () => {
    const sanne = await visitor(browser, options)
    await open(sanne, app.url)
    await sanne.page.waitForLoadState('networkidle')
    // A chunk is fetched and then imported from the HTTP cache: two requests, one transfer.
    const scripts = [...new Set(sanne.requests)].filter((path) => path.endsWith('.js'))
    const sizes = await Promise.all(
      scripts.map(
        async (path) => [path.slice('/assets/'.length), await bytesOf(app.url + path)] as const,
      ),
    )
    const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0)
    recordMeasurement(
      `${name}: ${total} bytes of JavaScript, ${sizes.map(([file, bytes]) => `${file} ${bytes}`).join(', ')}`,
    )
    expect(scripts).not.toEqual([])
    expect(total).toBeLessThanOrEqual(most.script)
    await sanne.leave()
  })
})
