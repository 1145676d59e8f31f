import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { dialog } from './visit.ts'
import { twoFrames } from './measures.ts'
import { join, open, openBrowser, visitor, welcome, moving } from './browser.ts'

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

const toTheForm = '[data-cta="product-cta"]'
const blur = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).blur())

async function beforeTheLink(page: Page) {
  await blur(page)
  await page.locator(toTheForm).scrollIntoViewIfNeeded()
  await twoFrames(page)
}

// From the largest on, so that the bar is not minimized where the window is low.
const sizes = [
  [1920, 1080],
  [1280, 800],
  [768, 1024],
  [390, 844],
  [360, 640],
  [320, 568],
] as const

test('[PHASE-4] [BAR-1] from 320 x 568 to 1920 x 1080 a link to the form ends with headline, field and button above the bar, and focuses the field', async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const cta of ['social-proof-cta', 'product-cta']) {
      const at = `${cta} at ${width} x ${height}`
      await blur(page)
      await page.locator(`[data-cta="${cta}"]`).click()
      await expect.poll(() => focused(page), { message: at }).toBe('hero-email')
      await expect.poll(() => inView(page), { message: at }).toEqual(['h1', '.field', '.btn'])
    }
  }
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test('[FX-7] a link to the form scrolls smoothly, but at once with reduced motion or while paused', async () => {
  const sanne = await visitor(browser, moving)
  const { page } = sanne
  await open(sanne, app.url)
  const pause = page.locator('[data-pause]').first()
  const isSmooth = async () => {
    await beforeTheLink(page)
    return (await scrollsAfterClick(page, toTheForm)).length > 2
  }
  expect(await isSmooth()).toBe(true)
  await pause.click()
  expect(await isSmooth(), 'while paused').toBe(false)
  await pause.click()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await isSmooth(), 'with reduced motion').toBe(false)
  await sanne.leave()
})

test('[FX-7] during the smooth scroll: when another scroll cancels it, the page scrolls to the form again; when the visitor scrolls, the page stays there', async () => {
  const sanne = await visitor(browser, moving)
  const { page } = sanne
  await open(sanne, app.url)
  await beforeTheLink(page)
  await cancelTheScroll(page, { byVisitor: false })
  expect(await focused(page)).toBe('hero-email')
  await expect.poll(() => inView(page)).toEqual(['h1', '.field', '.btn'])
  await beforeTheLink(page)
  await cancelTheScroll(page, { byVisitor: true })
  expect(await focused(page)).toBe('hero-email')
  expect(await scrollsDuringChecks(page)).toBe(0)
  expect(await inView(page)).toEqual([])
  await sanne.leave()
})

/**
 * How often the page scrolls until it has checked its scroll four times, if it still does: a timer
 * of the same interval that began later has fired four times.
 */
const scrollsDuringChecks = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let [fired, scrolls] = [0, 0]
        addEventListener('scroll', () => scrolls++)
        const timer = setInterval(() => {
          if (++fired < 4) return
          clearInterval(timer)
          done(scrolls)
        }, 250)
      }),
  )

/** Follows the link, and scrolls back at once. */
const cancelTheScroll = (page: Page, { byVisitor }: { byVisitor: boolean }) =>
  page.evaluate(
    ([link, byVisitor]) =>
      new Promise<void>((done) => {
        const from = scrollY
        addEventListener('scroll', function cancel() {
          if (scrollY === from) return
          removeEventListener('scroll', cancel)
          if (byVisitor) document.dispatchEvent(new WheelEvent('wheel', { bubbles: true }))
          addEventListener('scrollend', () => done(), { once: true })
          scrollTo({ top: from, behavior: 'instant' })
        })
        document.querySelector<HTMLElement>(link)!.click()
      }),
    [toTheForm, byVisitor] as const,
  )

describe('the video overlay', () => {
  const joinWaitlist = (page: Page) =>
    dialog(page, 'video-overlay').getByRole('link', { name: 'Join Waitlist' })

  test("[VID-2] [ROLE-2] 'Join Waitlist' closes it and leads to the form and its field; after a sign-up it leads to the text that says so, also at later visits", async () => {
    const sanne = await visitor(browser, moving)
    const { page } = sanne
    const followIt = async () => {
      await page.locator('.reel').click()
      await joinWaitlist(page).click()
      await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
    }
    await open(sanne, app.url)
    await followIt()
    await expect.poll(() => focused(page)).toBe('hero-email')
    await expect.poll(() => inView(page)).toEqual(['h1', '.field', '.btn'])
    expect([page.url(), sanne.complaints]).toEqual([`${app.url}/`, []])
    await join(page, 'sanne.video@fuel.example')
    await welcome(page).waitFor()
    for (const [panel, button] of [
      ['.welcome', 'use another address'],
      ['.joined', 'Use another address'],
    ] as const) {
      if (panel === '.joined') await open(sanne, app.url)
      await followIt()
      await expect.poll(() => focused(page)).toBe(button)
      await expect.poll(() => isInWindow(page, `#hero ${panel}`)).toBe(true)
    }
    await sanne.leave()
  })

  test('[VID-2] [FORM-8] without script the link leads to the form too, and a click beside it closes it', async () => {
    const daan = await visitor(browser, { ...moving, javaScriptEnabled: false })
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
    const sanne = await visitor(browser, moving)
    const { page } = sanne
    await open(sanne, app.url)
    const pause = page.locator('[data-pause]').first()
    const irisParts = async () => {
      await page.locator('.reel').click()
      const count = await page.evaluate(
        () =>
          document.getAnimations().filter((one) => (one as CSSAnimation).animationName === 'iris')
            .length,
      )
      await page.keyboard.press('Escape')
      await dialog(page, 'video-overlay').waitFor({ state: 'hidden' })
      return count
    }
    expect(await irisParts()).toBe(12)
    await pause.click()
    expect(await irisParts(), 'while paused').toBe(0)
    await pause.click()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await irisParts(), 'with reduced motion').toBe(0)
    await sanne.leave()
  })
})

const isInWindow = (page: Page, part: string) =>
  page.locator(part).evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return top >= 0 && bottom <= innerHeight
  })
