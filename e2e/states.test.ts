import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveStates } from '../scripts/states-server.ts'
import { openBrowser, visitor, type Visitor, windows } from './browser.ts'
import { axe } from './measures.ts'

let states: Awaited<ReturnType<typeof serveStates>>
let browser: Browser
beforeAll(async () => {
  ;[states, browser] = await Promise.all([serveStates(), openBrowser()])
})
afterAll(() => states.close())

describe.each([320, 360, 768, 1280, 1600])('the states at %i px', (width) => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await visitor(browser, { width })
    await sanne.page.goto(states.url)
    await sanne.page.locator('#it-skeleton-avatar').waitFor()
    for (const id of ['open', 'long']) await sanne.page.locator(`#it-updates-${id} summary`).click()
  })
  afterAll(() => sanne.leave())
  const heightOf = async (id: string, part: string) =>
    (await sanne.page.locator(`#it-${id} ${part}`).boundingBox())!.height

  test(`[BAR-1] the bar is at most ${width < 768 ? 106 : 64} px high, minimized at most 56`, async () => {
    expect(await heightOf('sticky-bar', '.dock')).toBeLessThanOrEqual(width < 768 ? 106 : 64)
    expect(await heightOf('sticky-bar-minimized', '.dock')).toBeLessThanOrEqual(56)
  })

  test('[POP-2] the notice is at most two lines and 56 px high, with long names too', async () => {
    for (const id of ['recent', 'recent-long'])
      expect(await heightOf(id, '.recent')).toBeLessThanOrEqual(56)
  })

  test('[FORM-10] in the bar, note and consent are seen as soon as the field is used, and the field keeps its place', async () => {
    const field = sanne.page.locator('#it-sticky-bar input[type=email]')
    const fromBelow = () =>
      field.evaluate(
        (input) =>
          input.closest('.dock')!.getBoundingClientRect().bottom -
          input.getBoundingClientRect().bottom,
      )
    const before = await fromBelow()
    await field.focus()
    expect(await heightOf('sticky-bar', '.consent')).toBeGreaterThan(10)
    expect(
      await sanne.page
        .locator('#it-sticky-bar .consent')
        .evaluate((line) => getComputedStyle(line).clipPath),
    ).toBe('none')
    expect(await fromBelow()).toBe(before)
    await field.blur()
  })

  test('no element is wider than the window, no text leaves its box, and every control is at least 44 px', async () => {
    expect(
      await sanne.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true)
    expect(
      await sanne.page.evaluate(() =>
        [
          ...document.querySelectorAll<HTMLElement>(
            '.it :is(p, li, b, h2, span, summary, button):not(.updates:not([open]) *, .press)',
          ),
        ]
          .filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 &&
              getComputedStyle(element).display !== 'inline' &&
              getComputedStyle(element).overflow === 'visible' &&
              getComputedStyle(element).clipPath === 'none' &&
              !element.matches('.clock *'),
          )
          .map((element) => element.outerHTML),
      ),
    ).toEqual([])
    expect(
      await sanne.page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.it :is(button, summary, .btn, .field input)')]
          .filter((element) => element.checkVisibility())
          .map((element) => ({ html: element.outerHTML, box: element.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 44)
          .map(({ html }) => html),
      ),
    ).toEqual([])
  })

  const isEnd = windows(320, 360, 768, 1280, 1600).includes(width)
  test.runIf(isEnd)('axe finds every control named, and every text with contrast', async () => {
    const { violations } = await axe(sanne.page)
      .withRules([
        'color-contrast',
        'label',
        'button-name',
        'link-name',
        'aria-allowed-attr',
        'aria-valid-attr-value',
        'summary-name',
      ])
      .analyze()
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
    ).toEqual([])
  })
})
