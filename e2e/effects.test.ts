import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import {
  button,
  field,
  hide,
  join,
  open,
  openBrowser,
  visitor,
  welcome,
  moving,
} from './browser.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const scrollToShare = (page: Page, share: number) =>
  page.evaluate(
    (share) => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * share),
    share,
  )
const transformOf = (one: Locator) =>
  one
    .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).toFloat64Array())
    .then((matrix) => ({ scaleX: matrix[0]!, y: matrix[13]! }))
const emulateMotion = (page: Page, reducedMotion: 'reduce' | 'no-preference') =>
  page.emulateMedia({ reducedMotion })

describe('the scroll progress bar', () => {
  const bar = (page: Page) => page.locator('.progress')
  const noTimelines = () => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...args: [string]) =>
      !args[0].includes('animation-timeline') && supports(...args)
    addEventListener('DOMContentLoaded', () =>
      document
        .querySelector<HTMLElement>('.progress')!
        .style.setProperty('animation', 'none', 'important'),
    )
  }

  test.each([
    ['by its style, and under reduced motion', undefined],
    ['without scroll timelines', noTimelines],
  ] as const)(
    '[FX-1] [FX-7] %s it stands at the top and is as long as the share of the way that lies behind',
    async (_, before) => {
      const sanne = await visitor(browser, moving)
      const { page } = sanne
      if (before) await page.addInitScript(before)
      await open(sanne, app.url)
      await showsTheWay(page)
      if (!before) {
        await emulateMotion(page, 'reduce')
        await showsTheWay(page)
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
      }
      expect(sanne.complaints).toEqual([])
      await sanne.leave()
    },
  )

  async function showsTheWay(page: Page) {
    for (const share of [0, 0.25, 0.5, 1]) {
      await scrollToShare(page, share)
      await expect
        .poll(async () => Math.round((await transformOf(bar(page))).scaleX * 100))
        .toBe(share * 100)
    }
    expect(
      await bar(page).evaluate((one) => [
        one.getBoundingClientRect().top,
        one.getBoundingClientRect().height,
        one.ariaHidden,
      ]),
    ).toEqual([0, 2, 'true'])
  }

  test('[FX-1] without script it is there too', async () => {
    const daan = await visitor(browser, { ...moving, javaScriptEnabled: false })
    await daan.page.goto(`${app.url}/#final`)
    expect(await bar(daan.page).evaluate((one) => getComputedStyle(one).animationTimeline)).toBe(
      'scroll()',
    )
    await daan.leave()
  })
})

describe('particles and parallax', () => {
  const layer = (page: Page) => page.locator('.ambience')
  const asked = (requests: string[]) => requests.filter((path) => /ambience|particles/.test(path))
  const state = (page: Page) => layer(page).getAttribute('data-state')
  /**
   * Which pixels of the window's canvas are not empty. The canvas itself is drawn elsewhere, and
   * may be copied here.
   */
  const drawn = (page: Page) =>
    layer(page)
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const copy = Object.assign(document.createElement('canvas'), {
          width: canvas.width,
          height: canvas.height,
        })
        const pen = copy.getContext('2d')!
        pen.drawImage(canvas, 0, 0)
        const { data } = pen.getImageData(0, 0, copy.width, copy.height)
        const places: number[] = []
        for (let alpha = 3; alpha < data.length; alpha += 4)
          if (data[alpha]! > 0) places.push(alpha)
        return places.join(' ')
      })
  /** A button of the kind that stands at the top, but without a rest between two presses. */
  const pause = (page: Page) =>
    page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), { type: 'button' })
      button.dataset.pause = ''
      document.body.append(button)
      button.click()
      button.remove()
    })
  async function withParticles(options: Parameters<typeof visitor>[1] = {}) {
    const lotte = await visitor(browser, { ...moving, ...options })
    await open(lotte, app.url)
    await lotte.page.mouse.move(400, 400)
    await expect.poll(() => state(lotte.page)).toBe('moving')
    await expect.poll(() => drawn(lotte.page)).not.toBe('')
    return lotte
  }
  const isMoving = async (page: Page) => {
    const before = await drawn(page)
    await expect.poll(() => drawn(page)).not.toBe(before)
  }
  /** The worker's last picture is there once two looks in a row are alike. */
  const isStill = async (page: Page) => {
    await expect
      .poll(
        async () =>
          (await drawn(page)) ===
          (await new Promise((done) => {
            setTimeout(done, 200)
          }),
          await drawn(page)),
      )
      .toBe(true)
    const before = await drawn(page)
    await page.waitForTimeout(500)
    expect(await drawn(page)).toBe(before)
  }

  test("[FX-2] load after the visitor's first move, and not in ten quiet seconds", async () => {
    const lotte = await visitor(browser, moving)
    await open(lotte, app.url)
    await lotte.page.clock.install()
    await lotte.page.clock.runFor(10_000)
    expect(asked(lotte.requests)).toEqual([])
    expect(await layer(lotte.page).count()).toBe(0)
    await lotte.page.mouse.move(400, 400)
    await expect
      .poll(async () => (await lotte.page.clock.runFor(100), await state(lotte.page)))
      .toBe('moving')
    expect(asked(lotte.requests).length).toBeGreaterThanOrEqual(2)
    expect(lotte.complaints).toEqual([])
    await lotte.leave()
  })

  test('[FX-2] are drawn by a worker behind all that the page says, for nobody to press or hear of; move by scrollY × 0.5, fill the window wherever it is, and make the page no longer; [FX-7] [FX-8] stop while paused, parallax too, and while the page is hidden; go when the visitor comes to prefer reduced motion; and go on afterwards', async () => {
    // Looks at each pixel: a smaller window holds the same facts.
    const lotte = await withParticles({ viewport: { width: 640, height: 480 } })
    const { page } = lotte
    expect(page.workers()).toHaveLength(1)
    await isMoving(page)
    expect(
      await layer(page).evaluate((one) => [
        getComputedStyle(one).zIndex,
        getComputedStyle(one).pointerEvents,
        one.ariaHidden,
        document.documentElement.scrollWidth <= innerWidth,
      ]),
    ).toEqual(['-1', 'none', 'true', true])
    const before = await height(page)
    for (const scrollY of [400, 1_234, 3_000, 20_000]) {
      await page.evaluate((to) => scrollTo(0, to), scrollY)
      const reached = await page.evaluate(() => window.scrollY)
      await expect
        .poll(async () => (await transformOf(layer(page).locator('div'))).y)
        .toBeCloseTo(reached / 2, 1)
      expect(await layer(page).locator('canvas').evaluate(fillsTheWindow)).toBe(true)
    }
    expect(await height(page)).toBe(before)
    await page.emulateMedia({ media: 'print' })
    expect(await layer(page).isVisible()).toBe(false)
    await page.emulateMedia({ media: null })
    await page.evaluate(() => scrollTo(0, 0))
    await isMoving(page)
    await stopsAndGoesOn(page)
    expect(lotte.complaints).toEqual([])
    await lotte.leave()
  })

  const height = (page: Page) =>
    page.evaluate(
      () =>
        document.documentElement.scrollHeight -
        parseFloat(getComputedStyle(document.body).paddingBottom),
    )
  function fillsTheWindow(canvas: Element): boolean {
    const { top, bottom } = canvas.getBoundingClientRect()
    return top <= 0 && bottom >= innerHeight
  }

  async function stopsAndGoesOn(page: Page) {
    await pause(page)
    expect(await state(page)).toBe('still')
    await isStill(page)
    const before = await transformOf(layer(page).locator('div'))
    await page.evaluate(
      () =>
        new Promise((done) => {
          scrollTo(0, 500)
          requestAnimationFrame(() => requestAnimationFrame(done))
        }),
    )
    expect(await transformOf(layer(page).locator('div'))).toEqual(before)
    await pause(page)
    expect(await state(page)).toBe('moving')
    await isMoving(page)
    await expect.poll(async () => (await transformOf(layer(page).locator('div'))).y).toBe(250)
    await hide(page)
    expect(await state(page)).toBe('still')
    await isStill(page)
    await hide(page, false)
    await isMoving(page)
    await emulateMotion(page, 'reduce')
    await expect.poll(() => state(page)).toBe('still')
    expect(await layer(page).isVisible()).toBe(false)
    await emulateMotion(page, 'no-preference')
    await expect.poll(() => state(page)).toBe('moving')
  }

  test.each([
    ['[FX-7] reduced motion', 'reduce', false],
    ['[FX-8] a remembered pause', 'no-preference', true],
  ] as const)(
    '[FX-2] %s: nothing of it loads until that ends',
    async (_, reducedMotion, paused) => {
      const lotte = await visitor(browser, { reducedMotion })
      if (paused) await lotte.page.addInitScript(() => localStorage.setItem('ascend.paused', '1'))
      await open(lotte, app.url)
      await lotte.page.mouse.move(400, 400)
      await lotte.page.mouse.wheel(0, 400)
      await lotte.page.waitForLoadState('networkidle')
      expect(asked(lotte.requests)).toEqual([])
      const running = () =>
        lotte.page.evaluate(
          () =>
            document
              .getAnimations()
              .filter(
                ({ playState, timeline }) =>
                  playState === 'running' && timeline === document.timeline,
              ).length,
        )
      // The bar may just fade in.
      await expect.poll(running).toBe(0)
      if (paused) await pause(lotte.page)
      else await emulateMotion(lotte.page, 'no-preference')
      await expect.poll(() => state(lotte.page)).toBe('moving')
      await lotte.leave()
    },
  )

  test('[FX-2] without OffscreenCanvas there are none', async () => {
    const lotte = await visitor(browser, moving)
    await lotte.page.addInitScript(() => {
      delete (window as { OffscreenCanvas?: unknown }).OffscreenCanvas
    })
    await open(lotte, app.url)
    await lotte.page.mouse.move(400, 400)
    await lotte.page.waitForLoadState('networkidle')
    expect(asked(lotte.requests)).toEqual([])
    expect(lotte.complaints).toEqual([])
    await lotte.leave()
  })

  test.each([
    ['whose code', 'show-ambience'],
    ['whose worker', 'particles.worker'],
  ])(
    '[FX-2] [FLOW-3] particles %s cannot be had are not there, one line says so, and the page is whole',
    async (_, file) => {
      const lotte = await visitor(browser, moving)
      await lotte.page.context().route(`**/assets/${file}*.js`, (route) => route.abort())
      await open(lotte, app.url)
      await lotte.page.mouse.move(400, 400)
      const told = () => lotte.complaints.filter((line) => line.startsWith('particles failed:'))
      await expect.poll(() => told().length).toBe(1)
      expect(await layer(lotte.page).count()).toBe(0)
      await lotte.page.mouse.wheel(0, 600)
      // A page that moves takes its time while the form's two seconds pass.
      await emulateMotion(lotte.page, 'reduce')
      await join(lotte.page, 'lotte@fuel.example')
      await welcome(lotte.page).waitFor()
      expect(told()).toHaveLength(1)
      await lotte.leave()
    },
  )
})

/** `open` while the page takes the touch keyboard to be. */
const keyboard = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.keyboard ?? null)

describe('the ripple', () => {
  const ripples = (page: Page, cta: string) =>
    page.evaluate(
      (cta) =>
        document
          .getAnimations()
          .filter(
            (one) =>
              one instanceof CSSTransition &&
              (one.effect as KeyframeEffect).pseudoElement === '::after' &&
              (one.effect as KeyframeEffect).target?.matches(`.btn[data-cta="${cta}"]`),
          )
          .map(({ effect }) => effect!.getTiming().duration),
      cta,
    )
  const press = async (page: Page, what: Locator) => {
    await what.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await what.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.evaluate(
      () =>
        new Promise((done) => {
          requestAnimationFrame(() => requestAnimationFrame(done))
        }),
    )
    await page.mouse.up()
  }

  test('[FX-3] a press on a button leaves a ripple of 600 ms, [FX-7] none under reduced motion, and [FX-8] none while paused; [FX-4] [FX-5] on a device without touch a low window is no keyboard', async () => {
    const milan = await visitor(browser, moving)
    const { page } = milan
    await open(milan, app.url)
    await page.setViewportSize({ width: 1_280, height: 400 })
    expect(await keyboard(page)).toBeNull()
    await page.setViewportSize({ width: 1_280, height: 800 })
    // Slowed down a hundredfold, so that it is there when it is looked at; its duration stays
    // what the style says.
    const session = await page.context().newCDPSession(page)
    await session.send('Animation.enable')
    await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
    for (const cta of ['hero-cta', 'social-proof-cta', 'product-cta']) {
      const one = page.locator(`[data-cta="${cta}"]`)
      await one.evaluate((one) => one.addEventListener('click', (event) => event.preventDefault()))
      await press(page, one)
      await expect.poll(() => ripples(page, cta), { message: cta }).toEqual([600, 600])
    }
    const after = () => button(page).evaluate((one) => getComputedStyle(one, '::after').content)
    await emulateMotion(page, 'reduce')
    expect(await after()).toBe('none')
    await emulateMotion(page, 'no-preference')
    expect(await after()).toBe('""')
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-pause]')!.click())
    expect(await after()).toBe('none')
    await milan.leave()
  })
})

describe('on a touch device', () => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true } as const

  /**
   * Taps at given times, whatever the machine takes, and tells of each touchend and click what came
   * of it.
   */
  async function tapper(options: Parameters<typeof visitor>[1] = phone) {
    const noor = await visitor(browser, options)
    const { page } = noor
    await open(noor, app.url)
    await page.evaluate(() => {
      const told: string[] = []
      addEventListener('touchend', (event) =>
        told.push(event.defaultPrevented ? 'blocked' : 'free'),
      )
      addEventListener('click', () => told.push('click'))
      Object.assign(window, { told })
    })
    const session = await page.context().newCDPSession(page)
    const start = Date.now() / 1_000
    const tap = async (what: Locator, atMs: number, fingers = 1) => {
      const { x, y, height } = (await what.boundingBox())!
      const touchPoints = Array.from({ length: fingers }, (_, id) => ({
        x: x + 20 + 60 * id,
        y: y + height / 2,
        id,
      }))
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints,
        timestamp: start + atMs / 1_000,
      })
      await session.send('Input.dispatchTouchEvent', {
        type: 'touchEnd',
        touchPoints: [],
        timestamp: start + (atMs + 10) / 1_000,
      })
    }
    const told = ({ anew = false } = {}) =>
      page.evaluate((anew) => {
        const { told } = window as unknown as { told: string[] }
        return anew ? told.splice(0) : told
      }, anew)
    return { noor, page, tap, told }
  }

  test('[FX-4] a second tap on the page within 300 ms of the first is blocked, a later one or two fingers are not; taps still reach buttons, links and fields, however soon after another, and those do not zoom', async () => {
    const { noor, page, tap, told } = await tapper()
    const gaps = [
      [250, 'blocked'],
      [299, 'blocked'],
      [350, 'free'],
      [900, 'free'],
    ] as const
    for (const [at, [gapMs]] of gaps.entries()) {
      await tap(page.locator('h1'), at * 10_000)
      await tap(page.locator('h1'), at * 10_000 + gapMs)
    }
    await expect
      .poll(async () => (await told()).filter((what) => what !== 'click'))
      .toEqual(gaps.flatMap(([, second]) => ['free', second]))
    expect(await page.evaluate(() => visualViewport!.scale)).toBe(1)
    await told({ anew: true })
    await tap(page.locator('h1'), 50_000)
    await tap(page.locator('h1'), 50_200, 2)
    await expect
      .poll(async () => (await told()).filter((what) => what !== 'click'))
      .toEqual(['free', 'free', 'free'])
    await told({ anew: true })
    await tap(page.locator('h1'), 60_000)
    await tapTheForm(page, tap)
    await expect.poll(async () => (await told()).filter((what) => what === 'click').length).toBe(3)
    expect(await told()).not.toContain('blocked')
    expect(
      await page.evaluate(() => [
        getComputedStyle(document.documentElement).touchAction,
        visualViewport!.scale,
      ]),
    ).toEqual(['manipulation', 1])
    await noor.leave()
  })

  /** Its field and its link, within 400 ms of the minute's tap. */
  async function tapTheForm(page: Page, tap: (what: Locator, atMs: number) => Promise<void>) {
    await tap(field(page), 60_200)
    await expect
      .poll(() => field(page).evaluate((one) => one === document.activeElement))
      .toBe(true)
    const link = page.locator('#hero .consent a')
    await link.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
    await tap(link, 60_400)
  }

  test("[FX-5] the keyboard is open when the window is more than 150 px lower than at load; the page's window shrinks with it; the height is measured anew when the width changes; a pinch is no keyboard", async () => {
    const { noor, page } = await tapper()
    expect(await page.locator('meta[name="viewport"]').getAttribute('content')).toContain(
      'interactive-widget=resizes-content',
    )
    const heights = [
      [650, null],
      [649, 'open'],
      [460, 'open'],
      [800, null],
      [860, null],
      [640, 'open'],
    ] as const
    for (const [height, expected] of heights) {
      await page.setViewportSize({ width: 390, height })
      await expect.poll(() => keyboard(page)).toBe(expected)
    }
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => keyboard(page)).toBeNull()
    await page.setViewportSize({ width: 800, height: 390 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await keyboard(page)).toBeNull()
    await page.setViewportSize({ width: 800, height: 200 })
    await expect.poll(() => keyboard(page)).toBe('open')
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(() => keyboard(page)).toBeNull()
    // A pinch makes the visible part smaller.
    await page.evaluate(() => {
      for (const [key, value] of Object.entries({ width: 195, height: 400, scale: 2 }))
        Object.defineProperty(visualViewport, key, { value })
      visualViewport!.dispatchEvent(new Event('resize'))
    })
    expect(await keyboard(page)).toBeNull()
    expect(noor.complaints).toEqual([])
    await noor.leave()
  })

  test('[FLOW-3] where a part of what touch devices need fails, one line says so, and the page is whole', async () => {
    const noor = await visitor(browser, phone)
    await noor.page.addInitScript(() =>
      Object.defineProperty(window, 'visualViewport', {
        get() {
          throw new Error('on purpose')
        },
      }),
    )
    await open(noor, app.url)
    await expect
      .poll(() => noor.complaints.filter((line) => line.startsWith('keyboard failed:')).length)
      .toBe(1)
    await join(noor.page, 'noor@fuel.example')
    await welcome(noor.page).waitFor()
    await noor.leave()
  })
})
