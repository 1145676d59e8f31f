import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { dock, eventually, load, scrollTo, visit } from './visit.ts'
import { field, openBrowser, success, toast, windows } from './browser.ts'
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
declare const isIn: (box: DOMRect) => boolean
const phone = { viewport: { width: 390, height: 844 } }

describe.each(windows<readonly [number, number]>([360, 740], [768, 800], [1280, 800], [1600, 900]))(
  'the sticky bar at %i x %i',
  (width, height) => {
    test('[BAR-1] comes after more than 300 px, and does not go on scrolling back', async () => {
      const sanne = await visit(browser, app.url, { viewport: { width, height } })
      await scrollTo(sanne.page, 300)
      expect(await stateOf(sanne.page)).toBe('none')
      await scrollTo(sanne.page, 301)
      expect(await stateOf(sanne.page)).toBe('visible')
      await scrollTo(sanne.page, 0)
      expect(await stateOf(sanne.page)).toBe('visible')
      expect(await dock(sanne.page).boundingBox()).toMatchObject({ x: 0, width })
      await sanne.leave()
    })

    test('[BAR-1] is minimized, restored with what was typed, and closed for the visit', async () => {
      const sanne = await visit(browser, app.url, { viewport: { width, height } })
      const { page } = sanne
      await scrollTo(page, 500)
      await dock(page).getByLabel('E-mail').fill('sanne@fu')
      await press(page, 'Minimize')
      expect([await stateOf(page), (await dock(page).boundingBox())!.height <= 56]).toEqual([
        'minimized',
        true,
      ])
      await press(page, 'Restore')
      expect([await stateOf(page), await dock(page).getByLabel('E-mail').inputValue()]).toEqual([
        'visible',
        'sanne@fu',
      ])
      await press(page, 'Close')
      expect(await stateOf(page)).toBe(width < 768 ? 'second' : 'none')
      await load(page, app.url)
      await scrollTo(page, 600)
      expect(['none', 'second']).toContain(await stateOf(page))
      await sanne.leave()
    })
  },
)

test.each([768, 1023])(
  '[BAR-1] at %i px the field has room for an address beside a count of five digits, in 64 px',
  async (width) => {
    const sanne = await visit(browser, app.url, { viewport: { width, height: 800 } })
    await scrollTo(sanne.page, 500)
    await dock(sanne.page)
      .locator('.num')
      .evaluate((count) => {
        count.textContent = '12,345'
      })
    const input = (await dock(sanne.page).getByLabel('E-mail').boundingBox())!
    expect(input.width).toBeGreaterThanOrEqual(150)
    expect((await dock(sanne.page).boundingBox())!.height).toBeLessThanOrEqual(64)
    await sanne.leave()
  },
)

test('[BAR-1] in a low window it comes minimized, until the visitor opens it', async () => {
  const sanne = await visit(browser, app.url, { viewport: { width: 844, height: 390 } })
  await scrollTo(sanne.page, 500)
  expect(await stateOf(sanne.page)).toBe('minimized')
  await press(sanne.page, 'Restore')
  expect(await stateOf(sanne.page)).toBe('visible')
  await sanne.leave()
})

test("[BAR-1] while a form's gold button is in the window the bar's is a line", async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await scrollTo(page, 400)
  await expect.poll(() => dock(page).getAttribute('data-quiet')).toBe('true')
  await scrollTo(page, 1_500)
  await expect.poll(() => dock(page).getAttribute('data-quiet')).toBeNull()
  await sanne.leave()
})

test('[BAR-2] closed, 3 s later and for 5 s a notice reminds of the spots left', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await scrollTo(page, 500)
  const spots = await dock(page).locator('.num').textContent()
  await dock(page).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(2_900)
  expect(await toast(page).count()).toBe(0)
  await page.clock.runFor(100)
  expect(await toast(page).textContent()).toBe(`Only ${spots} founding spots left`)
  await page.clock.runFor(4_900)
  expect(await toast(page).count()).toBe(1)
  await page.clock.runFor(200)
  expect(await toast(page).count()).toBe(0)
  await sanne.leave()
})

test('[BAR-2] a visitor who clicks everything twice is reminded once', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  await scrollTo(page, 500)
  await dock(page).getByRole('button', { name: 'Close' }).dblclick()
  await page.clock.runFor(3_100)
  await toast(page).getByRole('button', { name: 'Close' }).dblclick()
  await page.clock.runFor(10_000)
  expect([await stateOf(page), await toast(page).count()]).toEqual(['none', 0])
  await sanne.leave()
})

test('[BAR-4] in phases 4 and 5 the bar shows no number, and keeps its size', async () => {
  const sanne = await visit(browser, app.url)
  const { page } = sanne
  const left = () => dock(page).locator('.left').innerText()
  const seen = new Map<string, unknown[]>()
  for (const section of ['hero', 'video', 'quiz', 'exclusivity', 'final']) {
    const top = await page
      .locator(`#${section}`)
      .evaluate((one) => one.getBoundingClientRect().top + scrollY)
    await scrollTo(page, Math.max(top, 301))
    await dock(page).waitFor()
    const phase = await page.locator('html').getAttribute('data-phase')
    seen.set(phase ?? '', [/\d/.test(await left()), (await dock(page).boundingBox())!.height])
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
  expect((await left()).replaceAll(/\s+/g, ' ').trim()).toBe(
    'Founding status goes to the first who order.',
  )
  await sanne.leave()
})

test('[BAR-4] the spots start at 47, drop by 0 or 1 every 45 s, and never fall below 23', async () => {
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
  await press(page, 'Close')
  await page.clock.runFor(3_000)
  expect(await toast(page).textContent()).toBe('Only 23 founding spots left')
  await sanne.leave()
})

describe('the focus', () => {
  const focusedAt = (page: Page) =>
    page.evaluate(() => ({
      lost: document.activeElement === document.body,
      inWindow: isIn(document.activeElement!.getBoundingClientRect()),
      top: Math.round(scrollY),
    }))
  const start = (page: Page) =>
    page.addInitScript(() =>
      Object.assign(window, {
        isIn: ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight,
      }),
    )

  test('stays in the window where the bar is closed by keyboard, and the next Tab scrolls nothing to the top', async () => {
    const sanne = await visit(browser, app.url, { start })
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

  test('goes back to where the visitor came from', async () => {
    const sanne = await visit(browser, app.url, { start })
    const { page } = sanne
    await scrollTo(page, 1_500)
    await page.locator('.updates summary').focus()
    await dock(page).getByRole('button', { name: 'Close' }).focus()
    await page.keyboard.press('Enter')
    await page.clock.runFor(1_100)
    expect(
      await page.locator('.updates summary').evaluate((one) => one === document.activeElement),
    ).toBe(true)
    await sanne.leave()
  })

  test('[FORM-9] stays in the window where the bar goes by itself after a sign-up in it', async () => {
    const sanne = await visit(browser, app.url, { start })
    const { page } = sanne
    await scrollTo(page, 1_500)
    await dock(page).getByLabel('E-mail').fill('lotte.keys@fuel.example')
    await page.keyboard.press('Enter')
    await eventually(page, () => dock(page).locator('.welcome').count()).toBe(1)
    await eventually(page, () => dock(page).count()).toBe(0)
    expect(await focusedAt(page)).toEqual({ lost: false, inWindow: true, top: 1_500 })
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
    ),
  )(
    "[BAR-3] at %i x %i it stands 3 s after the load, the hero's headline, field and button above it, and nothing has moved",
    async (width, height) => {
      const sanne = await visit(browser, app.url, {
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
      for (const part of ['h1', '.field', '.form .btn']) {
        const box = (await page.locator(`#hero ${part}`).boundingBox())!
        expect([part, box.y >= 0, box.y + box.height <= bar.y]).toEqual([part, true, true])
      }
      expect(await shiftsSoFar(page)).toBe(0)
      await sanne.leave()
    },
  )

  test.each([
    [360, 640, 'below'],
    [767, 699, 'below'],
    [360, 700, 'above'],
    [768, 640, 'above'],
  ])(
    "[BAR-3] at %i x %i the hero's lead stands %s its form, and before it in the document",
    async (width, height, side) => {
      const sanne = await visit(browser, app.url, { viewport: { width, height } })
      const { page } = sanne
      const [lead, form] = await Promise.all(
        ['.lead', '.form'].map(
          async (part) => (await page.locator(`#hero .pitch ${part}`).boundingBox())!,
        ),
      )
      expect(lead!.y > form!.y ? 'below' : 'above').toBe(side)
      expect(await page.locator('#hero .pitch .lead ~ [data-island] .form').count()).toBe(1)
      await sanne.leave()
    },
  )

  test('[BAR-3] comes 3 s after the load under 768 px', async () => {
    const sanne = await visit(browser, app.url, phone)
    await sanne.page.clock.runFor(900)
    expect(await stateOf(sanne.page)).toBe('none')
    await sanne.page.clock.runFor(200)
    expect(await stateOf(sanne.page)).toBe('second')
    await sanne.leave()
  })

  test('[BAR-3] not from 768 px on', async () => {
    const sanne = await visit(browser, app.url, { width: 768 })
    await sanne.page.clock.runFor(10_000)
    expect(await stateOf(sanne.page)).toBe('none')
    await sanne.leave()
  })

  test('[BAR-3] closes when the first bar opens, and opens when that is closed', async () => {
    const sanne = await visit(browser, app.url, phone)
    const { page } = sanne
    await page.clock.runFor(2_000)
    await scrollTo(page, 500)
    expect([await dock(page).count(), await stateOf(page)]).toEqual([1, 'visible'])
    await press(page, 'Minimize')
    expect(await dock(page).count()).toBe(1)
    await press(page, 'Close')
    expect(await stateOf(page)).toBe('second')
    await press(page, 'Close')
    expect(await stateOf(page)).toBe('none')
    await load(page, app.url)
    await page.clock.runFor(3_000)
    expect(await stateOf(page)).toBe('none')
    await sanne.leave()
  })

  test("[BAR-3] 'Join Waitlist' scrolls to the hero section and puts focus in its field", async () => {
    const sanne = await visit(browser, app.url, phone)
    const { page } = sanne
    await scrollTo(page, 2_000)
    await page.clock.runFor(2_000)
    await press(page, 'Close')
    await dock(page).getByRole('link', { name: 'Join Waitlist' }).click()
    await expect
      .poll(() =>
        page.evaluate(() =>
          Math.round(document.querySelector('#hero')!.getBoundingClientRect().top),
        ),
      )
      .toBeLessThanOrEqual(120)
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.clock.runFor(5_000)
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await sanne.leave()
  })
})

describe('after a sign-up', () => {
  const joined = async (page: Page, email: string) => {
    await field(page).fill(email)
    await field(page).press('Enter')
    await eventually(page, () => page.locator('#hero .welcome').count()).toBe(1)
  }

  test.each([
    ['first', 'visible'],
    ['second', 'second'],
  ])(
    '[FORM-9] the %s bar, open, closes without a message after a sign-up elsewhere; none comes any more',
    async (name, state) => {
      const sanne = await visit(browser, app.url, phone)
      const { page } = sanne
      await page.clock.runFor(1_500)
      if (name === 'first') await scrollTo(page, 301)
      expect(await stateOf(page)).toBe(state)
      await joined(page, `daan.${name}@fuel.example`)
      expect([await dock(page).count(), await toast(page).count()]).toEqual([0, 0])
      for (const visit of ['this', 'the next']) {
        if (visit === 'the next') await load(page, app.url)
        await page.clock.runFor(4_000)
        await scrollTo(page, 900)
        await scrollTo(page, 200)
        expect(await stateOf(page), visit).toBe('none')
      }
      await sanne.leave()
    },
  )

  test.each([360, 1280])(
    '[FORM-9] at %i px a sign-up in the bar is confirmed there for 5 s, longer under the pointer, and nowhere else',
    async (width) => {
      const sanne = await visit(browser, app.url, { width })
      const { page } = sanne
      await scrollTo(page, 900)
      await dock(page).getByLabel('E-mail').fill(`lotte.bar${width}@fuel.example`)
      await page.keyboard.press('Enter')
      await eventually(page, () => dock(page).locator('.welcome').count()).toBe(1)
      expect(
        await dock(page).getByRole('status').getByRole('heading', { name: success }).isVisible(),
      ).toBe(true)
      expect([
        await toast(page).count(),
        await page.locator('.welcome').count(),
        await dock(page).locator('.left').isVisible(),
      ]).toEqual([0, 1, false])
      await dock(page)
        .getByRole('heading')
        .hover({ position: { x: 4, y: 4 } })
      await page.clock.runFor(20_000)
      expect(await dock(page).count()).toBe(1)
      await page.mouse.move(100, 100)
      await page.clock.runFor(4_900)
      expect(await dock(page).count()).toBe(1)
      await page.clock.runFor(200)
      expect([await dock(page).count(), await toast(page).count()]).toEqual([0, 0])
      await page.clock.runFor(10_000)
      expect(await toast(page).count()).toBe(0)
      await sanne.leave()
    },
  )

  test("[FORM-9] by the bar's own form, and 'Use another address' there brings it back, to stay", async () => {
    const sanne = await visit(browser, app.url)
    const { page } = sanne
    await scrollTo(page, 900)
    await dock(page).getByLabel('E-mail').fill('milan.bar@fuel.example')
    await page.keyboard.press('Enter')
    await eventually(page, () => dock(page).locator('.welcome').count()).toBe(1)
    await dock(page).getByRole('button', { name: 'Use another address' }).click()
    await page.mouse.move(600, 200)
    await page.clock.runFor(20_000)
    expect(await dock(page).getByLabel('E-mail').inputValue()).toBe('milan.bar@fuel.example')
    await sanne.leave()
  })
})

test('[FX-5] while the keyboard is open the bar leaves, but for the one that holds focus', async () => {
  const sanne = await visit(browser, app.url, phone)
  const { page } = sanne
  await scrollTo(page, 500)
  await dock(page).getByLabel('E-mail').focus()
  await page.evaluate(() => {
    document.documentElement.dataset.keyboard = 'open'
  })
  expect(await dock(page).isVisible()).toBe(true)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  expect(await dock(page).isVisible()).toBe(false)
  await sanne.leave()
})

test('a field that takes the focus is never under the bar', async () => {
  const sanne = await visit(browser, app.url, { viewport: { width: 360, height: 740 } })
  const { page } = sanne
  await scrollTo(page, 400)
  for (const link of await page.locator('main a[href]:not(dialog a)').all()) {
    await link.focus()
    const box = (await link.boundingBox())!
    const bar = await dock(page).boundingBox()
    if (bar) expect(box.y + box.height).toBeLessThanOrEqual(bar.y + 1)
  }
  await sanne.leave()
})

test('no part of the page moves when a bar appears, folds or disappears', async () => {
  const sanne = await visit(browser, app.url, {
    ...phone,
    start: (page) => page.addInitScript(countShifts),
  })
  const { page } = sanne
  await page.clock.runFor(2_000)
  await scrollTo(page, 500)
  await press(page, 'Minimize')
  await press(page, 'Restore')
  await press(page, 'Close')
  await page.clock.runFor(12_000)
  expect(await shiftsSoFar(page)).toBe(0)
  await sanne.leave()
})
