import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { dock, eventually, load, scrollTo, visit } from './visit.ts'
import { field, openBrowser, success, joinedHeading, toast, windows, moving } from './browser.ts'
import { countShifts, shiftsSoFar } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const stateOf = async (page: Page) =>
  (await dock(page).count()) === 0 ? 'none' : dock(page).getAttribute('data-state')
const press = async (page: Page, name: string) => {
  await dock(page).getByRole('button', { name }).click()
  await page.clock.runFor(1_100)
}
/** BAR-3: the second bar waits for it. */
async function reminderGoes(page: Page) {
  await eventually(page, () => toast(page).count()).toBe(1)
  expect(await stateOf(page)).toBe('none')
  await eventually(page, () => toast(page).count()).toBe(0)
}
const phone = { viewport: { width: 390, height: 844 } }

test.each(windows<readonly [number, number]>([360, 740], [768, 800], [1280, 800], [1600, 900]))(
  '[BAR-1] [BAR-3] at %i x %i the bar comes after more than 300 px, in place of the second one under 768 px, is folded and closed for the visit, and no part of the page moves',
  async (width, height) => {
    const start = (page: Page) => page.addInitScript(countShifts)
    const sanne = await visit(browser, app.url, { ...moving, viewport: { width, height }, start })
    const { page } = sanne
    const other = width < 768 ? 'second' : 'none'
    await page.clock.runFor(2_000)
    await scrollTo(page, 300)
    expect(await stateOf(page)).toBe(other)
    await scrollTo(page, 301)
    expect([await dock(page).count(), await stateOf(page)]).toEqual([1, 'visible'])
    await scrollTo(page, 0)
    expect(await stateOf(page)).toBe('visible')
    expect(await dock(page).boundingBox()).toMatchObject({ x: 0, width })
    await scrollTo(page, 500)
    await foldAndRestore(page)
    await press(page, 'Close')
    expect(await stateOf(page)).toBe('none')
    await reminderGoes(page)
    expect(await stateOf(page)).toBe(other)
    if (other === 'second') await press(page, 'Close')
    expect(await stateOf(page)).toBe('none')
    await page.clock.runFor(12_000)
    expect(await shiftsSoFar(page)).toBe(0)
    await load(page, app.url)
    await page.clock.runFor(3_000)
    await scrollTo(page, 600)
    expect(await stateOf(page)).toBe('none')
    await sanne.leave()
  },
)

/** With what was typed into it. */
async function foldAndRestore(page: Page) {
  const input = dock(page).getByLabel(/^E-?mail$/)
  await input.click()
  await input.fill('sanne@fu')
  await press(page, 'Minimize')
  expect([await dock(page).count(), await stateOf(page)]).toEqual([1, 'minimized'])
  expect((await dock(page).boundingBox())!.height).toBeLessThanOrEqual(56)
  await press(page, 'Restore')
  expect([await stateOf(page), await input.inputValue()]).toEqual(['visible', 'sanne@fu'])
}

test("[BAR-1] [BAR-3] at 768 px no second bar comes, and the field of the bar has room for an address beside a count of five digits, in 64 px, as at 1023 px; under 768 px the hero's lead stands below its form in a window under 620 px of height or 360 px of width, else above it, and before it in the document", async () => {
  const sanne = await visit(browser, app.url, { width: 768 })
  const { page } = sanne
  await page.clock.runFor(10_000)
  expect(await stateOf(page)).toBe('none')
  await scrollTo(page, 500)
  await dock(page)
    .locator('.num')
    .evaluate((count) => {
      count.textContent = '12,345'
    })
  for (const width of [768, 1023]) {
    await page.setViewportSize({ width, height: 800 })
    const input = (await dock(page)
      .getByLabel(/^E-?mail$/)
      .boundingBox())!
    expect(input.width, `at ${width} px`).toBeGreaterThanOrEqual(150)
    expect((await dock(page).boundingBox())!.height, `at ${width} px`).toBeLessThanOrEqual(64)
  }
  await leadGivesWayToTheForm(page)
  await sanne.leave()
})

async function leadGivesWayToTheForm(page: Page) {
  const topOf = async (part: string) =>
    (await page.locator(`#hero .pitch ${part}`).boundingBox())!.y
  for (const [width, height, side] of [
    [360, 619, 'below'],
    [767, 619, 'below'],
    [359, 844, 'below'],
    [360, 620, 'above'],
    [767, 620, 'above'],
    [768, 600, 'above'],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isBelow = (await topOf('.lead')) > (await topOf('.form'))
    expect(isBelow ? 'below' : 'above', `at ${width} x ${height}`).toBe(side)
  }
  expect(await page.locator('#hero .pitch .lead ~ div .form').count()).toBe(1)
}

test("[BAR-1] [BAR-2] [BAR-4] the spots start at 47, drop by 0 or 1 every 45 s, and never fall below 23; in phases 4 and 5 the bar shows no number, and keeps its size; while a form's gold button is in the window its own is a line; 3 s after the bar is closed, by two clicks, and for 5 s a notice reminds of the spots, once", async () => {
  const sanne = await visit(browser, app.url, {
    start: (page) =>
      page.addInitScript(() => {
        Math.random = () => 0.9
      }),
  })
  const { page } = sanne
  await scrollTo(page, 500)
  const spots = async () => Number(await dock(page).locator('.num').textContent())
  expect(await spots()).toBe(47)
  const seen: number[] = []
  for (let tick = 1; tick <= 26; tick++) {
    await page.clock.runFor(45_000)
    seen.push(await spots())
  }
  expect(seen).toEqual(Array.from({ length: 26 }, (_, tick) => Math.max(23, 46 - tick)))
  await isNumberedUntilPhase4(page)
  await isQuietBesideForm(page)
  await dock(page).getByRole('button', { name: 'Close' }).dblclick()
  await page.clock.runFor(2_900)
  expect(await toast(page).count()).toBe(0)
  await page.clock.runFor(100)
  expect(await toast(page).textContent()).toBe('Only 23 spots left')
  await page.clock.runFor(4_900)
  expect(await toast(page).count()).toBe(1)
  await page.clock.runFor(200)
  expect(await toast(page).count()).toBe(0)
  await page.clock.runFor(10_000)
  expect([await stateOf(page), await toast(page).count()]).toEqual(['none', 0])
  await sanne.leave()
})

async function isNumberedUntilPhase4(page: Page) {
  const left = () => dock(page).locator('.left').innerText()
  const seen = new Map<string, unknown[]>()
  for (const section of ['hero', 'video', 'quiz', 'exclusivity', 'final']) {
    const top = await page
      .locator(`#${section}`)
      .evaluate((one) => one.getBoundingClientRect().top + scrollY)
    await scrollTo(page, Math.max(top, 301))
    await dock(page).waitFor()
    const phase = await page.locator('html').getAttribute('data-phase')
    seen.set(phase ?? '', [/^\d+\s/.test(await left()), (await dock(page).boundingBox())!.height])
  }
  const heights = [...seen.values()].map(([, height]) => height)
  expect([...seen].map(([phase, [hasNumber]]) => [phase, hasNumber])).toEqual([
    ['1', true],
    ['2', true],
    ['3', true],
    ['4', false],
    ['5', false],
  ])
  expect(new Set(heights).size).toBe(1)
  expect((await left()).replaceAll(/\s+/g, ' ').trim()).toBe('Founding status: the first 3,000.')
}

async function isQuietBesideForm(page: Page) {
  await scrollTo(page, 400)
  await expect.poll(() => dock(page).getAttribute('data-quiet')).toBe('true')
  await scrollTo(page, 1_500)
  await expect.poll(() => dock(page).getAttribute('data-quiet')).toBeNull()
}

const focusedAt = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    return {
      lost: document.activeElement === document.body,
      inWindow: top >= 0 && bottom <= innerHeight,
      top: Math.round(scrollY),
    }
  })

describe('the focus', () => {
  test('stays in the window where the bar is closed by keyboard, and the next Tab scrolls nothing to the top', async () => {
    const sanne = await visit(browser, app.url)
    const { page } = sanne
    await scrollTo(page, 1_500)
    await dock(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await page.clock.runFor(1_100)
    expect(await stateOf(page)).toBe('none')
    expect(await focusedAt(page)).toEqual({ lost: false, inWindow: true, top: 1_500 })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
    await sanne.leave()
  })

  test('goes back to where the visitor came from; [BAR-2] the reminder, closed by two clicks, does not come again', async () => {
    const sanne = await visit(browser, app.url)
    const { page } = sanne
    await scrollTo(page, 1_500)
    await page.locator('.updates summary').focus()
    await dock(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await page.clock.runFor(1_100)
    expect(
      await page.locator('.updates summary').evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await page.clock.runFor(2_000)
    await toast(page).getByRole('button', { name: 'Close' }).dblclick()
    await page.clock.runFor(10_000)
    expect([await stateOf(page), await toast(page).count()]).toEqual(['none', 0])
    await sanne.leave()
  })
})

describe('the second bar', () => {
  test.each(
    windows<readonly [number, number]>(
      [320, 568],
      [360, 640],
      [375, 667],
      [390, 664],
      [390, 700],
      [390, 844],
      [600, 700],
      [767, 568],
      [767, 699],
      [767, 700],
      [600, 600],
      [360, 800],
    ),
  )(
    "[BAR-3] at %i x %i it stands 3 s after the load, the hero's headline, field and button above it, from 360 x 640 up the lead and the consent line too, and nothing has moved",
    async (width, height) => {
      const sanne = await visit(browser, app.url, {
        ...moving,
        viewport: { width, height },
        start: (page) => page.addInitScript(countShifts),
      })
      const { page } = sanne
      await page.clock.runFor(900)
      expect(await stateOf(page)).toBe('none')
      await page.clock.runFor(100)
      expect(await stateOf(page)).toBe('second')
      const bar = (await dock(page).boundingBox())!
      expect(bar.y + bar.height).toBe(height)
      const whole = width >= 360 && height >= 640 ? ['.lead', '.consent'] : []
      for (const part of ['h1', '.field', '.form .btn', ...whole]) {
        const box = (await page.locator(`#hero ${part}`).boundingBox())!
        expect([part, box.y >= 0, box.y + box.height <= bar.y]).toEqual([part, true, true])
      }
      expect(await shiftsSoFar(page)).toBe(0)
      await sanne.leave()
    },
  )
})

test.each(
  windows<readonly [number, number]>([360, 640], [360, 800], [390, 844], [768, 1024], [1280, 800]),
)(
  "[TOP-4] [HERO-6] at %i x %i what is always fixed covers at most 15 % of the window with either bar: the bar, the badge and what is seen of the updates' button; on a phone the badge is in the bar, and the button stands on it, 44 px high",
  async (width, height) => {
    const sanne = await visit(browser, app.url, { viewport: { width, height } })
    const { page } = sanne
    await page.clock.runFor(1_000)
    if (width < 768) await isLowAndClear(page)
    await scrollTo(page, 900)
    await isLowAndClear(page)
    await sanne.leave()
  },
)

async function isLowAndClear(page: Page) {
  await dock(page).waitFor()
  const { share, bar, badge, button } = await page.evaluate(fixedParts)
  expect(share).toBeLessThanOrEqual(0.15)
  expect([button.width, button.height, button.bottom]).toEqual([44, 44, bar.top])
  expect(badge.bottom).toBe(page.viewportSize()!.width < 768 ? bar.bottom : bar.top)
}

function fixedParts() {
  const boxOf = (part: string) => document.querySelector(part)!.getBoundingClientRect()
  const [bar, badge, button] = [boxOf('.dock'), boxOf('.debug-badge'), boxOf('.updates summary')]
  const summary = document.querySelector('.updates summary')!
  const seenPx = parseFloat(getComputedStyle(summary, '::after').width) * button.height
  const badgePx = badge.top < bar.top ? badge.width * badge.height : 0
  const px = bar.width * bar.height + badgePx + seenPx
  return { share: px / (innerWidth * innerHeight), bar, badge, button }
}

describe('after a sign-up', () => {
  const joined = async (page: Page, email: string) => {
    await field(page).fill(email)
    await field(page).press('Enter')
    await eventually(page, () => page.locator('#hero .welcome').count()).toBe(1)
  }

  test('[FORM-9] the first bar, open, closes without a message after a sign-up elsewhere', async () => {
    const sanne = await visit(browser, app.url, phone)
    const { page } = sanne
    await page.clock.runFor(1_500)
    await scrollTo(page, 301)
    expect(await stateOf(page)).toBe('visible')
    await joined(page, 'daan.first@fuel.example')
    await noneComes(page)
    await sanne.leave()
  })

  test("[BAR-3] the second bar's 'Join Waitlist' scrolls to the hero section and puts focus in its field; [FORM-9] open, it closes without a message after a sign-up elsewhere, and none comes at a later visit", async () => {
    const sanne = await visit(browser, app.url, phone)
    const { page } = sanne
    await scrollTo(page, 2_000)
    await page.clock.runFor(2_000)
    await press(page, 'Close')
    await reminderGoes(page)
    await dock(page).getByRole('link', { name: 'Join Waitlist' }).click()
    await expect
      .poll(() =>
        page.evaluate(() =>
          Math.round(document.querySelector('#hero')!.getBoundingClientRect().top),
        ),
      )
      .toBeLessThanOrEqual(120)
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.clock.runFor(8_000)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(await stateOf(page)).toBe('second')
    await joined(page, 'daan.second@fuel.example')
    await noneComes(page)
    await page.evaluate(() => sessionStorage.clear())
    await load(page, app.url)
    await noneComes(page)
    await sanne.leave()
  })

  async function noneComes(page: Page) {
    const others = (await toast(page).locator('p').allTextContents()).filter(
      (text) => text !== success,
    )
    expect([await dock(page).count(), others]).toEqual([0, []])
    await page.clock.runFor(4_000)
    await scrollTo(page, 900)
    await scrollTo(page, 200)
    expect(await stateOf(page)).toBe('none')
  }

  test.each([360, 1280])(
    "[FORM-9] at %i px a sign-up in the bar is confirmed there for 5 s, longer under the pointer, and nowhere else; 'Use another address' brings its form back, to stay; the focus stays in the window when the bar goes",
    async (width) => {
      const lotte = await visit(browser, app.url, { width })
      const { page } = lotte
      await scrollTo(page, 1_500)
      const [first, second] = [`lotte.bar${width}@fuel.example`, `milan.bar${width}@fuel.example`]
      await joinInBar(page, first)
      await dock(page).getByRole('button', { name: 'Use another address' }).click()
      await page.mouse.move(200, 200)
      await page.clock.runFor(20_000)
      expect(
        await dock(page)
          .getByLabel(/^E-?mail$/)
          .inputValue(),
      ).toBe(first)
      await joinInBar(page, second)
      await dock(page)
        .getByRole('heading')
        .hover({ position: { x: 4, y: 4 } })
      await page.clock.runFor(20_000)
      expect(await dock(page).count()).toBe(1)
      await page.mouse.move(100, 100)
      await page.clock.runFor(4_900)
      expect(await dock(page).count()).toBe(1)
      const { top } = await focusedAt(page)
      await page.clock.runFor(200)
      expect([await dock(page).count(), await toast(page).count()]).toEqual([0, 0])
      expect(await focusedAt(page)).toEqual({ lost: false, inWindow: true, top })
      await page.clock.runFor(10_000)
      expect(await toast(page).count()).toBe(0)
      await lotte.leave()
    },
  )

  async function joinInBar(page: Page, email: string) {
    await dock(page)
      .getByLabel(/^E-?mail$/)
      .fill(email)
    await page.keyboard.press('Enter')
    await eventually(page, () => dock(page).locator('.welcome').count()).toBe(1)
    expect([
      await dock(page).locator('.welcome h2').textContent(),
      await toast(page).locator('p').textContent(),
      await page.getByText(success).count(),
      await page.locator('.welcome').count(),
      await dock(page).locator('.left').isVisible(),
    ]).toEqual([joinedHeading, success, 1, 1, false])
  }
})

test('[BAR-1] in a low window it comes minimized, until the visitor opens it; a field that takes the focus is never under the bar, and [FX-5] while the keyboard is open the bar leaves, but for the one that holds focus', async () => {
  const sanne = await visit(browser, app.url, { viewport: { width: 844, height: 390 } })
  const { page } = sanne
  await scrollTo(page, 500)
  expect(await stateOf(page)).toBe('minimized')
  await press(page, 'Restore')
  expect(await stateOf(page)).toBe('visible')
  await page.setViewportSize({ width: 360, height: 740 })
  await scrollTo(page, 400)
  for (const link of await page.locator('main a[href]:not(dialog a)').all()) {
    await link.focus()
    const box = (await link.boundingBox())!
    const bar = await dock(page).boundingBox()
    if (bar) expect(box.y + box.height).toBeLessThanOrEqual(bar.y + 1)
  }
  await dock(page)
    .getByLabel(/^E-?mail$/)
    .focus()
  await page.evaluate(() => {
    document.documentElement.dataset.keyboard = 'open'
  })
  expect(await dock(page).isVisible()).toBe(true)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect(await dock(page).isVisible()).toBe(false)
  await sanne.leave()
})
