import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { field, holdBack, open, openBrowser, visitor, welcome, moving, windows } from './browser.ts'
import { countShifts, shiftsOf, twoFrames } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const ends = windows(360, 768, 1280, 1600)
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Video Available After Sign-up' })
const play = (page: Page) => page.getByRole('button', { name: 'Play the preview' })

describe.each([true, false])('the video overlay, script %s', (javaScriptEnabled) => {
  test('[VID-2] a click opens it, and a click on it, beside it or Escape closes it', async () => {
    const sanne = await visitor(browser, { javaScriptEnabled })
    const { page } = sanne
    await page.goto(app.url)
    const closes = [
      () => overlay(page).click({ position: { x: 40, y: 40 } }),
      () => page.mouse.click(5, 5),
      () => page.keyboard.press('Escape'),
    ]
    for (const close of closes) {
      // FORM-7: each button rests for a second between two presses.
      await page.waitForTimeout(1_050)
      await play(page).click()
      await overlay(page).waitFor()
      expect(await overlay(page).textContent()).toContain(
        'Join the waitlist to unlock exclusive content',
      )
      await close()
      await overlay(page).waitFor({ state: 'hidden' })
      expect(await play(page).evaluate((button) => button === document.activeElement)).toBe(true)
    }
    await sanne.leave()
  })
})

test('[VID-2] a browser that knows no invoker commands opens and closes it by script', async () => {
  const sanne = await visitor(browser)
  await sanne.page.addInitScript(() => {
    delete (HTMLButtonElement.prototype as { commandForElement?: unknown }).commandForElement
    addEventListener('click', (event) => event.preventDefault())
  })
  await open(sanne, app.url)
  await sanne.page.waitForLoadState('networkidle')
  await play(sanne.page).click()
  await expect.poll(() => overlay(sanne.page).isVisible()).toBe(true)
  await overlay(sanne.page).click()
  await expect.poll(() => overlay(sanne.page).isVisible()).toBe(false)
  await sanne.leave()
})

test('the sections below the first view are laid out once the page is idle, without a scroll', async () => {
  const sanne = await visitor(browser, { width: 360 })
  const laidOut = () =>
    Array.from(document.querySelectorAll('main > section > :first-child'), (part) =>
      part.checkVisibility({ contentVisibilityAuto: true }),
    ).every(Boolean)
  await sanne.page.addInitScript(() =>
    Object.assign(window, {
      requestIdleCallback: (act: () => void) => Object.assign(window, { act }),
    }),
  )
  await sanne.page.goto(app.url)
  expect(await sanne.page.evaluate(laidOut)).toBe(false)
  await sanne.page.evaluate(() => (window as unknown as { act: () => void }).act())
  await sanne.page.waitForFunction(laidOut)
  await sanne.leave()
})

describe('the lazy block', () => {
  const chunk = '**/assets/final-block*.js'
  const asked = (requests: string[]) => requests.filter((path) => path.includes('/final-block'))
  const final = (page: Page) => page.locator('#final')
  const loading = (page: Page) => page.getByText('Loading content...')
  const banner = (page: Page) => page.getByText('Elite access ends today!')
  const goTo = (page: Page, share: number) =>
    page.evaluate((share) => {
      scrollTo(0, Math.ceil((document.documentElement.scrollHeight - innerHeight) * share))
    }, share)

  test.each(ends)(
    '[FLOW-4] at %i px its chunk is fetched at 70 % of the way down, never before, its place has its height, and nothing moves while the page is scrolled through, the font coming late',
    async (width) => {
      const daan = await visitor(browser, { ...moving, width })
      await daan.page.addInitScript(countShifts)
      await daan.page.route(
        '**/*.woff2',
        (route) => void setTimeout(() => void route.continue(), 1_500),
      )
      await open(daan, app.url)
      const height = () =>
        final(daan.page).evaluate((section) => section.getBoundingClientRect().height)
      const before = await height()
      for (const share of [0.3, 0.6, 0.69]) {
        await goTo(daan.page, share)
        await twoFrames(daan.page)
      }
      expect(asked(daan.requests)).toEqual([])
      await goTo(daan.page, 0.7)
      await banner(daan.page).waitFor()
      // A chunk is fetched and then imported from the HTTP cache.
      expect(new Set(asked(daan.requests)).size).toBe(1)
      expect(Math.abs((await height()) - before)).toBeLessThan(0.5)
      await goTo(daan.page, 0)
      await scrollThrough(daan.page)
      await daan.page.waitForFunction(() => document.fonts.status === 'loaded')
      expect(await shiftsOf(daan.page)).toBe(0)
      await daan.leave()
    },
  )

  test("[FLOW-4] says 'Loading content...' meanwhile, and takes over what was typed, focus included", async () => {
    const daan = await visitor(browser)
    const letIn = await holdBack(daan.page, chunk)
    await open(daan, app.url)
    await goTo(daan.page, 1)
    await loading(daan.page).waitFor()
    await field(daan.page, 'final').pressSequentially('daan@fu')
    letIn()
    await banner(daan.page).waitFor()
    await daan.page.keyboard.type('el.example')
    expect(await field(daan.page, 'final').inputValue()).toBe('daan@fuel.example')
    expect(await loading(daan.page).count()).toBe(0)
    await daan.page.keyboard.press('Enter')
    await welcome(daan.page).waitFor()
    expect(daan.complaints).toEqual([])
    await daan.leave()
  })

  test('[FLOW-4] [FLOW-3] a chunk that cannot be had leaves the panel above the form, and Try Again works', async () => {
    const daan = await visitor(browser)
    let broken = true
    await daan.page.route(chunk, (route) => (broken ? route.abort() : route.continue()))
    await open(daan, app.url)
    await goTo(daan.page, 1)
    const panel = final(daan.page).locator('.failed')
    await panel.waitFor()
    expect(await panel.textContent()).toBe('Something went wrongSection: finalTry Again')
    await field(daan.page, 'final').fill('daan@fuel.example')
    const [panelBox, fieldBox] = [
      await panel.boundingBox(),
      await field(daan.page, 'final').boundingBox(),
    ]
    expect(panelBox!.y + panelBox!.height).toBeLessThan(fieldBox!.y)
    await panel.getByRole('button').click()
    await expect.poll(() => asked(daan.requests).length).toBeGreaterThan(1)
    await panel.waitFor()
    broken = false
    await daan.page.waitForTimeout(1_050)
    await panel.getByRole('button').click()
    await banner(daan.page).waitFor()
    expect(await panel.count()).toBe(0)
    expect(await field(daan.page, 'final').inputValue()).toBe('daan@fuel.example')
    await daan.leave()
  })

  test("[FLOW-4] offline after load the whole page is readable, with the plain form in the block's place", async () => {
    const daan = await visitor(browser)
    await open(daan, app.url)
    await daan.page.context().setOffline(true)
    await goTo(daan.page, 1)
    await final(daan.page).locator('.failed').waitFor()
    for (const text of [
      'The first 3,000 get founding status.',
      'NOT FOR EVERYONE',
      'Four clicks. One type.',
    ])
      expect(await daan.page.getByRole('heading', { name: text }).isVisible()).toBe(true)
    expect(await field(daan.page, 'final').isVisible()).toBe(true)
    await daan.page.context().setOffline(false)
    // The browser may answer a press just after it is online again as if it were not.
    await expect
      .poll(async () => {
        const again = final(daan.page).getByRole('button', { name: 'Try Again' })
        if (await again.isVisible()) await again.click()
        return banner(daan.page).isVisible()
      })
      .toBe(true)
    await daan.leave()
  })

  test('[FLOW-4] is there at once where the page cannot scroll', async () => {
    const daan = await visitor(browser, { viewport: { width: 1_280, height: 9_000 } })
    await open(daan, app.url)
    await expect.poll(() => banner(daan.page).isVisible()).toBe(true)
    await daan.leave()
  })

  test('[FORM-8] without script its form is answered in the window, and its welcome where it stands', async () => {
    const daan = await visitor(browser, { javaScriptEnabled: false })
    await daan.page.goto(app.url)
    const send = async (email: string) => {
      await field(daan.page, 'final').fill(email)
      await daan.page.getByRole('button', { name: 'Become a Founding Member' }).click()
    }
    await send('daan@fuel')
    expect(await daan.page.locator('#final-note').textContent()).toBe(
      'Please enter a valid email address',
    )
    await inWindow(daan.page, '#final-note')
    await daan.page.goBack()
    await send('daan@fuel.example')
    await daan.page.locator('#final .welcome').waitFor()
    await inWindow(daan.page, '#final .welcome')
    await daan.page.locator('.welcome').getByRole('link', { name: 'Use another address' }).click()
    expect(await field(daan.page, 'final').inputValue()).toBe('daan@fuel.example')
    await inWindow(daan.page, '#final-email')
    await daan.leave()
  })
})

test.each(ends)(
  'at %i px nothing moves while the page is scrolled through, the font never coming',
  async (width) => {
    const lotte = await visitor(browser, { ...moving, width })
    await lotte.page.addInitScript(countShifts)
    // The particles, which the widths above have, take most of the time, and have no text.
    await lotte.page.route('**/{*.woff2,show-ambience*.js}', (route) => route.abort())
    await open(lotte, app.url)
    await scrollThrough(lotte.page)
    await lotte.page.getByText('Elite access ends today!').waitFor()
    await lotte.page.waitForFunction(() => document.fonts.status === 'loaded')
    expect(await shiftsOf(lotte.page)).toBe(0)
    await lotte.leave()
  },
)

test.each([true, false])(
  'from 320 to 1600 px nothing is wider than the window, and the first view holds headline, field and button whole, the webfont there: %s',
  async (font) => {
    const lotte = await visitor(browser, { ...moving, width: 320 })
    if (!font) await lotte.page.route('**/{*.woff2,show-ambience*.js}', (route) => route.abort())
    await open(lotte, app.url)
    for (const [width, height] of [
      [1_280, 800],
      [390, 844],
      [360, 740],
    ] as const) {
      await lotte.page.setViewportSize({ width, height })
      for (const part of ['h1', '#hero .field', '#hero .btn']) await inWindow(lotte.page, part)
      if (width >= 1_024)
        for (const part of ['#hero .unit > svg', '.gauge']) await inWindow(lotte.page, part)
    }
    await scrollThrough(lotte.page)
    for (const width of [
      320, 340, 358, 360, 390, 414, 480, 600, 759, 760, 820, 1_023, 1_024, 1_280, 1_440, 1_600,
    ]) {
      await lotte.page.setViewportSize({ width, height: 800 })
      expect([width, await lotte.page.evaluate(sticksOut)]).toEqual([width, []])
    }
    await lotte.leave()
  },
)

async function inWindow(page: Page, selector: string) {
  const box = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { top, bottom, height: innerHeight }
    })
  expect(box.top, selector).toBeGreaterThanOrEqual(0)
  expect(box.bottom, selector).toBeLessThanOrEqual(box.height)
}

async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let y = 0; y < height; y += 400) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(30)
  }
}

/**
 * Boxes of text whose content reaches over the window's edge; what is clipped on purpose is not
 * text.
 */
function sticksOut(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = document.documentElement.scrollWidth > innerWidth ? ['the page'] : []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (
      !node.textContent?.trim() ||
      !node.parentElement?.checkVisibility() ||
      node.parentElement.closest('.trap, .hide, .skip')
    )
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    if ([...range.getClientRects()].some(({ left, right }) => left < -1 || right > innerWidth + 1))
      found.push(node.textContent)
  }
  return found
}
