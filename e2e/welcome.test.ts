import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  field,
  join,
  joinedHeading,
  joinedLine,
  moving,
  open,
  openBrowser,
  visitor,
  welcome,
  windows,
} from './browser.ts'
import { countShifts, shiftsOf } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const sizes: [width: number, height: number][] = [
  [320, 568],
  [360, 640],
  [390, 844],
  [768, 1024],
  [844, 390],
  [1280, 800],
  [1440, 900],
]
const headline = 'This Is Not a Brand. This Is a Weapon.'
const panel = (page: Page) => page.locator('#hero .welcome')

describe.each(windows(...sizes))('[FORM-9] in a window of %i x %i px', (width, height) => {
  test('the welcome of the hero stands over the headline, and nothing moves; with another address headline, lead and form are back with the text', async () => {
    const sanne = await visitor(browser, { ...moving, viewport: { width, height } })
    const { page } = sanne
    await page.addInitScript(countShifts)
    await open(sanne, app.url)
    const email = `sanne.${width}@fuel.example`
    await join(page, email)
    await welcome(page).waitFor()
    expect(await shiftsOf(page)).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(joinedHeading)
    expect(await page.evaluate(seenOfPitch)).toEqual([])
    expect(await page.getByRole('heading', { level: 1, name: headline }).count()).toBe(1)
    await panel(page).getByRole('button', { name: 'use another address' }).click()
    expect(await page.evaluate(seenOfPitch)).toEqual(['chip', 'h1', 'lead'])
    expect([await field(page).inputValue(), await field(page).isVisible()]).toEqual([email, true])
    await sanne.leave()
  })
})

/** The parts that the welcome stands over, as far as one sees them. */
const seenOfPitch = () =>
  [
    ['chip', '.chip'],
    ['h1', 'h1 > span'],
    ['lead', '.lead'],
  ].flatMap(([name, selector]) => {
    const one = document.querySelector(`.pitch > ${selector}`)!
    return one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ? [name] : []
  })

test('[FORM-9] from 320 x 568 to 1440 x 900 px the welcome of the hero is whole in the window, its heading fills its width, its steps have 16 px', async () => {
  const sanne = await visitor(browser, { viewport: { width: 390, height: 844 } })
  const { page } = sanne
  await open(sanne, app.url)
  await join(page, 'sanne.whole@fuel.example')
  await welcome(page).waitFor()
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo(0, 0))
    expect(await panel(page).evaluate(cutOf), `${width} x ${height}`).toEqual([])
    const { fills, stepPx } = await panel(page).evaluate(looksOf)
    expect(fills, `${width} x ${height}`).toBeGreaterThan(width === 844 ? 0.42 : 0.9)
    expect(fills, `${width} x ${height}`).toBeLessThanOrEqual(1)
    expect(stepPx).toBe('16px')
  }
  await sanne.leave()
})

/** The texts of the panel that are not whole in the window, or lie on what follows. */
function cutOf(panel: Element): string[] {
  const { bottom } = panel.closest('.pitch')!.getBoundingClientRect()
  // The button in the last line is higher than the line.
  const end = innerWidth < 1_024 ? Math.min(innerHeight, bottom + 16) : innerHeight
  return [...panel.querySelectorAll('h2, li, p')].flatMap((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const box = range.getBoundingClientRect()
    const isWhole = box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= end
    return isWhole ? [] : [`${one.textContent}: ${box.top} to ${box.bottom}, ${box.right}`]
  })
}

/** How much of the panel's width the heading's first line fills, and the size of the steps. */
function looksOf(panel: Element) {
  const range = document.createRange()
  range.selectNode(panel.querySelector('h2')!.firstChild!)
  return {
    fills: range.getBoundingClientRect().width / panel.getBoundingClientRect().width,
    stepPx: getComputedStyle(panel.querySelector('li')!).fontSize,
  }
}

test('[FORM-9] at the next visit the headline is there, and the line in the place of the form', async () => {
  const sanne = await visitor(browser, { viewport: { width: 390, height: 844 } })
  const { page } = sanne
  await open(sanne, app.url)
  await join(page, 'sanne.returns@fuel.example')
  await welcome(page).waitFor()
  await open(sanne, app.url)
  expect(await page.evaluate(seenOfPitch)).toEqual(['chip', 'h1', 'lead'])
  expect([await joinedLine(page).isVisible(), await panel(page).count()]).toEqual([true, 0])
  await sanne.leave()
})

test.each(sizes.filter(([, height]) => height > 600))(
  '[FORM-8] [FORM-9] without script the page that follows shows the same welcome, whole in a window of %i x %i px',
  async (width, height) => {
    const sanne = await visitor(browser, {
      viewport: { width, height },
      javaScriptEnabled: false,
    })
    await sanne.page.goto(app.url)
    await join(sanne.page, `sanne.plain${width}@fuel.example`)
    await welcome(sanne.page).waitFor()
    expect(await panel(sanne.page).evaluate(cutOf)).toEqual([])
    await sanne.leave()
  },
)

test.each([
  ['falls', 'no-preference', ['drop', 'slide', 'widen']],
  ['lies', 'reduce', []],
] as const)(
  '[FX-7] [FX-9] on a phone the dot %s onto the level in the welcome, with %s',
  async (_, reducedMotion, names) => {
    const sanne = await visitor(browser, { reducedMotion, viewport: { width: 390, height: 844 } })
    const { page } = sanne
    await open(sanne, app.url)
    await page.evaluate(() =>
      new MutationObserver(() => {
        const seen = window as unknown as { seen?: string[] }
        if (!seen.seen && document.querySelector('.hero .welcome'))
          seen.seen = document
            .getAnimations()
            .map((one) => (one as CSSAnimation).animationName)
            .filter((name) => ['drop', 'slide', 'widen'].includes(name))
      }).observe(document.body, { childList: true, subtree: true }),
    )
    await join(page, `sanne.${reducedMotion}@fuel.example`)
    await welcome(page).waitFor()
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect([...new Set(seen)].toSorted()).toEqual(names)
    const dot = await panel(page).evaluate((one) => getComputedStyle(one, '::after').content)
    expect(dot).toBe('""')
    await sanne.leave()
  },
)
