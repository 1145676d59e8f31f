import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { dialog } from './visit.ts'
import { twoFrames } from './measures.ts'
import { hydrated, join, laidOut, open, openBrowser, visitor, welcome } from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent)

/** Which parts of the hero are whole in the window and above the bar. */
const inView = (page: Page) =>
  page.evaluate(() => {
    const bar = document.querySelector('.dock')?.getBoundingClientRect().top ?? innerHeight
    return ['h1', '.field', '.btn'].filter((part) => {
      const { top, bottom } = document.querySelector(`#hero ${part}`)!.getBoundingClientRect()
      return top >= 0 && bottom <= bar
    })
  })

/** Clicks the link, and returns every scroll position until the page stands still. */
const scrollsAfterClick = (page: Page, link: string) =>
  page.evaluate(
    (link) =>
      new Promise<number[]>((done) => {
        const seen: number[] = []
        addEventListener('scroll', () => seen.push(scrollY))
        addEventListener('scrollend', () => done(seen), { once: true })
        document.querySelector<HTMLElement>(link)!.click()
      }),
    link,
  )

const sizes = [
  [320, 568],
  [360, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
] as const

describe.each(sizes)('at %i x %i', (width, height) => {
  test('[PHASE-4] [BAR-1] a link to the form ends with headline, field and button above the bar, and focuses the field', async () => {
    const sanne = await visitor(browser, { viewport: { width, height }, reducedMotion: 'reduce' })
    const { page } = sanne
    await open(sanne, app.url)
    for (const cta of ['social-proof-cta', 'product-cta']) {
      await page.locator(`[data-cta="${cta}"]`).click()
      await expect.poll(() => focused(page)).toBe('hero-email')
      await expect.poll(() => inView(page)).toEqual(['h1', '.field', '.btn'])
    }
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  })
})

test('[FX-7] a link to the form scrolls smoothly, but at once with reduced motion or while paused', async () => {
  for (const [reducedMotion, paused, smooth] of [
    ['no-preference', false, true],
    ['no-preference', true, false],
    ['reduce', false, false],
  ] as const) {
    const sanne = await visitor(browser, { reducedMotion })
    const { page } = sanne
    await open(sanne, app.url)
    if (paused) await page.locator('[data-pause]').first().click()
    await page.locator('[data-cta="product-cta"]').scrollIntoViewIfNeeded()
    await twoFrames(page)
    const scrolls = await scrollsAfterClick(page, '[data-cta="product-cta"]')
    expect([reducedMotion, paused, scrolls.length > 2]).toEqual([reducedMotion, paused, smooth])
    await sanne.leave()
  }
})

test.each([
  ['another scroll cancels it, the page scrolls to the form again', false],
  ['the visitor scrolls, the page stays there', true],
] as const)('[FX-7] during the smooth scroll: when %s', async (_, byVisitor) => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  await page.locator('[data-cta="product-cta"]').scrollIntoViewIfNeeded()
  await twoFrames(page)
  await page.evaluate(
    (byVisitor) =>
      new Promise<void>((done) => {
        const from = scrollY
        addEventListener('scroll', function cancel() {
          if (scrollY === from) return
          removeEventListener('scroll', cancel)
          if (byVisitor) document.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
          addEventListener('scrollend', () => done(), { once: true })
          scrollTo({ top: from, behavior: 'instant' })
        })
        document.querySelector<HTMLElement>('[data-cta="product-cta"]')!.click()
      }),
    byVisitor,
  )
  expect(await focused(page)).toBe('hero-email')
  if (byVisitor) {
    await twoFrames(page)
    expect(await inView(page)).toEqual([])
  } else await expect.poll(() => inView(page)).toEqual(['h1', '.field', '.btn'])
  await sanne.leave()
})

describe('the video overlay', () => {
  const joinWaitlist = (page: Page) =>
    dialog(page, 'video-overlay').getByRole('link', { name: 'Join Waitlist' })

  test("[VID-2] 'Join Waitlist' closes it and leads to the form and its field", async () => {
    const sanne = await visitor(browser)
    const { page } = sanne
    await open(sanne, app.url)
    await page.locator('.reel').click()
    await joinWaitlist(page).click()
    await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
    await expect.poll(() => focused(page)).toBe('hero-email')
    await expect.poll(() => inView(page)).toEqual(['h1', '.field', '.btn'])
    expect([page.url(), sanne.complaints]).toEqual([`${app.url}/`, []])
    await sanne.leave()
  })

  test('[VID-2] [ROLE-2] after a sign-up its button leads to the text that says so, also at later visits', async () => {
    const sanne = await visitor(browser)
    const { page } = sanne
    await open(sanne, app.url)
    await join(page, 'sanne.video@fuel.example')
    await welcome(page).waitFor()
    for (const [panel, button] of [
      ['.welcome', 'use another address'],
      ['.joined', 'Use another address'],
    ] as const) {
      if (panel === '.joined') await open(sanne, app.url)
      await page.locator('.reel').click()
      await joinWaitlist(page).click()
      await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
      await expect.poll(() => focused(page)).toBe(button)
      await expect
        .poll(() =>
          page.locator(`#hero ${panel}`).evaluate((one) => {
            const { top, bottom } = one.getBoundingClientRect()
            return top >= 0 && bottom <= innerHeight
          }),
        )
        .toBe(true)
    }
    await sanne.leave()
  })

  test('[VID-2] [FORM-8] without script the link leads to the form too, and a click beside it closes it', async () => {
    const daan = await visitor(browser, { javaScriptEnabled: false })
    const { page } = daan
    await page.goto(app.url)
    await page.locator('.reel').click()
    await page.mouse.click(10, 10)
    await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
    await page.locator('.reel').click()
    await joinWaitlist(page).click()
    await page.waitForURL(/#hero-email$/)
    expect([
      await dialog(page, 'video-overlay').isVisible(),
      await page.locator('#hero-email').isVisible(),
    ]).toEqual([false, true])
    await daan.leave()
  })

  test('[VID-2] it opens like an iris, but not with reduced motion or while paused', async () => {
    for (const [reducedMotion, paused, count] of [
      ['no-preference', false, 12],
      ['no-preference', true, 0],
      ['reduce', false, 0],
    ] as const) {
      const sanne = await visitor(browser, { reducedMotion })
      const { page } = sanne
      await page.goto(app.url)
      await hydrated(page)
      await laidOut(page)
      if (paused) await page.locator('[data-pause]').first().click()
      await page.locator('.reel').click()
      expect(
        await page.evaluate(
          () =>
            document.getAnimations().filter((one) => (one as CSSAnimation).animationName === 'iris')
              .length,
        ),
      ).toBe(count)
      await sanne.leave()
    }
  })
})
