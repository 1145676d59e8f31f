import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  join,
  open,
  openBrowser,
  visitor,
  welcome,
  type Visitor,
  moving,
  windows,
} from './browser.ts'
import { bytesOf, faultsIn, findings, smallTargets } from './measures.ts'
import { recordMeasurement } from '#test/measurements.ts'

const allWidths = [360, 768, 1280, 1600] as const
const bucketMs = 10 * 60_000

let app: TestApp
let browser: Browser
let clockMs = Date.now()
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ now: () => clockMs }), openBrowser()])
})
afterAll(() => app.close())

describe('bytes', () => {
  test('the first response is at most 14,480 bytes, just after a change of bucket too', async () => {
    const before = await bytesOf(app.url)
    const token = await tokenOf(app.url)
    clockMs = (Math.floor(clockMs / bucketMs) + 1) * bucketMs
    const atOnce = await bytesOf(app.url)
    await expect.poll(() => tokenOf(app.url)).not.toBe(token)
    const after = await bytesOf(app.url)
    recordMeasurement(
      `first response: ${before} bytes, at the change of bucket ${atOnce}, after it ${after}`,
    )
    expect(Math.max(before, atOnce, after)).toBeLessThanOrEqual(14_480)
    expect((await fetch(app.url)).headers.get('vary')).toBe('Accept-Encoding')
  })

  test('the JavaScript that loads at the top of the page within ten seconds is at most 75 KB in brotli', async () => {
    const sanne = await visitor(browser, moving)
    await open(sanne, app.url)
    await sanne.page.clock.install()
    await sanne.page.clock.runFor(10_000)
    await sanne.page.waitForLoadState('networkidle')
    const scripts = [...new Set(sanne.requests.filter((path) => path.endsWith('.js')))]
    const sizes = await Promise.all(scripts.map((path) => bytesOf(app.url + path)))
    const sum = sizes.reduce((total, size) => total + size, 0)
    recordMeasurement(`JavaScript at the top: ${sum} bytes in ${scripts.length} files`)
    expect(sum).toBeLessThanOrEqual(75 * 1_024)
    await sanne.leave()
  })
})

test('the HTML is valid', async () =>
  expect(await faultsIn(await (await fetch(app.url)).text())).toEqual([]))

test('the card and the icons that the head names are there, at absolute addresses', async () => {
  // A connection that is kept for the next request can be closed by the server just then.
  const ask = (url: string) => fetch(url, { headers: { connection: 'close' } })
  const html = await (await ask(app.url)).text()
  const [, card = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
  expect(card).toBe(`${app.url}/card.png`)
  for (const [url, type] of [
    [card, 'image/png'],
    [`${app.url}/apple-touch-icon.png`, 'image/png'],
    [`${app.url}/favicon.ico`, 'image/x-icon'],
    [`${app.url}/favicon.svg`, 'image/svg+xml'],
  ] as const) {
    const response = await ask(url)
    expect([url, response.status, response.headers.get('content-type')]).toEqual([url, 200, type])
  }
})

describe('the page as it is loaded,', () => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await visitor(browser, moving)
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())

  test('has one h1, headings in order, and the landmarks of a page', async () => {
    const levels = await sanne.page
      .locator('h1, h2, h3, h4, h5, h6')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map(({ tagName }) => Number(tagName[1])),
      )
    expect(levels.filter((level) => level === 1)).toEqual([1])
    expect(levels[0]).toBe(1)
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
    for (const role of ['banner', 'main', 'contentinfo'] as const)
      expect(await sanne.page.getByRole(role).count()).toBe(1)
  })

  test('[EXC-1] the words beside the number of spots take at most three lines at each width, at the height of the number', async () => {
    const { page } = sanne
    for (const width of allWidths) {
      await page.setViewportSize({ width, height: 800 })
      const [number, words] = await page.evaluate(() =>
        [...document.querySelectorAll('.perks .magazine p > span')].map((part) => {
          const { top, bottom } = part.getBoundingClientRect()
          return { top, bottom, height: bottom - top }
        }),
      )
      const lineHeight = await page
        .locator('.perks .magazine p')
        .evaluate((one) => parseFloat(getComputedStyle(one).lineHeight))
      expect([width, Math.round(words!.height / lineHeight) <= 3]).toEqual([width, true])
      expect([width, words!.top >= number!.top, words!.bottom <= number!.bottom]).toEqual([
        width,
        true,
        true,
      ])
    }
  })

  test("with forced colours each control keeps a border, and the drawings take the system's colours", async () => {
    await sanne.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    const bare = await sanne.page
      .locator('button, a.btn, input[type="email"]')
      .evaluateAll((all) =>
        all
          .filter(
            (one) =>
              one.checkVisibility({ visibilityProperty: true }) &&
              parseFloat(getComputedStyle(one).borderTopWidth) < 1,
          )
          .map(({ outerHTML }) => outerHTML),
      )
    expect(bare).toEqual([])
    const drawn = await sanne.page.evaluate(() =>
      ['.unit .solid', '.level', '.dial .accent', '.magazine .whole']
        .map((part) => getComputedStyle(document.querySelector(part)!))
        .map(({ fill, stroke }) => [fill, stroke]),
    )
    expect(drawn.flat().filter((color) => Object.values(brand).includes(color))).toEqual([])
    const patterns = await sanne.page.evaluate(() =>
      [
        ['.updates summary', '::before'],
        ['.stamped :first-child', '::after'],
      ].map(
        ([part, pseudo]) =>
          getComputedStyle(document.querySelector(part!)!, pseudo).backgroundImage,
      ),
    )
    expect(patterns.filter((pattern) => pattern === 'none')).toEqual([])
    expect(
      await sanne.page
        .locator('body > .pause')
        .evaluate((pause) => parseFloat(getComputedStyle(pause).paddingLeft)),
    ).toBeGreaterThan(4)
    await sanne.page.emulateMedia({ forcedColors: null, reducedMotion: null })
  })

  test('in print it is a page of dark text on white, with nothing that lies over it, and no drawing, no control and no empty place is left between the texts', async () => {
    const { page } = sanne
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
    const { ground, pale, over } = await page.evaluate(inPrint)
    expect(ground).toBe('rgb(255, 255, 255)')
    expect([pale, over]).toEqual([[], []])
    await page.getByText('This Is Not a Brand.').first().waitFor()
    await expectTextsAlone(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ media: null, reducedMotion: null })
  })
})

/** Each test goes on where the one before it ended. */
describe('to a visitor who prefers less motion,', () => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await visitor(browser, { width: 360 })
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())

  test('every control is reached by Tab at each width, and its focus can be seen', async () => {
    const { page } = sanne
    for (const width of allWidths) {
      const at = `at ${width} px`
      await page.setViewportSize({ width, height: 800 })
      // Loaded anew: a return to the top would open a popup.
      await open(sanne, app.url)
      expect(await controls(page), at).toBeGreaterThan(5)
      const unseen: string[] = []
      // A form that wakes disables its empty button, and with it takes the focus: the next Tab goes
      // on from there.
      for (let presses = 0; presses < 80 && (await unreached(page)).length > 0; presses++) {
        await page.keyboard.press('Tab')
        const { html, seen } = await page.evaluate(focused)
        if (!seen) unseen.push(html)
      }
      expect(unseen, at).toEqual([])
      expect(await unreached(page), at).toEqual([])
    }
  })

  test("at each width axe finds nothing but FX-6's rule, no element is wider than the window, and every control is at least 44 px high", async () => {
    const { page } = sanne
    for (const width of allWidths) {
      const at = `at ${width} px`
      await page.setViewportSize({ width, height: 800 })
      await scrollThrough(page)
      expect(await findings(page), at).toEqual(['meta-viewport'])
      expect(await smallTargets(page), at).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        at,
      ).toBe(true)
    }
    expect(sanne.complaints).toEqual([])
  })

  test('nothing moves, on the whole page and when they join', async () => {
    const { page } = sanne
    expect(await animations(page)).toEqual([])
    // Two seconds after a return to the top of this page a popup opens, which would take the typing.
    await open(sanne, app.url)
    await join(page, 'sanne.still@fuel.example')
    await welcome(page).waitFor()
    expect(await animations(page)).toEqual([])
  })
})

test('reading the whole page on a phone and in a wide window raises no warning, no error and no violation of the content policy', async () => {
  const sanne = await visitor(browser, { ...moving, width: 360 })
  const { page } = sanne
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error(`policy: ${violatedDirective}`),
    ),
  )
  await open(sanne, app.url)
  for (const width of windows(...allWidths)) {
    await page.setViewportSize({ width, height: 800 })
    await scrollThrough(page)
    await page.waitForLoadState('networkidle')
    expect(sanne.complaints, `at ${width} px`).toEqual([])
  }
  expect(await page.locator('script[type="application/ld+json"]').count()).toBe(1)
  await sanne.leave()
})

test('[FORM-8] without script every section is there at each width, with its words and its plain forms, and in print nothing else', async () => {
  const sanne = await visitor(browser, { javaScriptEnabled: false })
  await sanne.page.goto(app.url)
  for (const width of allWidths) {
    await sanne.page.setViewportSize({ width, height: 800 })
    for (const section of await sanne.page.locator('main section').all())
      expect((await section.innerText()).trim().length).toBeGreaterThan(20)
    for (const form of await sanne.page.locator('main form.form').all())
      expect([await form.isVisible(), await form.getAttribute('action')]).toEqual([
        true,
        expect.stringMatching(/^\/join/),
      ])
    expect(await sanne.page.getByText('Loading content...').filter({ visible: true }).count()).toBe(
      0,
    )
  }
  await sanne.page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  await expectTextsAlone(sanne.page)
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

/** --ground, --accent-tint, --accent and --body, which forced colours replace. */
const brand = {
  ground: 'rgb(10, 10, 11)',
  tint: 'rgb(33, 27, 16)',
  accent: 'rgb(244, 183, 64)',
  ink: 'rgb(200, 197, 190)',
}

const tokenOf = async (url: string) =>
  /name="form_token" value="([^"]*)"/.exec(await (await fetch(url)).text())?.[1]

/** Window by window to the end, and back. */
async function scrollThrough(page: Page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 600)
    await page.evaluate(
      (to) =>
        new Promise((done) => {
          scrollTo(0, to)
          requestAnimationFrame(() => requestAnimationFrame(done))
        }),
      top,
    )
  await page.evaluate(() => scrollTo(0, 0))
}

/** Marks each control that can be seen, and counts them. */
const controls = (page: Page) =>
  page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), summary, input:not([type="hidden"], [tabindex="-1"])',
      ),
    ].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    for (const one of all) one.dataset.control = ''
    return all.length
  })

const unreached = (page: Page) =>
  page
    .locator('[data-control]:not([data-reached], :disabled)')
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .map(({ outerHTML }) => outerHTML),
    )

/** What has focus, and whether an outline of at least 2 px shows it inside the window. */
function focused() {
  const one = document.activeElement
  if (!(one instanceof HTMLElement) || one === document.body) return { html: '', seen: true }
  one.dataset.reached = ''
  const { outlineStyle, outlineWidth } = getComputedStyle(one)
  const { top, bottom, left, right } = one.getBoundingClientRect()
  const inside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  return {
    html: one.outerHTML,
    seen: inside && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  }
}

/** The page's ground, texts paler than a middle grey, and what is fixed over the page. */
function inPrint() {
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  )
  const own = (one: Element) =>
    [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  const isPale = (color: string) =>
    (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) >
    3 * 128
  return {
    ground: getComputedStyle(document.documentElement).backgroundColor,
    pale: shown
      .filter((one) => own(one) && isPale(getComputedStyle(one).color))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    over: shown
      .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position))
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  }
}

/** On paper as wide as A4, no drawing, no control and no empty place is left. */
async function expectTextsAlone(page: Page) {
  await page.setViewportSize({ width: 718, height: 800 })
  expect(
    await page
      .locator('svg, button, input, .btn, .urgency-place')
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  const [title, place] = await page.evaluate(() =>
    ['final-title', 'final'].map(
      (id) => document.getElementById(id)!.getBoundingClientRect().toJSON() as DOMRect,
    ),
  )
  expect(title!.y - place!.y).toBeLessThan(120)
  expect(title!.height).toBeLessThan(150)
}

const animations = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => `${(one as CSSAnimation).animationName} ${one.playState}`),
  )
