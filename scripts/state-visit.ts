import type { Locator, Page } from 'playwright-core'
import { answered, toast } from '../e2e/browser.ts'
import { holdClock } from '../e2e/page-clock.ts'
import { load, seconds } from '../e2e/visit.ts'

/** A visitor who has not been here before. `take` notes that the page is in the state of this name. */
export type StateVisit = {
  page: Page
  url: string
  take: (state: string) => Promise<void>
}

/** The longest address that there may be: 254 characters. */
export const longAddress = `${'longest.possible.local.part.of.an.address.that.anybody.has.ever'}@${`${'d'.repeat(62)}.`.repeat(2)}${'d'.repeat(56)}.example`
export const noAddress = 'sanne@fuel'

export async function enter({ page, url }: StateVisit) {
  await prepare(page)
  await load(page, url)
}

export async function prepare(page: Page) {
  await page.addInitScript('Math.random = () => 0.5')
  await holdClock(page)
}

/**
 * A form was sent: two seconds later its token is old enough, and the page asks the server. The
 * clock stands still until the answer is there.
 */
export async function answer(page: Page, element: Locator) {
  await answered(page)
  await seconds(page, 3)
  await element.waitFor()
}

/** Also lets FORM-7's second pass. */
export async function dismissToast(page: Page) {
  await toast(page).getByRole('button').click()
  await toast(page).waitFor({ state: 'detached' })
  await page.clock.runFor(1_000)
}
