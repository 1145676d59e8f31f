import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { copyKeyOf, sectionNames } from '#contract/campaign/sections.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  hydrated,
  join,
  newTab,
  open,
  openBrowser,
  visitor,
  welcome,
  type Visitor,
} from './browser.ts'
import { labelsOf, tracked, trackedOf } from './tracked.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const islandsCode = '**/assets/first-islands*.js'
/** The link of a section that leads to the hero's form. */
const cta = (page: Page, mark: string) => page.locator(`[data-cta="${mark}"]`)
const views = (page: Page) => labelsOf(page, 'section_view')
const clicks = (page: Page) => labelsOf(page, 'cta_click')

const scrollThrough = async (page: Page) => {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top <= height; top += 200) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), top)
    await looked(page)
  }
}

/**
 * Once every observer has been told where the page is scrolled: one that begins now is told last.
 */
const looked = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        new IntersectionObserver((_, observer) => {
          observer.disconnect()
          setTimeout(done)
        }).observe(document.body)
      }),
  )

/** The sections that the campaign has. */
const shown = sectionNames.filter((name) => {
  const key = copyKeyOf(name)
  return key === null || campaign.sections[key] !== null
})

describe('views of sections', () => {
  test.each([360, 1280])(
    '[TRACK-1] [TRACK-3] at %i px each section of the page is reported once, however often it is seen',
    async (width) => {
      const sanne = await visitor(browser, { width })
      await open(sanne, app.url)
      expect(
        await sanne.page
          .locator('[data-section]')
          .evaluateAll((all) => all.map((section) => section.getAttribute('data-section'))),
      ).toEqual(shown)
      for (let round = 0; round < 2; round++) await scrollThrough(sanne.page)
      await expect.poll(() => views(sanne.page)).toEqual(shown)
      expect(await trackedOf(sanne.page, 'section_view')).toMatchObject(
        shown.map((section) => ({ category: 'engagement', section })),
      )
      await sanne.leave()
    },
  )

  /**
   * Brings the top of a section so far over the line that is a tenth above the window's lower edge.
   */
  const showOf = (page: Page, id: string, aboveLinePx: number) =>
    page.evaluate(
      ([section, px]) => {
        scrollTo({
          top:
            document.getElementById(section)!.getBoundingClientRect().top +
            scrollY -
            innerHeight * 0.9 +
            px,
          behavior: 'instant',
        })
      },
      [id, aboveLinePx] as const,
    )

  test('[TRACK-3] a section counts from half of it on, the lowest tenth of the window left out', async () => {
    const sanne = await visitor(browser, { viewport: { width: 1280, height: 2_200 } })
    await open(sanne, app.url)
    const height = await sanne.page
      .locator('#exclusivity')
      .evaluate((section) => section.getBoundingClientRect().height)
    expect(height).toBeLessThan(2_200 * 0.9)
    await showOf(sanne.page, 'exclusivity', height * 0.49)
    await looked(sanne.page)
    expect(await views(sanne.page)).not.toContain('exclusivity')
    await showOf(sanne.page, 'exclusivity', height * 0.51)
    await expect.poll(() => views(sanne.page)).toContain('exclusivity')
    await sanne.leave()
  })

  test('[TRACK-3] a section taller than the window counts once it fills half of it', async () => {
    const sanne = await visitor(browser, { viewport: { width: 360, height: 500 } })
    await open(sanne, app.url)
    const height = await sanne.page
      .locator('#exclusivity')
      .evaluate((section) => section.getBoundingClientRect().height)
    expect(height).toBeGreaterThan(1_000)
    await showOf(sanne.page, 'exclusivity', 500 * 0.9 * 0.49)
    await looked(sanne.page)
    expect(await views(sanne.page)).not.toContain('exclusivity')
    await showOf(sanne.page, 'exclusivity', 500 * 0.9 * 0.5 + height / 100)
    await expect.poll(() => views(sanne.page)).toContain('exclusivity')
    await sanne.leave()
  })
})

describe('presses of calls to action', () => {
  test("[TRACK-1] [FORM-7] each link and each form's button is tracked with its visible text and its section, a form over the page by its key; other controls, clicks by a script and a second click that the button ignores are not", async () => {
    const daan = await visitor(browser)
    const { page } = daan
    await open(daan, app.url)
    await page.locator('.updates summary').click()
    await page.getByRole('button', { name: 'Play the preview' }).click()
    await page.keyboard.press('Escape')
    await cta(page, 'product-cta').evaluate((link: HTMLElement) => link.click())
    expect(await clicks(page)).toEqual([])
    await pressProbeTwice(page)
    for (const mark of ['social-proof-cta', 'product-cta']) await cta(page, mark).click()
    await join(page, 'daan.cta@fuel.example')
    await welcome(page).waitFor()
    await cta(page, 'lead-magnet').scrollIntoViewIfNeeded()
    await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
    await cta(page, 'lead-magnet').click()
    await page.locator('dialog#quiz-modal').waitFor()
    await page.keyboard.press('Escape')
    await pressFormOverThePage(page)
    expect((await trackedOf(page, 'cta_click')).slice(2)).toMatchObject([
      { category: 'conversion', label: 'Get early access', section: 'video' },
      { category: 'conversion', label: 'Get early access', section: 'exclusivity' },
      { category: 'conversion', label: 'Claim Your Spot – Unlock The Stack', section: 'hero' },
      { category: 'conversion', label: 'Find my type', section: 'quiz' },
      { category: 'conversion', label: 'Become a Founding Member', section: 'sticky-bar' },
    ])
    await daan.leave()
  })

  /** A double click, and another press a second later. */
  async function pressProbeTwice(page: Page) {
    await page.evaluate(() => {
      const probe = Object.assign(document.createElement('button'), {
        id: 'probe',
        textContent: 'Probe',
      })
      probe.dataset.cta = 'product-cta'
      document.querySelector('#hero')!.prepend(probe)
    })
    await page.locator('#probe').dblclick()
    expect(await clicks(page)).toEqual(['Probe'])
    await page.waitForTimeout(1_050)
    await page.locator('#probe').click()
    expect(await clicks(page)).toEqual(['Probe', 'Probe'])
    await page.locator('#probe').evaluate((probe) => probe.remove())
  }

  async function pressFormOverThePage(page: Page) {
    await page.evaluate(() => {
      const form = document.querySelector('#final .form')!.cloneNode(true) as HTMLFormElement
      form.querySelector<HTMLInputElement>('[name="placement"]')!.value = 'sticky-bar'
      form.querySelector('button')!.disabled = false
      form.querySelector('button')!.textContent = 'Become a Founding Member'
      form.addEventListener('submit', (event) => event.preventDefault())
      document.body.prepend(form)
    })
    await page.locator('body > .form button').click()
  }
})

describe('captured addresses', () => {
  test("[TRACK-1] a form's success is tracked once, with the address in lower case and the placement; no other event has one, and a refused address is none; [TRACK-4] ascend.stats() answers in the console", async () => {
    const lotte = await visitor(browser)
    const { page } = lotte
    const stats = () => page.evaluate(() => window.ascend.stats())
    await open(lotte, app.url)
    await expect.poll(() => views(page)).toEqual(['hero'])
    const sections = [{ name: 'hero', count: 1 }]
    expect(await stats()).toEqual({ sections, ctas: [], rate: '0.00' })
    await join(page, 'Lotte.Captured@Fuel.Example')
    await welcome(page).waitFor()
    expect(await stats()).toEqual({
      sections,
      ctas: [{ name: 'Claim Your Spot – Unlock The Stack', count: 1 }],
      rate: '1.00',
    })
    expect(await trackedOf(page, 'email_captured')).toMatchObject([
      {
        category: 'conversion',
        label: 'hero',
        section: 'hero',
        email: 'lotte.captured@fuel.example',
      },
    ])
    expect((await tracked(page)).filter((event) => event.email !== undefined)).toHaveLength(1)
    const useAnother = page.locator('.welcome').getByRole('button', { name: 'Use another address' })
    await useAnother.click()
    await join(page, 'lotte.two@fuel.example')
    await welcome(page).waitFor()
    await useAnother.click()
    await join(page, 'lotte,daan@fuel.example')
    await page.getByText('Please enter a valid email address').first().waitFor()
    expect((await trackedOf(page, 'email_captured')).map(({ email }) => email)).toEqual([
      'lotte.captured@fuel.example',
      'lotte.two@fuel.example',
    ])
    await lotte.leave()
  })

  test("[TRACK-1] a plain form's success is tracked by the welcome page, once: not again at a reload", async () => {
    const lotte = await visitor(browser)
    await lotte.page.route(islandsCode, (route) => route.abort())
    const told = lotte.page.waitForEvent('console', (message) =>
      message.text().includes('was not hydrated'),
    )
    await lotte.page.goto(app.url)
    await told
    await lotte.page.unroute(islandsCode)
    await join(lotte.page, 'lotte.plain@fuel.example')
    await welcome(lotte.page).waitFor()
    await hydrated(lotte.page)
    expect(new URL(lotte.page.url()).pathname).toBe('/join')
    expect(await trackedOf(lotte.page, 'email_captured')).toMatchObject([
      { label: 'hero', email: 'lotte.plain@fuel.example' },
    ])
    await lotte.page.reload()
    await hydrated(lotte.page)
    expect(await labelsOf(lotte.page, 'email_captured')).toEqual(['hero'])
    await lotte.leave()
  })
})

describe('events in the browser', () => {
  /**
   * So many times as the page has seen it: a key that meets a move of the focus is another thing's.
   * The link is not followed.
   */
  const press = async (page: Page, times: number) => {
    const clicks = await page.evaluateHandle(() => {
      const seen = { count: 0 }
      addEventListener(
        'click',
        (event) => {
          event.preventDefault()
          seen.count++
        },
        true,
      )
      return seen
    })
    const left = async () => times - (await clicks.evaluate(({ count }) => count))
    for (let presses = times; presses > 0; presses = await left()) {
      await cta(page, 'product-cta').focus()
      for (let press = 0; press < Math.min(presses, 20); press++) await page.keyboard.press('Enter')
    }
  }

  test('[TRACK-1] [TRACK-2] [TRACK-3] an event has every field, and is logged to the console; the next page load reports anew, in the same session', async () => {
    const milan = await visitor(browser)
    const { page } = milan
    const logged: unknown[] = []
    page.on('console', async (message) => {
      if (message.type() === 'info') logged.push(await message.args()[1]?.jsonValue())
    })
    const before = Date.now()
    await open(milan, `${app.url}/?utm_source=forum`)
    await expect.poll(() => views(page)).toEqual(['hero'])
    const [event] = await tracked(page)
    expect(event).toEqual({
      action: 'section_view',
      category: 'engagement',
      label: 'hero',
      section: 'hero',
      timestamp: expect.any(Number),
      url: `${app.url}/?utm_source=forum`,
      userAgent: await page.evaluate(() => navigator.userAgent),
      sessionId: expect.stringMatching(/^ascend-\d{13}-[a-z0-9]+$/),
    })
    expect(event!.timestamp).toBeGreaterThanOrEqual(before)
    await expect
      .poll(() => logged)
      .toEqual([expect.objectContaining({ action: 'section_view', label: 'hero' })])
    await page.reload()
    await expect.poll(() => views(page)).toEqual(['hero', 'hero'])
    const ids = (await tracked(page)).map(({ sessionId }) => sessionId)
    expect(new Set(ids).size).toBe(1)
    expect(await page.evaluate(() => localStorage.getItem('ascend.session'))).toBe(ids[0])
    expect(milan.complaints).toEqual([])
    await milan.leave()
  })

  test('[TRACK-2] the last hundred', async () => {
    const milan = await visitor(browser)
    await open(milan, app.url)
    await expect.poll(() => views(milan.page)).toContain('hero')
    await press(milan.page, 110)
    expect([(await tracked(milan.page)).length, await clicks(milan.page)]).toEqual([
      100,
      Array(100).fill('Get early access'),
    ])
    await milan.leave()
  })

  test("[TRACK-2] two tabs lose none of each other's", async () => {
    const milan = await visitor(browser)
    const other = await newTab(milan)
    await Promise.all([open(milan, app.url), open(other, `${app.url}/?tab=other`)])
    await Promise.all([press(milan.page, 40), press(other.page, 40)])
    // What the other tab wrote reaches this one's process a moment later.
    const pressed = async () => {
      const events = await trackedOf(milan.page, 'cta_click')
      return [events.length, events.filter(({ url }) => url.includes('tab=other')).length]
    }
    await expect.poll(pressed).toEqual([80, 40])
    const stats = ({ page }: Visitor) => page.evaluate(() => window.ascend.stats())
    const here = await stats(milan)
    expect(here.ctas).toEqual([{ name: 'Get early access', count: 80 }])
    await expect.poll(() => stats(other)).toEqual(here)
    await milan.leave()
  })
})

describe('bad days', () => {
  const forbidden = () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  }
  const broken = () => {
    for (const key of ['ascend.event:00000000000001-x', 'ascend.event:', 'ascend.session'])
      localStorage.setItem(key, '{')
  }

  test.each([
    ['forbidden', forbidden],
    ['full', full],
    ['broken', broken],
  ])(
    '[TRACK-2] storage that is %s: the page works, and what happened is known for this visit',
    async (name, spoil) => {
      const noor = await visitor(browser)
      await noor.page.addInitScript(spoil)
      await open(noor, app.url)
      await join(noor.page, `noor.${name}@fuel.example`)
      await welcome(noor.page).waitFor()
      expect(await noor.page.evaluate(() => window.ascend.stats())).toEqual({
        sections: [{ name: 'hero', count: 1 }],
        ctas: [{ name: 'Claim Your Spot – Unlock The Stack', count: 1 }],
        rate: '1.00',
      })
      expect(noor.complaints).toEqual([])
      await noor.leave()
    },
  )

  test.each<[string, () => unknown]>([
    [
      'as it starts',
      () => {
        Object.defineProperty(window, 'ascend', {
          set: () => {
            throw new Error('on purpose')
          },
        })
      },
    ],
    [
      'at an event',
      () => {
        Object.assign(console, {
          info: () => {
            throw new Error('on purpose')
          },
        })
      },
    ],
  ])(
    '[FLOW-3] an error in tracking, %s, is one line in the log, and the page goes on working',
    async (_, spoil) => {
      const noor = await visitor(browser)
      await noor.page.addInitScript(spoil)
      await open(noor, app.url)
      await cta(noor.page, 'product-cta').click()
      await join(noor.page, 'noor.failed@fuel.example')
      await welcome(noor.page).waitFor()
      expect(noor.complaints).toEqual([expect.stringContaining('Tracking stopped:')])
      await noor.leave()
    },
  )
})
