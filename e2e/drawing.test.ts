import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  join,
  laidOut,
  open,
  openBrowser,
  visitor,
  welcome,
  windows,
  type Visitor,
  moving,
} from './browser.ts'
import { countShifts, shiftsSoFar } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const above = (page: Page, part: string) =>
  page.locator(`[data-figure="above"] g[data-part="${part}"]`)
const below = (page: Page, part: string) =>
  page.locator(`[data-figure="below"] g[data-part="${part}"]`)
const callOut = (page: Page, part: string) => page.locator(`.call[data-part="${part}"]`)
const joint = (page: Page, part: string) => page.locator(`.assembled [data-join="${part}"]`)

/** In px, along the axis of the figure. */
const moved = (part: Locator) =>
  part.evaluate((element) => {
    const { e, f } = new DOMMatrix(getComputedStyle(element).transform)
    return Math.round(e + f) + 0
  })
const movedAll = (parts: Locator[]) => Promise.all(parts.map(moved))

/** Resolves once the page is drawn there. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(
    (top) =>
      new Promise<void>((done) => {
        window.scrollTo({ top, behavior: 'instant' })
        requestAnimationFrame(() => requestAnimationFrame(() => done()))
      }),
    top,
  )

/** Scrolls until so much of the element has entered the window. */
async function scrollInto(page: Page, selector: string, share: number) {
  const top = await page.locator(selector).evaluate((one, share) => {
    const box = one.getBoundingClientRect()
    return scrollY + box.top - innerHeight + box.height * share
  }, share)
  await scrollTo(page, top)
}

const noTimelines = (page: Page) =>
  page.route('**/below-fold*.css', async (route) => {
    const response = await route.fetch()
    const sheet = await response.text()
    const older = sheet.replaceAll(
      /@supports\s*\(animation-timeline/g,
      '@supports (animation-later',
    )
    expect(older).not.toBe(sheet)
    await route.fulfill({ response, body: older })
  })

/** Pairs of texts that share a height, as all stand in one column, and those beyond the window. */
function textsOnTexts(unit: Element): string[] {
  const texts = [...unit.querySelectorAll('.call, .remain')].map((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return { words: one.textContent!, box: range.getBoundingClientRect() }
  })
  return texts.flatMap(({ words, box: a }, index) => [
    ...(a.right > innerWidth ? [`${words} reaches beyond the window`] : []),
    ...texts
      .slice(index + 1)
      .filter(({ box: b }) => a.bottom > b.top && b.bottom > a.top)
      .map((other) => `${words} on ${other.words}`),
  ])
}

const dot = (page: Page) => page.locator('svg .joined-dot circle').last()
const line = (page: Page) => page.getByText('The last dot is you')
const running = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => (one as CSSAnimation).animationName)
      .filter((name) => ['fall', 'land', 'dip'].includes(name))
      .sort(),
  )

const everyPart = ['g[data-part]', '.call', '[data-join]'].join()
const movedParts = (page: Page) =>
  page
    .locator(everyPart)
    .evaluateAll((parts) =>
      parts
        .filter((part) => getComputedStyle(part).transform !== 'none')
        .map((part) => part.outerHTML.slice(0, 40)),
    )
async function bringFigureTwo(page: Page) {
  await scrollTo(page, 1_000_000)
  await page.locator('.assembled').waitFor()
  await laidOut(page)
}

describe('the figures', () => {
  let sanne: Visitor
  let page: Page
  beforeAll(async () => {
    sanne = await visitor(browser, moving)
    ;({ page } = sanne)
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())

  test('[HERO-2] from 320 to 1280 px no call-out of the drawing lies on another or on the words at the level', async () => {
    for (const width of [320, 360, 375, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const figure of ['above', 'below']) {
        const unit = page.locator(`[data-figure="${figure}"]`)
        expect(await unit.locator('.call, .remain').count()).toBeGreaterThan(2)
        expect(await unit.evaluate(textsOnTexts), `${figure}, at ${width} px`).toEqual([])
      }
    }
  })

  const sealAndCollar = () =>
    movedAll([above(page, '1'), callOut(page, '1'), above(page, '2'), callOut(page, '2')])

  test('[FX-9] at 390, 768 and 1280 px seal and collar lift with the scroll, each with its call-out; the first view shows them at rest', async () => {
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const [top, seal, collar] of [
        [0, 0, 0],
        [208, -17, -7],
        [416, -34, -14],
        [900, -34, -14],
      ] as const) {
        await scrollTo(page, top)
        const places = await sealAndCollar()
        expect(places, `${top} at ${width} px`).toEqual([seal, seal, collar, collar])
      }
    }
  })

  test('[FX-9] at 390, 768 and 1280 px stack, coach and protocol come apart as their figure enters, the call-outs stand, and with seven tenths of it in the window it is at rest', async () => {
    const parts = ['3', '4', '5', '6'].map((part) => below(page, part))
    const callOuts = ['3', '4', '5', '6'].map((part) => callOut(page, part))
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const [share, ...px] of [
        [-0.1, 0, 0, 0, 0],
        [0.14, 0, -37, -93, -157],
        [0.35, 0, -23, -58, -98],
        [0.71, 0, 0, 0, 0],
      ] as const) {
        await scrollInto(page, '[data-figure="below"]', share)
        expect(await movedAll(parts), `${share} at ${width} px`).toEqual(px)
        expect(await movedAll(callOuts), `${share} at ${width} px`).toEqual([0, 0, 0, 0])
      }
    }
  })

  test('[HERO-2] [HERO-12] at 390, 768 and 1280 px both halves stand on one axis, which crosses the line between them without a gap', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const axes = await page.locator('.unit .axis').evaluateAll(axesOf)
      expect(axes).toHaveLength(2)
      expect(axes[0]!.x, `at ${width} px`).toBeCloseTo(axes[1]!.x, 0)
      const gap = Math.abs(axes[0]!.bottom - axes[1]!.top)
      expect(gap, `at ${width} px`).toBeLessThanOrEqual(1)
    }
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  const axesOf = (all: Element[]) =>
    all.map((axis) => {
      const { clipPath } = getComputedStyle(axis.closest('figure')!)
      const figure = axis.closest('figure')!.getBoundingClientRect()
      const [top = 0, , bottom = top] = (clipPath.match(/-?[\d.]+px/g) ?? []).map(Number.parseFloat)
      const { left, width } = axis.getBoundingClientRect()
      return { x: left + width / 2, top: figure.top + top, bottom: figure.bottom - bottom }
    })

  test('[FX-9] figure 2 goes together while it enters, and stands whole in the middle of the window', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await bringFigureTwo(page)
    const parts = ['1', '2', '4', '5', '6'].map((part) => joint(page, part))
    await scrollInto(page, '.figure-two', 0.03)
    expect(await movedAll(parts)).toEqual([-55, -24, 20, 39, 61])
    await page.locator('.figure-two').evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await expect.poll(() => movedAll(parts)).toEqual([0, 0, 0, 0, 0])
  })

  test.each([
    ['the button gives and the rings tighten', 'no-preference', [0.972, 0.92]],
    ['nothing moves under reduced motion', 'reduce', [1, 1]],
  ] as const)('[FX-7] [FX-9] at a press on play %s', async (_, reducedMotion, pressed) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ reducedMotion })
    await page.locator('.reel').hover()
    await page.mouse.down()
    await expect.poll(scales).toEqual(pressed)
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect.poll(scales).toEqual([1, 1])
    await page.emulateMedia({ reducedMotion: 'no-preference' })
  })

  const scales = () =>
    page
      .locator('.reel .play, .reel .rings > :first-child')
      .evaluateAll((all) => all.map((one) => new DOMMatrix(getComputedStyle(one).transform).a))
})

const pausedBefore = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('ascend.paused', '1'))

test.each([
  ['reduced motion', 'reduce', async () => {}],
  ['pause', 'no-preference', pausedBefore],
] as const)(
  '[FX-7] [FX-8] [FX-9] under %s both figures stand whole at 390 and 1280 px, wherever the page is scrolled to, and the dot of a sign-up lies on the level at once',
  async (state, reducedMotion, before) => {
    const daan = await visitor(browser, { width: 390, reducedMotion })
    const { page } = daan
    await before(page)
    await open(daan, app.url)
    await expectWhole(page)
    await scrollTo(page, 0)
    await join(page, `daan.${state.replace(' ', '.')}@fuel.example`)
    await welcome(page).waitFor()
    expect(await dot(page).isVisible()).toBe(true)
    expect(await running(page)).toEqual([])
    await daan.leave()
  },
)

test('[FX-9] without scroll timelines both figures stand whole at 390 and 1280 px, wherever the page is scrolled to', async () => {
  const sanne = await visitor(browser, { ...moving, width: 390 })
  await noTimelines(sanne.page)
  await open(sanne, app.url)
  await expectWhole(sanne.page)
  await sanne.leave()
})

async function expectWhole(page: Page) {
  await bringFigureTwo(page)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (let top = 0; top < 3_000; top += 300) {
      await scrollTo(page, top)
      expect(await movedParts(page), `${top} at ${width} px`).toEqual([])
    }
    await scrollInto(page, '.figure-two', 0.4)
    expect(await movedParts(page), `figure 2 at ${width} px`).toEqual([])
  }
}

test.each(windows(390, 768, 1280))(
  '[FX-9] at %i px the layout shifts by 0 while everything moves',
  async (width) => {
    const sanne = await visitor(browser, { ...moving, width })
    const { page } = sanne
    await page.addInitScript(countShifts)
    await open(sanne, app.url)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let top = 0; top < height; top += 240) await scrollTo(page, top)
    expect(await shiftsSoFar(page)).toBe(0)
    await sanne.leave()
  },
)

describe('joining', () => {
  const boxes = (page: Page) =>
    page.locator('.pack, .reading .num, .remain').evaluateAll((all) =>
      all.map((one) => {
        const figure = one.closest('figure')!.getBoundingClientRect()
        const { top, left, width, height } = one.getBoundingClientRect()
        return [top - figure.top, left - figure.left, width, height].map(Math.round)
      }),
    )

  test.each(windows(320, 390, 768, 1024, 1280))(
    '[FX-9] [FORM-9] at %i px one dot falls onto the level and stays, at a later visit too; the number is the same, and nothing moves in a figure that is in the window',
    async (width) => {
      const sanne = await visitor(browser, { ...moving, width })
      const { page } = sanne
      // The particles take most of the time, and are no part of the figure.
      await page.route('**/show-ambience*.js', (route) => route.abort())
      await open(sanne, app.url)
      expect([await dot(page).isVisible(), await line(page).isVisible()]).toEqual([false, false])
      const places = await boxes(page)
      await page.evaluate(() =>
        new MutationObserver(() => {
          const seen = window as unknown as { seen?: string[] }
          if (!seen.seen && document.querySelector('.hero .welcome'))
            seen.seen = document
              .getAnimations()
              .map((one) => (one as CSSAnimation).animationName)
              .filter((name) => ['fall', 'land', 'dip'].includes(name))
        }).observe(document.body, { childList: true, subtree: true }),
      )
      await join(page, `sanne.${width}@fuel.example`)
      await welcome(page).waitFor()
      expect(
        await page.evaluate(() => (window as unknown as { seen: string[] }).seen.toSorted()),
      ).toEqual(['dip', 'fall', 'land'])
      await expect.poll(() => running(page)).toEqual(['fall', 'land'])
      await expect.poll(() => moved(dot(page))).toBe(0)
      expect([await dot(page).isVisible(), await line(page).isVisible()]).toEqual([true, true])
      expect(await page.locator('.reading .num').innerText()).toBe('8,932')
      await scrollTo(page, 0)
      if (width >= 768) expect(await boxes(page)).toEqual(places)
      expect(await page.locator('.reading').evaluate(overlaps)).toEqual([])
      await open(sanne, app.url)
      expect([await dot(page).isVisible(), await line(page).isVisible()]).toEqual([true, true])
      expect(await running(page)).toEqual([])
      await sanne.leave()
    },
  )

  /** Lines of the reading and the pack that lie on each other, or beside the window. */
  function overlaps(reading: Element): string[] {
    const parts = [...reading.querySelectorAll('.joined-dot, .num, .num ~ b')]
    const pack = reading.parentElement!.querySelector('.pack')!
    const boxOfText = (one: Element) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const { left, right } = range.getBoundingClientRect()
      const { top, bottom } = one.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const boxes = [...parts.map(boxOfText), pack.getBoundingClientRect()]
    return boxes.flatMap((a, index) => [
      ...(a.right > innerWidth ? ['beside the window'] : []),
      ...boxes
        .slice(index + 1)
        .filter((b) => a.bottom > b.top + 1 && a.right > b.left && b.right > a.left)
        .map((b) => `${index}: ${a.bottom} over ${b.top}`),
    ])
  }
})

test('[TRACK-1] a visitor who reads the contents is counted there', async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  await page.locator('#contents').evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await expect
    .poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
    .toMatch(/section_view[^}]*label[^}]*contents/)
  await sanne.leave()
})
