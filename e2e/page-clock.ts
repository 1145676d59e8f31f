import type { Browser, Page } from 'playwright-core'
import { laidOut, visitor, type Visitor } from './browser.ts'

const loadedAt = 1_800_000_000_000

export type TimedVisitor = Visitor & {
  /** the page's time goes on by so many seconds, each timer when it is due */
  pass(seconds: number): Promise<void>
  /** the computer sleeps for so many seconds: nothing runs, then it is later */
  sleep(seconds: number): Promise<void>
}

type Options = Parameters<typeof visitor>[1] & { chance?: number; url: string }

/**
 * A visitor whose page's clock moves in the test's hand alone. `chance` is what each draw of its
 * `Math.random` gives.
 */
export async function timedVisitor(
  browser: Browser,
  { url, chance = 0.5, ...options }: Options,
): Promise<TimedVisitor> {
  const someone = await visitor(browser, options)
  const { page } = someone
  await page.addInitScript(`Math.random = () => ${chance}`)
  await holdClock(page)
  await page.goto(url)
  await hydrateIslands(page)
  return {
    ...someone,
    pass: (seconds) => page.clock.runFor(seconds * 1_000),
    sleep: (seconds) => page.clock.fastForward(seconds * 1_000),
  }
}

/** From before the load on, the page's clock stands still unless the test moves it. */
export async function holdClock(page: Page) {
  await page.clock.install({ time: loadedAt - 60_000 })
  await page.clock.pauseAt(loadedAt)
  // A new document's `performance.now()` begins at the real time that the two lines above took: a
  // slow machine would load an older page.
  await page.addInitScript(() => {
    const { now } = performance
    const began = now()
    performance.now = () => now() - began
  })
}

/**
 * The page asks for its script when it is idle, which is a matter of its clock too. One second
 * passes, whatever the machine takes.
 */
export async function hydrateIslands(page: Page) {
  await page.clock.runFor(1_000)
  await page.locator('.strip[data-mounted]').waitFor()
  await page.locator('[data-island="signup-form"][data-hydrated]').first().waitFor()
  await laidOut(page)
}
