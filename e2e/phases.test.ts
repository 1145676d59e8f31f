import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  field,
  join,
  open,
  openBrowser,
  visitor,
  welcome,
  type Visitor,
  moving,
} from './browser.ts'
import { countShifts, shiftsOf, twoFrames } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const marks = (page: Page) =>
  page.evaluate(() => [
    document.documentElement.dataset.phase,
    document.documentElement.dataset.primaryCta,
  ])
const phaseIs = (page: Page, phase: string, cta: string) =>
  expect.poll(() => marks(page)).toEqual([phase, cta])
/** Scrolls until the section's top is this far above the middle of the window. */
const toMiddle = (page: Page, section: string, abovePx = 2) =>
  page.evaluate(
    ([section, abovePx]) =>
      scrollBy(
        0,
        document.getElementById(section)!.getBoundingClientRect().top - innerHeight / 2 + abovePx,
      ),
    [section, abovePx] as const,
  )
const typed = { strip: '.strip', form: '#hero-form', countdown: '#final .countdown' }
const isShown = (page: Page, selector: string) =>
  page.locator(selector).evaluate((one) => one.checkVisibility({ visibilityProperty: true }))
const shown = async (page: Page) => ({
  strip: await isShown(page, typed.strip),
  form: await isShown(page, typed.form),
  countdown: await isShown(page, typed.countdown),
})
const hasFocus = (page: Page) => field(page).evaluate((one) => one === document.activeElement)
const isInWindow = (page: Page) =>
  field(page).evaluate(
    (one) =>
      one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight,
  )

describe.each([360, 1280])('at %i px', (width) => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await visitor(browser, { ...moving, width })
    await sanne.page.addInitScript(countShifts)
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())
  beforeEach(() => sanne.page.evaluate(() => scrollTo(0, 0)))

  test('[PHASE-1] [PHASE-3] [PHASE-4] the phase and its call to action are those of the last section whose top is above the middle', async () => {
    const { page } = sanne
    await phaseIs(page, '1', 'hero-cta')
    const sections = [
      ['contents', '1', 'hero-cta'],
      ['early-bird', '1', 'hero-cta'],
      ['video', '2', 'social-proof-cta'],
      ['quiz', '3', 'lead-magnet'],
      ['exclusivity', '4', 'product-cta'],
      ['final', '5', 'final-cta'],
    ] as const
    let before: readonly [string, string] = ['1', 'hero-cta']
    for (const [section, phase, cta] of sections) {
      await toMiddle(page, section, -2)
      await phaseIs(page, ...before)
      await toMiddle(page, section)
      await phaseIs(page, phase, cta)
      before = [phase, cta]
    }
    await page.evaluate(() => scrollTo(0, 0))
    await phaseIs(page, '1', 'hero-cta')
    expect(sanne.complaints).toEqual([])
  })

  test('[PHASE-2] a blocked element is invisible, cannot be focused and moves no layout', async () => {
    const { page } = sanne
    await expect.poll(() => shown(page)).toEqual({ strip: true, form: true, countdown: false })
    for (const section of ['video', 'quiz', 'exclusivity']) {
      await toMiddle(page, section)
      await expect.poll(() => shown(page)).toEqual({ strip: false, form: false, countdown: false })
    }
    await field(page).evaluate((one) => one.focus())
    expect(await hasFocus(page)).toBe(false)
    await page.locator('[data-pause]').first().waitFor()
    await toMiddle(page, 'final')
    await expect.poll(() => shown(page)).toEqual({ strip: false, form: false, countdown: true })
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(() => shown(page)).toEqual({ strip: true, form: true, countdown: false })
    expect(await shiftsOf(page)).toBe(0)
    expect(sanne.complaints).toEqual([])
  })

  test("[PHASE-4] each phase has one call to action, in its own section; those of 2 and 4 lead to the hero's form", async () => {
    const found = await sanne.page
      .locator('[data-cta]')
      .evaluateAll((all) =>
        all.map((one) => [
          (one as HTMLElement).dataset.cta,
          one.closest<HTMLElement>('[data-section]')?.dataset.phase,
        ]),
      )
    expect(found).toEqual([
      ['hero-cta', '1'],
      ['social-proof-cta', '2'],
      ['lead-magnet', '3'],
      ['product-cta', '4'],
      ['final-cta', '5'],
    ])
    for (const cta of ['social-proof-cta', 'product-cta'])
      expect(await sanne.page.locator(`[data-cta="${cta}"]`).getAttribute('href')).toBe(
        '#hero-email',
      )
  })
})

test('[PHASE-3] [PHASE-2] in a high window the phase at the top is 1, also where it holds the whole page, and no element is hidden while a part of it is in the window', async () => {
  const sanne = await visitor(browser, {
    viewport: { width: 1_280, height: 6_000 },
    reducedMotion: 'reduce',
  })
  const { page } = sanne
  await open(sanne, app.url)
  await phaseIs(page, '1', 'hero-cta')
  await page.evaluate(() => scrollTo(0, 1))
  await expect.poll(() => marks(page)).not.toEqual(['1', 'hero-cta'])
  await page.evaluate(() => scrollTo(0, 0))
  await phaseIs(page, '1', 'hero-cta')
  await page.setViewportSize({ width: 1_280, height: 3_000 })
  await toMiddle(page, 'video')
  await phaseIs(page, '2', 'social-proof-cta')
  await expect.poll(() => shown(page)).toMatchObject({ form: true, countdown: false })
  await toMiddle(page, 'exclusivity')
  await phaseIs(page, '4', 'product-cta')
  await page.evaluate(() =>
    scrollBy(
      0,
      document.querySelector('#final .countdown')!.getBoundingClientRect().top - innerHeight + 50,
    ),
  )
  await expect.poll(() => shown(page)).toMatchObject({ countdown: true })
  await phaseIs(page, '4', 'product-cta')
  await sanne.leave()
})

test("[PHASE-2] an element with the focus, or with typed text, is never hidden; the welcome that takes the form's place is hidden like the empty form, and leads nowhere wrong", async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  const away = async () => {
    await toMiddle(page, 'quiz')
    await phaseIs(page, '3', 'lead-magnet')
    await expect.poll(() => shown(page)).toMatchObject({ strip: false })
  }
  await field(page).focus()
  await away()
  expect(await shown(page)).toMatchObject({ form: true })
  await page.keyboard.type('s')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await away()
  expect(await shown(page)).toMatchObject({ form: true })
  await field(page).press('Backspace')
  await away()
  expect(await shown(page)).toMatchObject({ form: true })
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect.poll(() => shown(page)).toMatchObject({ form: false })
  await page.evaluate(() => scrollTo(0, 0))
  await join(page, 'sanne@fuel.example')
  await welcome(page).waitFor()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await toMiddle(page, 'exclusivity')
  await expect.poll(() => shown(page)).toMatchObject({ form: false })
  await page.evaluate(() => {
    location.hash = 'hero-form'
  })
  await expect.poll(() => shown(page)).toMatchObject({ form: true })
  await sanne.leave()
})

describe('where the form is hidden,', () => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await visitor(browser, moving)
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())
  beforeEach(async () => {
    await sanne.page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      history.replaceState(null, '', location.pathname)
    })
    await toTheEnd(sanne.page)
  })

  test('[PHASE-2] it is shown before any part of it is in the window, step by step and in one leap', async () => {
    const { page } = sanne
    const late = await page.evaluate(async () => {
      const form = document.querySelector('#hero-form')!
      const isLate = () =>
        form.getBoundingClientRect().bottom > 0 && getComputedStyle(form).visibility === 'hidden'
      let late = 0
      for (; scrollY > 0; late += Number(isLate())) {
        scrollBy(0, -100)
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
      }
      return late
    })
    expect(late).toBe(0)
    await toTheEnd(page)
    // The first picture after the leap is drawn after this frame's callbacks.
    expect(
      await page.evaluate(
        () =>
          new Promise((tell) => {
            scrollTo(0, 0)
            requestAnimationFrame(() =>
              tell(getComputedStyle(document.querySelector('#hero-form')!).visibility),
            )
          }),
      ),
    ).toBe('visible')
  })

  test('[PHASE-2] no element is hidden in print', async () => {
    const { page } = sanne
    await page.emulateMedia({ media: 'print' })
    await expect.poll(() => shown(page)).toMatchObject({ strip: true, form: true, countdown: true })
    await page.emulateMedia({ media: null })
  })

  const ways: Record<string, (page: Page) => Promise<unknown>> = {
    'a click on a link to its field': (page) => page.locator('[data-cta="product-cta"]').click(),
    'a link by keyboard': async (page) => {
      await page.locator('[data-cta="product-cta"]').focus()
      await page.keyboard.press('Enter')
    },
    'the skip link by keyboard': async (page) => {
      await page.locator('.skip').evaluate((link) => link.focus({ preventScroll: true }))
      await page.keyboard.press('Enter')
    },
    'a label that stands elsewhere': async (page) => {
      await page.locator('#exclusivity .ask').evaluate((place) =>
        place.append(
          Object.assign(document.createElement('label'), {
            htmlFor: 'hero-email',
            textContent: 'Your e-mail',
          }),
        ),
      )
      await page.getByText('Your e-mail', { exact: true }).click()
    },
    'an address': (page) =>
      page.evaluate(() => {
        location.hash = 'hero-email'
      }),
    'an address of the form around it': (page) =>
      page.evaluate(() => {
        location.hash = 'hero-form'
      }),
    Back: async (page) => {
      await page.evaluate(() => {
        location.hash = 'hero-email'
      })
      await ledThere(page)
      await page.evaluate(() => {
        location.hash = 'final'
      })
      await expect.poll(() => marks(page)).toEqual(['5', 'final-cta'])
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await expect.poll(() => shown(page)).toMatchObject({ form: false })
      await page.goBack()
    },
  }
  test.each(Object.keys(ways))(
    '[PHASE-2] [PHASE-4] a link to it shows it, scrolls to it and focuses its field: %s',
    async (way) => {
      await ways[way]!(sanne.page)
      await ledThere(sanne.page)
      expect(sanne.complaints).toEqual([])
    },
  )

  test('[PHASE-2] a link to it does so in this order', async () => {
    const { page } = sanne
    // A smooth scroll begins before the focus moves and ends after it.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // What a press scrolls beforehand may show the form for a moment, as a leap does.
    await page.locator('[data-cta="product-cta"]').scrollIntoViewIfNeeded()
    await twoFrames(page)
    await expect.poll(() => shown(page)).toMatchObject({ form: false })
    await page.evaluate(() => {
      const [form, told] = [document.querySelector('#hero-form')!, [] as string[]]
      let from = 0
      addEventListener(
        'click',
        () => {
          from = scrollY
        },
        true,
      )
      const tell = (what: string) => () =>
        told.push(`${what}, ${scrollY === from ? 'before' : 'after'} scrolling`)
      new MutationObserver(tell('shown')).observe(form, { attributeFilter: ['data-blocked'] })
      form.addEventListener('focusin', () => setTimeout(tell('focused')))
      Object.assign(window, { told })
    })
    await page.locator('[data-cta="product-cta"]').click()
    await ledThere(page)
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told.slice(-2)))
      .toEqual(['shown, before scrolling', 'focused, after scrolling'])
    await page.emulateMedia({ reducedMotion: null })
  })
})

test('[PHASE-2] a link to the form while it is shown is left to the browser', async () => {
  const sanne = await visitor(browser, moving)
  await open(sanne, app.url)
  await sanne.page.keyboard.press('Tab')
  await sanne.page.keyboard.press('Enter')
  await expect
    .poll(() => sanne.page.evaluate(() => [location.hash, document.activeElement?.id]))
    .toEqual(['#hero-form', 'hero-form'])
  await sanne.page.keyboard.press('Tab')
  expect(await hasFocus(sanne.page)).toBe(true)
  await sanne.leave()
})

test('[PHASE-2] no element is hidden without script', async () => {
  const daan = await visitor(browser, { javaScriptEnabled: false })
  await daan.page.goto(`${app.url}/#exclusivity`)
  expect(await daan.page.locator('[data-blocked]').count()).toBe(0)
  await daan.leave()
})

test('[FLOW-3] where the browser cannot observe, phases are not there, one line says so, and the page is whole', async () => {
  const daan = await visitor(browser)
  await daan.page.addInitScript(() => {
    window.IntersectionObserver = function () {
      throw new Error('on purpose')
    } as never
  })
  await open(daan, app.url)
  await toMiddle(daan.page, 'exclusivity')
  expect(await shown(daan.page)).toEqual({ strip: true, form: true, countdown: true })
  expect(daan.complaints.filter((line) => line.startsWith('phases failed:'))).toHaveLength(1)
  await join(daan.page, 'daan.whole@fuel.example')
  await welcome(daan.page).waitFor()
  await daan.leave()
})

/** By hand, so that no link scrolls on; the form is out of the window and hidden. */
async function toTheEnd(page: Page) {
  await page.evaluate(() => document.dispatchEvent(new WheelEvent('wheel', { bubbles: true })))
  await toMiddle(page, 'exclusivity')
  await expect.poll(() => shown(page)).toMatchObject({ form: false })
}

async function ledThere(page: Page) {
  await expect.poll(() => hasFocus(page)).toBe(true)
  await expect.poll(() => isInWindow(page)).toBe(true)
  expect(await shown(page)).toMatchObject({ form: true })
}
