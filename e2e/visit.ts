import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { answered, laidOut, visitor, type Visitor } from './browser.ts'
import { holdClock } from './page-clock.ts'

/**
 * A visitor whose clock the test holds from before the load on. Each second is one step, as timers
 * would have it.
 */
export async function visit(
  browser: Browser,
  url: string,
  {
    start,
    ...options
  }: BrowserContextOptions & { width?: number; start?: (page: Page) => Promise<unknown> } = {},
): Promise<Visitor> {
  const sanne = await visitor(browser, options)
  await holdClock(sanne.page)
  await start?.(sanne.page)
  await load(sanne.page, url)
  return sanne
}

/** The page laid out and with its islands hydrated, two seconds old by its own clock. */
export async function load(page: Page, url: string) {
  await page.goto(url)
  await page.clock.runFor(2_000)
  await page.locator('[data-island="overlays"][data-hydrated]').waitFor({ state: 'attached' })
  await laidOut(page)
}

export async function seconds(page: Page, count: number) {
  for (let second = 0; second < count; second++) await page.clock.runFor(1_000)
}

/** By hand, as a wheel does; resolves once the page has been told. */
export async function scrollTo(page: Page, top: number) {
  await page.evaluate(
    (top) =>
      new Promise<void>((done) => {
        document.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
        const before = scrollY
        addEventListener('scroll', () => done(), { once: true })
        window.scrollTo({ top, behavior: 'instant' })
        if (scrollY === before) done()
      }),
    top,
  )
  await page.clock.runFor(100)
}

/**
 * Polls with the page's clock going on, but not while an answer is on its way: the page's patience
 * does not end before a slow machine's answer.
 */
export const eventually = <T>(page: Page, read: () => T | Promise<T>) =>
  expect.poll(async () => {
    await answered(page)
    await page.clock.runFor(500)
    return read()
  })

export const dock = (page: Page) => page.locator('.dock')
export const recent = (page: Page) => page.locator('.recent')
export const dialog = (page: Page, id: string) => page.locator(`dialog#${id}`)

/** Out through the top edge, and not back. */
export async function leaveThroughTheTop(page: Page) {
  await page.mouse.move(300, 200)
  await page.mouse.move(300, 2)
  await page.mouse.move(300, -5)
}

/** The exit popups' code comes with the first move. */
export async function popupsHydrated(page: Page) {
  await page.mouse.move(200, 200)
  await page.mouse.move(210, 210)
  await page.locator('[data-island="popups"][data-hydrated]').waitFor({ state: 'attached' })
}

/** POP-5: a second passes after an overlay has closed, and an automatic popup may open again. */
export const restAfterOverlay = (page: Page) => page.clock.runFor(1_000)
