import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { askLive } from '#test/live-stream.ts'
import { openBrowser, visitor } from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([
    startApp({ env: { FIGURES: 'live', OPT_IN: 'single' } }),
    openBrowser(),
  ])
})
afterAll(() => app.close())

const signUp = (email: string) =>
  fetch(`${app.url}/join`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
    body: new URLSearchParams({ email, placement: 'hero' }),
  })

test('[LIVE-4] [FX-8] an open page shows each change, none while it is paused or hidden, and the present again after it', async () => {
  // With the first registration the page loads itself again, within five seconds (LIVE-6).
  await signUp('first@example.com')
  const asked = async () => (await askLive(app.url)).message.nextPlace
  const served = async () => (await fetch(app.url)).text()
  await expect.poll(served, { timeout: 30_000 }).toMatch(/data-live="nextPlace"[^>]*>2</)
  const sanne = await visitor(browser)
  const { page } = sanne
  await page.goto(app.url)
  const next = page.locator('[data-live="nextPlace"]').first()
  const shows = (text: string) =>
    expect.poll(() => next.textContent(), { timeout: 30_000 }).toBe(text)
  await shows('2')
  await signUp('daan@example.com')
  await shows('3')
  expect(await page.evaluate(() => history.state as unknown)).toBeNull()
  const pause = page.locator('[data-pause]').first()
  await pause.click()
  await signUp('noor@example.com')
  await expect.poll(asked, { timeout: 30_000 }).toBe('4')
  expect(await next.textContent()).toBe('3')
  // FORM-7: a second press within a second does not count.
  const press = async () => (await pause.click(), await pause.getAttribute('aria-pressed'))
  await expect.poll(press, { timeout: 30_000 }).toBe('false')
  await shows('4')
  const hide = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { get: () => value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await hide(true)
  await signUp('mila@example.com')
  await expect.poll(asked, { timeout: 30_000 }).toBe('5')
  expect(await next.textContent()).toBe('4')
  await hide(false)
  await shows('5')
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})
