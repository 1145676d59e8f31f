import type { Page } from 'playwright-core'
import { button, field, holdBack, join, toast, welcome } from '../e2e/browser.ts'
import {
  dialog,
  dock,
  leaveThroughTheTop,
  load,
  popupsHydrated,
  recent,
  scrollTo,
  seconds,
} from '../e2e/visit.ts'
import { linksOf } from './journey-screens.ts'
import { quizDialogs } from './quiz-states.ts'
import {
  answer,
  dismissToast,
  enter,
  longAddress,
  noAddress,
  prepare,
  type StateVisit,
} from './state-visit.ts'

const longWord = 'Allerlaatsteverzendkostenvergoedingsplan'
const calls = '**/functions/v1/**'

/**
 * The states of the landing page beside its first, by the visit that leads to them. The visitor's
 * clock and chance are in the hand of the visit, so that each run shows the same.
 */
export const stateVisits: Readonly<Record<string, (visit: StateVisit) => Promise<void>>> = {
  form,
  formWithoutScript,
  bars,
  secondBar,
  notices,
  exitIntent: (visit) => popup(visit, 'exit-intent'),
  exitIntentSecond: (visit) => popup(visit, 'exit-intent-second'),
  urgency,
  failure,
  quizDialogs,
}

/** The hero's form from the first look to the next visit (FORM-1 to FORM-10). */
async function form(visit: StateVisit) {
  const { page, take } = visit
  // Each width has an address of its own: who has confirmed gets no confirm mail.
  const address = `sanne.${page.viewportSize()!.width}@example.com`
  await enter(visit)
  await take('form')
  await field(page).focus()
  await take('form-focus')
  await field(page).fill(noAddress)
  await take('form-invalid')
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  await take('form-complaint')
  await dismissToast(page)
  await field(page).fill(longAddress)
  await take('form-long')
  await field(page).fill(address)
  await take('form-valid')
  await page.keyboard.press('Tab')
  await take('form-button-focus')
  const letGo = await holdBack(page, calls)
  await button(page).click()
  await page.locator('#hero .form[data-state="submitting"]').waitFor()
  await take('form-submitting')
  letGo()
  await answer(page, welcome(page))
  await take('form-success')
  await page.getByRole('button', { name: 'Use another address' }).first().click()
  await page.clock.runFor(1_000)
  await join(page, longAddress)
  await answer(page, welcome(page))
  await take('form-success-long')
  await load(page, visit.url)
  await take('form-joined')
  await page.goto((await linksOf(visit.url, address)).confirm)
  await page.getByRole('button', { name: 'Confirm my spot' }).click()
  await page.locator('[data-mark]').waitFor({ state: 'attached' })
  await page.clock.runFor(2_000)
  await load(page, visit.url)
  await take('form-joined-confirmed')
}

/** FORM-8: the form posts itself where its code cannot be had. */
async function formWithoutScript({ page, url, take }: StateVisit) {
  await page.route('**/assets/first-islands*.js', (route) => route.abort())
  await page.goto(url)
  await join(page, 'lotte@example.com')
  await welcome(page).waitFor()
  await take('form-success-without-script')
}

/** The bar at the bottom, from its first show to the reminder after it was closed (BAR-1, BAR-2). */
async function bars(visit: StateVisit) {
  const { page, take } = visit
  await enter(visit)
  await scrollTo(page, 400)
  await dock(page).and(page.locator('[data-quiet]')).waitFor()
  await take('sticky-bar-quiet')
  await scrollTo(page, 1_500)
  await dock(page).and(page.locator(':not([data-quiet])')).waitFor()
  await take('sticky-bar')
  await dock(page)
    .getByLabel(/^E-?mail$/)
    .fill(noAddress)
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  await take('sticky-bar-invalid')
  await dismissToast(page)
  await dock(page).getByRole('button', { name: 'Minimize' }).click()
  await page.clock.runFor(1_000)
  await take('sticky-bar-minimized')
  await dock(page).getByRole('button', { name: 'Close' }).click()
  await seconds(page, 3)
  await toast(page).waitFor()
  await take('sticky-bar-reminder')
}

/** BAR-3: in windows under 768 px, with what can be open at once. */
async function secondBar(visit: StateVisit) {
  const { page, take } = visit
  if (page.viewportSize()!.width >= 768) return
  await enter(visit)
  await seconds(page, 2)
  await dock(page).waitFor()
  await take('second-bar')
  await openUpdates(page)
  await seconds(page, 4)
  await recent(page).waitFor()
  await take('second-bar-and-notices')
}

/** POP-2, HERO-6: names and texts as long as they may get, with the bars that can be open at once. */
async function notices(visit: StateVisit) {
  const { page, url, take } = visit
  await withLongTexts(page, url)
  await enter(visit)
  await seconds(page, 6)
  await recent(page).waitFor()
  await take('notice-long')
  await openUpdates(page)
  await take('notice-and-updates')
  await scrollTo(page, 1_500)
  await dock(page).waitFor()
  await take('sticky-bar-and-notices')
  await dock(page).getByRole('button', { name: 'Minimize' }).click()
  await page.clock.runFor(1_000)
  await take('sticky-bar-minimized-and-notices')
  await dock(page).getByRole('button', { name: 'Restore' }).click()
  await dock(page)
    .getByLabel(/^E-?mail$/)
    .fill(noAddress)
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  await dock(page)
    .getByLabel(/^E-?mail$/)
    .blur()
  await take('sticky-bar-updates-and-toast')
  await dismissToast(page)
  await page.locator('.updates summary').click()
  await noticeComes(page)
  await take('notice')
  await dock(page)
    .getByLabel(/^E-?mail$/)
    .fill(longAddress)
  await page.keyboard.press('Enter')
  await answer(page, dock(page).locator('.welcome'))
  await take('sticky-bar-success')
}

/** POP-3, POP-4: the first opens at the end of the page. */
async function popup(visit: StateVisit, key: 'exit-intent' | 'exit-intent-second') {
  const { page, take } = visit
  await enter(visit)
  if (key === 'exit-intent') await toTheEnd(page)
  await popupsHydrated(page)
  await leaveThroughTheTop(page)
  await page.clock.runFor(150)
  const popup = dialog(page, key)
  await popup.waitFor()
  await take(key)
  await popup.getByLabel(/^E-?mail$/).fill(noAddress)
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  await take(`${key}-invalid`)
  await dismissToast(page)
  await popup.getByLabel(/^E-?mail$/).fill(longAddress)
  await page.keyboard.press('Enter')
  await answer(page, popup.locator('.welcome'))
  await take(`${key}-success`)
}

/** TIME-1 to TIME-3: the clocks, and the banner at each level. */
async function urgency(visit: StateVisit) {
  const { page, take } = visit
  await enter(visit)
  await page.locator('#early-bird').scrollIntoViewIfNeeded()
  await take('clock-days')
  await toTheEnd(page)
  for (const [level, sleepS] of [0, 6_450, 3_600, 3_600].entries()) {
    await page.clock.fastForward(sleepS * 1_000)
    await seconds(page, 10)
    await page.locator(`.urgency[data-level="${level}"]`).waitFor()
    await page.locator('.urgency').scrollIntoViewIfNeeded()
    await take(`urgency-${level}`)
  }
}

/** FLOW-3: the hero's form throws. */
async function failure({ page, url, take }: StateVisit) {
  await page.route('**/assets/index-*.js', async (route) => {
    const code = await (await route.fetch()).text()
    const failing = `() => { throw new Error('on purpose') }`
    const body = code.replace(/\bSignupForm:\w+\.[\w$]+/, `SignupForm:${failing}`)
    if (body === code) throw new Error('the entry imports no form')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  await prepare(page)
  await load(page, url)
  await page.locator('.failed').first().waitFor()
  await take('section-failed')
}

/** The page with the longest first name, town and update that a campaign may have. */
const withLongTexts = (page: Page, url: string) =>
  page.route(`${url}/`, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const named = html.replace(
      /(&quot;name&quot;:&quot;)\w+(&quot;,&quot;city&quot;:&quot;)\w+/,
      `$1${longWord}$2${longWord}`,
    )
    const body = named.replace(/(<ul data-title=.*?<!-- -->)[^<]*/, `$1${longWord.repeat(2)}`)
    if (named === html || body === named) throw new Error('the page has no notice or no update')
    await route.fulfill({ response, body })
  })

async function noticeComes(page: Page) {
  for (let second = 0; second < 20 && (await recent(page).count()) === 0; second++)
    await seconds(page, 1)
  await recent(page).waitFor()
}

async function openUpdates(page: Page) {
  const updates = page.locator('.updates')
  if ((await updates.getAttribute('open')) === null) await updates.locator('summary').click()
}

async function toTheEnd(page: Page) {
  await scrollTo(page, await page.evaluate(() => document.documentElement.scrollHeight))
  await page.locator('html[data-phase="5"]').waitFor()
}
