import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { prefixOf } from '#contract/campaign/languages.ts'
import { figureModes } from '#contract/live/figures.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { open, openBrowser, visitor, moving } from './browser.ts'
import { bytesOf, countShifts, shiftsOf } from './measures.ts'
import { recordMeasurement } from '#test/measurements.ts'

/** With headers, as they cross the wire. */
const most = { page: 14_480, friend: 16_500, script: 76_800 }

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const pages = campaign.languages.map((language) => `${prefixOf({ ...campaign, language })}/`)
const each = figureModes.flatMap((mode) => pages.map((path) => [mode, path] as const))

test.each(each)(
  `with %s figures the first response of %s, headers included, is at most ${most.page.toLocaleString('en')} bytes`,
  async (mode, path) => {
    const served = mode === 'simulated' ? app : await startApp({ env: { FIGURES: mode } })
    const bytes = await bytesOf(served.url + path)
    if (served !== app) await served.close()
    recordMeasurement(`first response of ${path} with ${mode} figures: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(most.page)
  },
)

test.each(each)(
  `[LINE-3] with %s figures the page behind a friend's link at %s is at most ${most.friend.toLocaleString('en')} bytes, headers included`,
  async (mode, path) => {
    const served = mode === 'simulated' ? app : await startApp({ env: { FIGURES: mode } })
    const bytes = await bytesOf(`${served.url}${path}?via=K7RM2XQ`)
    if (served !== app) await served.close()
    recordMeasurement(`page behind a friend's link with ${mode} figures: ${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(most.friend)
  },
)

test.each([
  ['in a low window', 375, 667],
  ['on a phone', 390, 844],
  ['in a wide window', 1280, 800],
])('nothing moves while the page arrives in pieces, %s', async (_, width, height) => {
  const sanne = await visitor(browser, { viewport: { width, height } })
  const network = await sanne.page.context().newCDPSession(sanne.page)
  const slow = { offline: false, latency: 20, downloadThroughput: 8_000, uploadThroughput: 8_000 }
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', slow)
  await sanne.page.addInitScript(countShifts)
  await sanne.page.goto(app.url, { waitUntil: 'domcontentloaded' })
  expect(await sanne.page.locator('#hero .lead').isVisible()).toBe(true)
  expect(await shiftsOf(sanne.page)).toBe(0)
  await sanne.leave()
})

describe.each(
  each.flatMap(([mode, path]) => [
    [mode, path, 'with a mouse', {}] as const,
    [mode, path, 'on a touch device', { hasTouch: true, isMobile: true, width: 360 }] as const,
    [mode, path, 'with reduced motion', { reducedMotion: 'reduce' }] as const,
  ]),
)('with %s figures, at %s, %s', (mode, path, name, options) => {
  let served: TestApp
  beforeAll(async () => {
    served = mode === 'simulated' ? app : await startApp({ env: { FIGURES: mode } })
  })
  afterAll(async () => {
    if (served !== app) await served.close()
  })

  test(`the JavaScript that the top of the page loads, headers included, is at most ${most.script.toLocaleString('en')} bytes`, async () => {
    const sanne = await visitor(browser, { ...moving, ...options })
    // A stream that stays open is network traffic without an end.
    await sanne.page.route('**/live', (route) => route.abort())
    await open(sanne, served.url + path)
    await sanne.page.waitForLoadState('networkidle')
    // A chunk is fetched and then imported from the HTTP cache: two requests, one transfer.
    const paths = [...new Set(sanne.requests)].filter((path) => path.endsWith('.js'))
    const scripts = await Promise.all(
      paths.map(async (path) => ({
        path: path.slice('/assets/'.length),
        bytes: await bytesOf(served.url + path),
      })),
    )
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
    const sizes = scripts.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')
    recordMeasurement(`${path}, ${mode} figures, ${name}: ${total} bytes of JavaScript, ${sizes}`)
    expect(total).toBeLessThanOrEqual(most.script)
    await sanne.leave()
  })
})
