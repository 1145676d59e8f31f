import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  dialog,
  dock,
  leaveThroughTheTop,
  popupsHydrated,
  recent,
  scrollTo,
  seconds,
  visit,
} from './visit.ts'
import { field, laidOut, openBrowser, toast, visitor, windows } from './browser.ts'
import { holdClock } from './page-clock.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const updates = (page: Page) => page.locator('.updates')
const isOpen = async (page: Page) => (await updates(page).getAttribute('open')) !== null

/** One of each, as many as can stand at once: bar, notice, open updates. */
async function everything(page: Page) {
  await scrollTo(page, 900)
  if (!(await isOpen(page))) await updates(page).locator('summary').click()
  await seconds(page, 6)
}

const complain = async (page: Page, section: string) => {
  await page.locator(`#${section}-email`).fill('sanne@fuel')
  await page.keyboard.press('Enter')
  await toast(page).waitFor()
}

describe.each(
  windows<readonly [number, number]>([360, 740], [390, 844], [768, 800], [1280, 800], [1600, 900]),
)('at %i x %i', (width, height) => {
  const options = { viewport: { width, height }, reducedMotion: 'reduce' as const }
  test('[HERO-6] [POP-2] the open updates keep their title and their place when a notice comes; no two of notice, updates and the bar (visible, minimized, on phones the second one) lie on each other, nor while a toast stands with bar, updates and reminder, when no notice shows, nor with the next notice', async () => {
    const sanne = await visit(browser, app.url, options)
    const { page } = sanne
    await seconds(page, 2)
    if (!(await isOpen(page))) await updates(page).locator('summary').click()
    const before = await page.evaluate(seenOfUpdates)
    expect(before.title).toBe(true)
    await seconds(page, 4)
    expect(await page.evaluate(seenOfUpdates)).toEqual(before)
    const firstBar = width < 768 ? ['dock'] : []
    await expectNoneCovered(page, [...firstBar, 'recent', 'summary', 'updates'])
    await scrollTo(page, 900)
    await seconds(page, 1)
    await expectNoneCovered(page, ['dock', 'recent', 'summary', 'updates'])
    await dock(page).getByRole('button', { name: 'Minimize' }).click()
    await seconds(page, 1)
    await expectNoneCovered(page, ['dock', 'recent', 'summary', 'updates'])
    await dock(page).getByRole('button', { name: 'Restore' }).click()
    await seconds(page, 1)
    await keepsToastFree(page)
    await sanne.leave()
  })

  async function keepsToastFree(page: Page) {
    await everything(page)
    await noticeComes(page)
    await complain(page, 'sticky-bar')
    const withToast = ['dock', 'summary', 'updates', 'toast']
    expect(await page.evaluate(standing)).toEqual(withToast)
    expect(await page.evaluate(overlaps)).toEqual([])
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await seconds(page, 1)
    expect(await page.evaluate(standing)).toEqual(withToast)
    expect(await page.evaluate(overlaps)).toEqual([])
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await toast(page).waitFor({ state: 'detached' })
    await noticeComes(page)
    expect(await page.evaluate(standing)).toEqual(['dock', 'recent', 'summary', 'updates'])
    expect(await page.evaluate(overlaps)).toEqual([])
  }

  async function noticeComes(page: Page) {
    for (let second = 0; second < 20 && !(await recent(page).isVisible()); second++)
      await seconds(page, 1)
    expect(await recent(page).isVisible()).toBe(true)
  }

  async function expectNoneCovered(page: Page, shown: string[]) {
    expect(await page.evaluate(standing)).toEqual(shown)
    expect(await page.evaluate(overlaps)).toEqual([])
    expect(await page.evaluate(buried)).toEqual([])
  }

  test('[FX-8] a toast at the top of the page leaves the strip and its control free; no overlay covers a field or button of a form in use, at any scroll position; an exit popup stands alone, and its error toast does not overlap it', async () => {
    const sanne = await visit(browser, app.url, options)
    const { page } = sanne
    await complain(page, 'hero')
    const [said, ...above] = await page.evaluate(() =>
      ['.toast', '.strip', 'body > .pause'].map((one) =>
        document.querySelector(one)!.getBoundingClientRect(),
      ),
    )
    for (const { bottom } of above) expect(said!.top).toBeGreaterThanOrEqual(bottom)
    await toast(page).getByRole('button', { name: 'Close' }).click()
    await everything(page)
    await scrollTo(page, 0)
    await complain(page, 'hero')
    // Its code comes with the first focus.
    await expect
      .poll(async () => {
        await page.clock.runFor(50)
        return page.evaluate(onTheForm)
      })
      .toEqual([])
    const covered: string[] = []
    const bottom = await field(page).evaluate(
      (input) => input.getBoundingClientRect().bottom + scrollY,
    )
    for (let top = 0; top < bottom; top += 23) {
      await scrollTo(page, top)
      covered.push(...(await page.evaluate(onTheForm)).map((name) => `${name}, focused, at ${top}`))
    }
    await field(page).evaluate((input) => (input as HTMLElement).blur())
    for (let top = 0; top < bottom; top += 23) {
      await scrollTo(page, top)
      covered.push(
        ...(await page.evaluate(onTheForm)).map((name) => `${name}, with text, at ${top}`),
      )
    }
    expect(covered).toEqual([])
    await field(page).fill('')
    await field(page).blur()
    await popupStandsAlone(page)
    await sanne.leave()
  })

  async function popupStandsAlone(page: Page) {
    await popupsHydrated(page)
    await everything(page)
    await leaveThroughTheTop(page)
    await page.clock.runFor(150)
    await dialog(page, 'exit-intent-second').waitFor()
    expect(await page.evaluate(standing)).toEqual(['dialog'])
    await complain(page, 'exit-intent-second')
    expect(await page.evaluate(standing)).toEqual(['dialog', 'toast'])
    expect(await page.evaluate(overlaps)).toEqual([])
  }
})

test.each(
  windows<readonly [number, number]>(
    [1280, 800],
    [390, 844],
    [768, 1024],
    [360, 740],
    [844, 390],
    [360, 640],
  ),
)(
  'in the first view at %i x %i headline, field and button are whole and uncovered in each second of the first minute',
  async (width, height) => {
    const parts = [
      'h1',
      '#hero-email',
      '#hero-form .press',
      ...(width >= 1_024 ? ['#hero .unit > svg', '.gauge'] : []),
    ]
    const look = async (page: Page, second: number) => {
      expect([second, await page.evaluate(brokenOrCovered, parts)]).toEqual([second, []])
      await seconds(page, 1)
    }
    const sanne = await visitor(browser, { viewport: { width, height } })
    await holdClock(sanne.page)
    await sanne.page.goto(app.url)
    const seen = new Set<string>()
    for (let second = 0; second <= 60; second++) {
      if (second === 2) await hydratedOverlays(sanne.page)
      for (const name of await sanne.page.evaluate(standing)) seen.add(name)
      await look(sanne.page, second)
    }
    expect([...seen].sort()).toEqual(
      width < 768 ? ['dock', 'recent', 'summary'] : ['recent', 'summary'],
    )
    await sanne.leave()
  },
)

const hydratedOverlays = async (page: Page) => {
  await page.locator('[data-island="overlays"][data-hydrated]').waitFor({ state: 'attached' })
  await laidOut(page)
}

/** The overlays that are open now. */
function standing(): string[] {
  const parts = {
    dialog: 'dialog[open]',
    dock: '.dock',
    recent: '.recent',
    summary: '.updates summary',
    updates: '.updates[open] ul',
    toast: '.toast',
  }
  return Object.entries(parts)
    .filter(([, selector]) =>
      document.querySelector<HTMLElement>(selector)?.checkVisibility({ visibilityProperty: true }),
    )
    .map(([name]) => name)
}

function overlaps(): string[] {
  const parts = [
    'dialog[open]',
    '.dock',
    '.recent',
    '.updates summary',
    '.updates[open] ul',
    '.toast',
  ]
  const shown = parts
    .flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  const boxes = shown.map((one) => ({ of: one, box: one.getBoundingClientRect() }))
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right - 0.5 &&
    b.left < a.right - 0.5 &&
    a.top < b.bottom - 0.5 &&
    b.top < a.bottom - 0.5
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.of !== b.of && !a.of.contains(b.of) && meet(a.box, b.box))
      .map((b) => `${a.of.className || a.of.tagName} and ${b.of.className || b.of.tagName}`),
  )
}

/**
 * What stands over the page and is met somewhere on its own ground by something else, painted by a
 * pseudo element or not.
 */
function buried(): string[] {
  const parts =
    '.dock .left b, .dock input[type=email], .dock .btn, .dock button, .recent, .updates summary, .updates[open] ul, .toast'
  const shown = [...document.querySelectorAll<HTMLElement>(parts)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  return shown.flatMap((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    for (let x = left + 2; x < right - 1; x += 6) {
      for (let y = top + 2; y < bottom - 1; y += 6) {
        const met = document.elementFromPoint(x, y)
        // A disabled button is pressed through the span around it.
        if (met && !one.contains(met) && !(met.matches('.press') && met.contains(one)))
          return [`${one.outerHTML.slice(0, 80)} at ${x}, ${y} under ${met.outerHTML.slice(0, 80)}`]
      }
    }
    return []
  })
}

/**
 * Where the open list is, and whether the box's title can be read: beside the button, or heading
 * the list.
 */
function seenOfUpdates() {
  const list = document.querySelector('.updates ul')!
  const { left, top, right, bottom } = list.getBoundingClientRect()
  const beside = document.querySelector('.updates summary span')!
  const isBeside =
    getComputedStyle(beside).clipPath === 'none' &&
    beside.getBoundingClientRect().right <= beside.parentElement!.getBoundingClientRect().right + 1
  return {
    title: isBeside || getComputedStyle(list, '::before').content.includes(beside.textContent),
    left,
    top,
    right,
    bottom,
  }
}

/** The elements that cover the hero's field or button. */
function onTheForm(): string[] {
  const over = [
    ...document.querySelectorAll<HTMLElement>(
      'dialog[open], .dock, .recent, .updates summary, .updates[open] ul, .toast',
    ),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }))
  const held = [...document.querySelectorAll('#hero-form .field, #hero-form .btn')]
    .map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
  return over
    .filter((one) => {
      const a = one.getBoundingClientRect()
      return held.some(
        (b) =>
          a.left < b.right - 0.5 &&
          b.left < a.right - 0.5 &&
          a.top < b.bottom - 0.5 &&
          b.top < a.bottom - 0.5,
      )
    })
    .map((one) => one.className || one.tagName)
}

/**
 * Parts that reach out of the window, that something fixed overlaps, or that are not met at their
 * corners and centre.
 */
function brokenOrCovered(parts: string[]): string[] {
  const fixed = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) =>
      getComputedStyle(element).position === 'fixed' &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  return parts.filter((selector) => {
    const part = document.querySelector(selector)!
    const { top, bottom, left, right } = part.getBoundingClientRect()
    const points = [
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const
    const met = points.every(([x, y]) => {
      const there = document.elementFromPoint(x, y)
      return there && (part.contains(there) || there.contains(part))
    })
    const overlapped = fixed
      .map((over) => over.getBoundingClientRect())
      .some(
        (over) => right > over.left && left < over.right && bottom > over.top && top < over.bottom,
      )
    return !met || overlapped || top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
  })
}
