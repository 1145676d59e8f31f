import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { eventually, load, recent, seconds, visit } from './visit.ts'
import { field, hide, join, openBrowser, toast, visitor, welcome } from './browser.ts'
import { holdClock } from './page-clock.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

/** The entry's name at each second from the third on. */
async function names(page: Page, count: number) {
  const seen: string[] = []
  for (let second = 0; second < count; second++) {
    await seconds(page, 1)
    seen.push(
      await page.evaluate(
        () => document.querySelector('.recent')?.textContent?.split(' ')[0] ?? '-',
      ),
    )
  }
  return seen
}
const shownAt = (seen: string[]) => seen.flatMap((name, index) => (name === '-' ? [] : [index + 3]))

test('[POP-2] it shows from 8 to 12 s, 16 to 20 s, and so on, forty rounds through the five entries', async () => {
  const sanne = await visit(browser, app.url)
  await sanne.page.evaluate(noteEntries)
  for (let round = 0; round < 41; round++) await sanne.page.clock.runFor(8_000)
  const order = ['Sanne', 'Daan', 'Lotte', 'Milan', 'Noor']
  expect((await noted(sanne.page)).slice(0, 80)).toEqual(
    Array.from({ length: 40 }, (_, round) => [
      [round * 8 + 8, order[round % 5]],
      [round * 8 + 12, '-'],
    ]).flat(),
  )
  await sanne.leave()
})

/**
 * Runs in the page two seconds after its load: at which second since then each entry came, or went.
 */
function noteEntries() {
  const loadedMs = Date.now() - 2_000
  const entries: [number, string][] = []
  let before = '-'
  new MutationObserver(() => {
    const name = document.querySelector('.recent')?.textContent.split(' ')[0] ?? '-'
    if (name !== before) entries.push([Math.ceil((Date.now() - loadedMs) / 1_000), name])
    before = name
  }).observe(document.querySelector('[data-island="overlays"]')!, {
    childList: true,
    subtree: true,
    characterData: true,
  })
  Object.assign(window, { entries })
}
const noted = (page: Page) =>
  page.evaluate(() => (window as unknown as { entries: [number, string][] }).entries)

test('[POP-2] [FORM-9] it is announced to nobody, stands in a landmark of its own, and waits under the pointer and while its button has focus; while a field has focus none stands; after a sign-up it goes and does not come again, at later visits neither', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await seconds(page, 7)
  expect(
    await recent(page).evaluate((one) =>
      one.closest('[aria-live], [role="status"], [role="alert"]'),
    ),
  ).toBeNull()
  expect(await page.getByRole('complementary', { name: 'Recent sign-up' }).textContent()).toContain(
    'Sanne uit Amsterdam',
  )
  await recent(page).hover()
  await page.clock.runFor(20_000)
  expect(await recent(page).count()).toBe(1)
  await page.mouse.move(600, 100)
  await recent(page).getByRole('button').focus()
  await page.clock.runFor(20_000)
  expect(await recent(page).count()).toBe(1)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.runFor(4_000)
  expect(await recent(page).count()).toBe(0)
  await standsNotWhileTyping(page)
  await join(page, 'sanne.notice@fuel.example')
  await eventually(page, () => welcome(page).count()).toBe(1)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await staysAway(page)
  await sanne.leave()
})

/** In this visit, and after another load. */
async function staysAway(page: Page) {
  expect(shownAt(await names(page, 20))).toEqual([])
  await load(page, app.url)
  expect(shownAt(await names(page, 20))).toEqual([])
}

async function standsNotWhileTyping(page: Page) {
  await page.clock.runFor(5_000)
  expect(await recent(page).count()).toBe(1)
  await field(page).focus()
  expect(await recent(page).count()).toBe(0)
  expect(shownAt(await names(page, 20))).toEqual([])
  await field(page).blur()
  await seconds(page, 1)
  expect(await recent(page).count()).toBe(1)
}

test('[POP-2] while a toast or the video overlay is open none shows; that one is skipped, and the next comes at its time', async () => {
  const sanne = await visit(browser, app.url, {
    viewport: { width: 1280, height: 2_600 },
  })
  const { page } = sanne
  await seconds(page, 7)
  expect(await recent(page).count()).toBe(1)
  await field(page).fill('sanne@fuel')
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
  await field(page).blur()
  expect(await recent(page).count()).toBe(0)
  await toast(page).getByRole('button', { name: 'Close' }).click()
  await isNext(page, 'Daan')
  expect(await recent(page).count()).toBe(1)
  await page.locator('.reel').click()
  expect(await recent(page).count()).toBe(0)
  await page.keyboard.press('Escape')
  await isNext(page, 'Lotte')
  await sanne.leave()
})

/** One interval later this one stands; it came after four seconds at the earliest. */
async function isNext(page: Page, name: string) {
  const seen = await names(page, 8)
  const comes = seen.findIndex((name) => name !== '-')
  expect([seen[comes], comes]).toEqual([name, expect.toSatisfy((at: number) => at >= 4)])
}

test('[POP-2] [FX-8] while live updates are paused none comes; resumed, and shown again after having been hidden, a new interval begins; closed by keyboard, it leaves the focus in the window, and does not come again in this visit', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await page.locator('[data-pause]').first().click()
  expect((await names(page, 60)).filter((name) => name !== '-')).toEqual([])
  await page.locator('[data-pause]').first().click()
  const resumed = await names(page, 9)
  expect([resumed.slice(0, 7).filter((name) => name !== '-'), resumed[8]]).toEqual([[], 'Sanne'])
  await hide(page)
  await page.clock.fastForward(3_600_000)
  await hide(page, false)
  // The clock tells at whole seconds since the load, the new interval began between two of them.
  const seen = await names(page, 10)
  expect([seen.slice(0, 7).filter((name) => name !== '-'), seen[8], seen[9]]).toEqual([
    [],
    'Daan',
    'Daan',
  ])
  // As in a visit without a press before.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await recent(page).getByRole('button', { name: 'Close' }).focus()
  await page.keyboard.press('Enter')
  await seconds(page, 1)
  expect(await recent(page).count()).toBe(0)
  expect(
    await page.evaluate(() => [document.activeElement?.closest('main') !== null, scrollY]),
  ).toEqual([true, 0])
  await staysAway(page)
  await sanne.leave()
})

test('[FLOW-3] where its code cannot be had the page is whole, one line says so, and at a later move it is tried again', async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await holdClock(page)
  await page.route('**/assets/first-islands*', (route) => route.abort())
  await page.goto(app.url)
  await page.clock.runFor(2_000)
  const told = () => sanne.complaints.filter((line) => line.includes('was not hydrated')).length
  await expect.poll(told).toBe(1)
  await page.unroute('**/assets/first-islands*')
  await seconds(page, 11)
  await page.mouse.move(300, 300)
  await page.locator('[data-island="overlays"][data-hydrated]').waitFor({ state: 'attached' })
  await seconds(page, 4)
  expect(await recent(page).evaluate((one) => getComputedStyle(one).position)).toBe('fixed')
  expect(told()).toBe(1)
  await sanne.leave()
})
