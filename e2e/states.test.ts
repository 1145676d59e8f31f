import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { stateVisits } from '../scripts/page-states.ts'
import { openBrowser, visitor, windows } from './browser.ts'
import { findings, smallTargets } from './measures.ts'
import { dock } from './visit.ts'

const widths = [320, 360, 768, 1280, 1600] as const
/** What the page shows in one state and not in another. */
const parts = [
  '.capture',
  '.strip',
  '.dock',
  '.recent',
  '.updates',
  '.toasts',
  'dialog[open]',
  '.clock',
  '.urgency',
  '.failed',
  '.debug-badge',
]

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

type Checks = Record<string, (page: Page, width: number) => Promise<void>>

const faultless =
  'no element is wider than the window, no text leaves its box, every control is at least 44 px, and axe finds nothing'

test.each(Object.keys(stateVisits).filter((name) => !['bars', 'notices'].includes(name)))(
  `in each state of '%s' ${faultless}`,
  (name) => measureStates(name),
)

test(`[BAR-1] [FORM-10] the bar is at most 64 px high, under 768 px 110 px with the debug badge in it, and minimized 56 px; note and consent are seen as soon as its field is used, and the field keeps its place; ${faultless}`, () =>
  measureStates('bars', {
    'sticky-bar': async (page, width) => {
      expect(await heightOf(page, '.dock')).toBeLessThanOrEqual(width < 768 ? 110 : 64)
      await showsConsentInUse(page)
    },
    'sticky-bar-minimized': async (page) =>
      expect(await heightOf(page, '.dock')).toBeLessThanOrEqual(56),
  }))

test(`[POP-2] the notice is at most two lines and 56 px high, with long names too; beside updates and bars ${faultless}`, () => {
  const isLow = async (page: Page) =>
    expect(await heightOf(page, '.recent')).toBeLessThanOrEqual(56)
  return measureStates('notices', { notice: isLow, 'notice-long': isLow })
})

/** Goes to each state of a visit once, and measures it at the widths. */
async function measureStates(name: string, checks?: Checks) {
  const at = name === 'secondBar' ? [320, 360] : checks ? widths : windows(...widths)
  const { page, leave } = await visitor(browser, { width: at.at(-1)! })
  const seen: string[] = []
  const take = async (state: string) => {
    // Axe takes longer than the rest together: the states take turns at the ends.
    const axeAt = at.at(-(seen.push(state) % 2))
    for (const width of at) {
      await page.setViewportSize({ width, height: 800 })
      const faults = [
        ...(await page.evaluate(overflowing, parts)),
        ...(await smallTargets(page)),
        ...(width === axeAt ? await axeOnHeldClock(page) : []),
      ]
      expect(faults, `${state} at ${width} px`).toEqual([])
      await checks?.[state]?.(page, width)
    }
  }
  await stateVisits[name]!({ page, url: app.url, take })
  expect(seen).toEqual(expect.arrayContaining(Object.keys(checks ?? {})))
  await leave()
}

/** Its steps wait for timers of the page. */
async function axeOnHeldClock(page: Page) {
  const found = findings(page, parts)
  for (;;) {
    const done = await Promise.race([found, page.clock.runFor(1)])
    if (done) return done
  }
}

/** The page, where it is wider than the window, and the texts that leave their box. */
function overflowing(parts: string[]): string[] {
  const page = document.documentElement
  const texts = ['p', 'li', 'b', 'h2', 'span', 'summary', 'button']
  return [
    ...(page.scrollWidth > innerWidth ? [`${page.scrollWidth} px`] : []),
    ...[...document.querySelectorAll<HTMLElement>(`:is(${parts.join()}) :is(${texts.join()})`)]
      .filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          one.scrollWidth > one.clientWidth + 1 &&
          getComputedStyle(one).display !== 'inline' &&
          getComputedStyle(one).overflow === 'visible' &&
          getComputedStyle(one).clipPath === 'none' &&
          !one.matches('.clock *, .press'),
      )
      .map(({ outerHTML }) => outerHTML),
  ]
}

const heightOf = async (page: Page, part: string) =>
  (await page.locator(part).boundingBox())!.height

async function showsConsentInUse(page: Page) {
  const field = dock(page).getByLabel(/^E-?mail$/)
  const fromBelow = () =>
    field.evaluate(
      (input) =>
        input.closest('.dock')!.getBoundingClientRect().bottom -
        input.getBoundingClientRect().bottom,
    )
  const before = await fromBelow()
  await field.focus()
  const consent = dock(page).locator('.consent')
  expect((await consent.boundingBox())!.height).toBeGreaterThan(10)
  expect(await consent.evaluate((line) => getComputedStyle(line).clipPath)).toBe('none')
  expect(await fromBelow()).toBe(before)
  await field.blur()
}
