import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { hide, holdBack, openBrowser, visitor, moving } from './browser.ts'
import { countShifts, shiftsSoFar } from './measures.ts'
import { hydrateIslands, timedVisitor, type TimedVisitor } from './page-clock.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const come = (options: Partial<Parameters<typeof timedVisitor>[1]> = {}) =>
  timedVisitor(browser, { url: app.url, ...options })
const [hour, day] = [3_600, 86_400]

const text = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.textContent.trim())
const message = (page: Page) => text(page, '.strip .message')
const waiting = (page: Page) => text(page, '.waiting')
const clock = async (page: Page, section: string) =>
  (await page.locator(`#${section} .clock .num`).allInnerTexts()).join(':')
const urgency = (page: Page) => text(page, '.urgency')
const announced = (page: Page) => page.locator('#final [role="status"].hide').innerText()
const pause = (page: Page) => page.locator('[data-pause]').first()
const toTheEnd = async (page: Page) => {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await page.locator('.urgency').waitFor()
}

/** Each test goes on where the one before it ended. */
describe('a visitor of more than an hour', () => {
  let sanne: TimedVisitor
  beforeAll(async () => {
    sanne = await come()
  })
  afterAll(() => sanne.leave())

  test('[TOP-2] the strip shows its three messages for two seconds each', async () => {
    const shown = [await message(sanne.page)]
    for (let step = 0; step < 6; step++) {
      await sanne.pass(1)
      shown.push(await message(sanne.page))
    }
    const [spots, full, last] = [
      'This Batch: 8 Early Access Spots Left',
      '92% Full - Final Batch Opens in Hours',
      'Last Call - Elite Access Closing Soon',
    ]
    expect(shown).toEqual([spots, full, full, last, last, spots, spots])
    await sanne.pass(23)
    expect(await message(sanne.page)).toBe('This Batch: 7 Early Access Spots Left')
  })

  test('[TIME-1] [TIME-2] [TIME-3] [TIME-4] the countdown that is first shown after 90 s has 90 s less; its urgency level rises at 180, 120 and 60 minutes, names the timer and is announced once each time; it ends at zero', async () => {
    const { page } = sanne
    await sanne.pass(60)
    await toTheEnd(page)
    const name = () => page.locator('#final').getByRole('timer').getAttribute('aria-label')
    const said = async () => [await urgency(page), await name(), await announced(page)]
    const today = 'Elite access ends today!'
    expect(await clock(page, 'final')).toBe('04:45:53')
    expect(await said()).toEqual([today, today, ''])
    let passed = 90
    for (const [atS, level, words] of [
      [6_450, '1', 'LIMITED TIME - Less than 3 hours!'],
      [10_050, '2', 'HURRY UP - Only 2 hours left!'],
      [13_650, '3', 'LAST CHANCE - Access closes in 60 minutes!'],
    ] as const) {
      await sanne.sleep(atS - 1 - passed)
      expect(await urgency(page)).not.toBe(words)
      await sanne.pass(1)
      passed = atS
      expect(await said()).toEqual([words, words, words])
      expect(await page.locator('.urgency').getAttribute('data-level')).toBe(level)
    }
    await sanne.sleep(4 * hour + 47 * 60 + 20 - passed)
    expect(await clock(page, 'final')).toBe('00:00:03')
    await sanne.pass(30)
    expect(await clock(page, 'final')).toBe('00:00:00')
  })

  test('[TOP-3] [HERO-9] the spots of the strip fall to 3 and no further in an hour, in which the waiting people do not rise, as chance has it', async () => {
    await sanne.pass(hour)
    const spots = 'This Batch: 3 Early Access Spots Left'
    // It is one of three messages.
    for (let step = 0; step < 6 && (await message(sanne.page)) !== spots; step++)
      await sanne.pass(1)
    expect(await message(sanne.page)).toBe(spots)
    expect(await waiting(sanne.page)).toBe('1,247 people waiting')
  })
})

test('[LANG-7] a counter of a Dutch page goes on in Dutch', async () => {
  const sanne = await come({ url: `${app.url}/nl/`, chance: 0.29 })
  expect(await waiting(sanne.page)).toBe('1.247 mensen wachten')
  await sanne.pass(10)
  expect(await waiting(sanne.page)).toBe('1.248 mensen wachten')
  await sanne.leave()
})

describe('the strip', () => {
  test('[TOP-1] is hidden, its place held, until its script has mounted, and fades in then', async () => {
    const sanne = await visitor(browser, moving)
    const letGo = await holdBack(sanne.page, '**/index-*.js')
    const play = await playbackOf(sanne.page)
    // The next test's three seconds do not pass meanwhile.
    await play(0)
    await sanne.page.goto(app.url)
    const strip = sanne.page.locator('.strip')
    expect(await strip.isVisible()).toBe(false)
    const place = await strip.boundingBox()
    await play(1)
    letGo()
    await strip.and(sanne.page.locator('[data-mounted]')).waitFor()
    expect(
      await strip.evaluate((element) => getComputedStyle(element).transitionProperty),
    ).toContain('opacity')
    await expect
      .poll(() => strip.evaluate((element) => getComputedStyle(element).opacity))
      .toBe('1')
    expect(await strip.boundingBox()).toEqual(place)
    await sanne.leave()
  })

  test('[TOP-1] is shown after three seconds where no script mounts', async () => {
    const sanne = await visitor(browser, moving)
    await sanne.page.route('**/*.js', (route) => route.abort())
    const play = await playbackOf(sanne.page)
    await play(0)
    await sanne.page.goto(app.url, { waitUntil: 'commit' })
    const strip = sanne.page.locator('.strip')
    expect(
      await strip.evaluate((element) => {
        const { animationDelay, animationFillMode } = getComputedStyle(element)
        return [animationDelay, animationFillMode]
      }),
    ).toEqual(['3s', 'forwards'])
    expect(await strip.isVisible()).toBe(false)
    await play(30)
    await strip.waitFor()
    await sanne.leave()
  })

  /** Sets how fast the page's animations run, from before its load on. */
  async function playbackOf(page: Page) {
    const animations = await page.context().newCDPSession(page)
    await animations.send('Animation.enable')
    return (playbackRate: number) => animations.send('Animation.setPlaybackRate', { playbackRate })
  }

  test('[TOP-1] is simply shown without script', async () => {
    const sanne = await visitor(browser, { javaScriptEnabled: false })
    await sanne.page.goto(app.url)
    expect(await sanne.page.locator('.strip').isVisible()).toBe(true)
    expect(await sanne.page.locator('[data-pause]:visible').count()).toBe(0)
    await sanne.leave()
  })
})

/** Each test goes on where the one before it ended. */
describe('the timers', () => {
  let sanne: TimedVisitor
  beforeAll(async () => {
    sanne = await come()
  })
  afterAll(() => sanne.leave())

  test('[EXC-4] [HERO-10] [TIME-1] [TIME-3] [FLOW-4] a second after the load each timer reads in one line what it shows, and copies as that; none is read out by itself', async () => {
    const { page } = sanne
    await toTheEnd(page)
    for (const [section, words] of [
      ['early-bird', '6 dagen 23 uren 59 minuten 59 seconden'],
      ['exclusivity', '24 hours 41 minutes 22 seconds'],
      ['final', '04 hours 47 minutes 22 seconds'],
    ] as const) {
      const timer = page.locator(`#${section}`).getByRole('timer')
      expect(await timer.textContent()).toBe(words)
      expect(await timer.ariaSnapshot()).toMatch(new RegExp(`^- timer ".+": ${words}$`))
      // As it is shown: the labels are in capitals.
      expect(await timer.evaluate(copied)).toBe(words.toUpperCase())
    }
    expect(await clock(page, 'early-bird')).toBe('6:23:59:59')
    expect(await clock(page, 'final')).toBe('04:47:22')
    expect(await page.locator('.urgency').getAttribute('data-level')).toBe('0')
    expect(await page.locator('[role="timer"]').count()).toBe(3)
    expect(
      await page
        .locator(
          '[role="timer"] [aria-live], [aria-live] [role="timer"], [role="timer"][aria-live], [role="status"] [role="timer"]',
        )
        .count(),
    ).toBe(0)
  })

  function copied(one: Element): string {
    getSelection()!.selectAllChildren(one)
    return String(getSelection())
  }

  test('[EXC-4] borrows from minutes and hours, each hour of its day, and stops at zero', async () => {
    await sanne.pass(23)
    expect(await clock(sanne.page, 'exclusivity')).toBe('24:40:59')
    for (let left = 23; left >= 0; left--) {
      await sanne.sleep(hour)
      expect(await clock(sanne.page, 'exclusivity')).toBe(`${String(left).padStart(2, '0')}:40:59`)
    }
    await sanne.sleep(40 * 60 + 56)
    await sanne.pass(2)
    expect(await clock(sanne.page, 'exclusivity')).toBe('00:00:01')
    await sanne.pass(1)
    expect(await clock(sanne.page, 'exclusivity')).toBe('00:00:00')
    await sanne.pass(120)
    expect(await clock(sanne.page, 'exclusivity')).toBe('00:00:00')
  })

  test('[HERO-10] seven days: each day, the last second, and nothing after it', async () => {
    // The tests before took a day, 43 minutes and 22 s.
    const since = day + 23 + 40 * 60 + 59 + 120
    expect(await clock(sanne.page, 'early-bird')).toBe('5:23:16:37')
    await sanne.sleep(day - (since - day))
    for (const left of [4, 3, 2, 1, 0]) {
      expect(await clock(sanne.page, 'early-bird')).toBe(`${left}:23:59:59`)
      await sanne.sleep(left > 0 ? day : day - 3)
    }
    expect(await clock(sanne.page, 'early-bird')).toBe('0:00:00:02')
    await sanne.pass(2)
    expect(await clock(sanne.page, 'early-bird')).toBe('0:00:00:00')
    await sanne.pass(60)
    expect(await clock(sanne.page, 'early-bird')).toBe('0:00:00:00')
  })
})

/** Each test goes on where the one before it ended. */
describe('time, on a phone of who prefers less motion,', () => {
  let sanne: TimedVisitor
  beforeAll(async () => {
    sanne = await come({ width: 360, chance: 0.29, reducedMotion: 'reduce' })
  })
  afterAll(() => sanne.leave())
  const chanceIs = (chance: number) =>
    sanne.page.evaluate((chance) => {
      Math.random = () => chance
    }, chance)

  test('[HERO-9] [FX-7] the waiting people rise by one to three every ten seconds, as chance has it; reduced motion stops what moves, not what counts', async () => {
    await sanne.pass(9)
    expect(await waiting(sanne.page)).toBe('1,248 people waiting')
    expect(await clock(sanne.page, 'exclusivity')).toBe('24:41:13')
    expect(await message(sanne.page)).toBe('Last Call - Elite Access Closing Soon')
    await sanne.pass(10)
    expect(await waiting(sanne.page)).toBe('1,249 people waiting')
    await chanceIs(0.3)
    await sanne.pass(60)
    expect(await waiting(sanne.page)).toBe('1,249 people waiting')
    await chanceIs(0.29)
  })

  test('[TIME-4] [FX-8] while a computer sleeps for two hours, or its page is hidden, counters make up nothing and then begin a new interval; timers show the time that went by', async () => {
    const { page } = sanne
    const shown = async () => [await clock(page, 'exclusivity'), await waiting(page)]
    await sanne.pass(8)
    await sanne.sleep(2 * hour)
    expect(await shown()).toEqual(['22:39:55', '1,249 people waiting'])
    await sanne.pass(9)
    expect(await waiting(page)).toBe('1,249 people waiting')
    await sanne.pass(1)
    expect(await waiting(page)).toBe('1,250 people waiting')
    await sanne.pass(8)
    await hide(page)
    await sanne.pass(60)
    expect(await clock(page, 'exclusivity')).toBe('22:39:37')
    await hide(page, false)
    expect(await shown()).toEqual(['22:38:37', '1,250 people waiting'])
    await sanne.pass(10)
    expect(await waiting(page)).toBe('1,251 people waiting')
  })

  test('[TIME-4] hundreds of ticks store nothing, as the next page starts again, and move nothing: CLS 0', async () => {
    const { page } = sanne
    await page.evaluate(countShifts)
    await page.evaluate(() => {
      localStorage.clear()
      Storage.prototype.setItem = (key) => console.error(`stored: ${key}`)
    })
    await sanne.pass(600)
    expect(sanne.complaints).toEqual([])
    await page.evaluate(() => document.querySelector('#early-bird')!.scrollIntoView())
    await sanne.pass(100)
    expect(await shiftsSoFar(page)).toBe(0)
  })

  test('[TIME-4] a clock that jumps back by days adds nothing; forward, it counts as sleep', async () => {
    const { page } = sanne
    const now = await page.evaluate(() => Date.now())
    expect(await clock(page, 'exclusivity')).toBe('22:26:47')
    await page.clock.setSystemTime(now - 3 * day * 1_000)
    await sanne.pass(2)
    expect(await clock(page, 'exclusivity')).toBe('22:26:46')
    await page.clock.setSystemTime(now + 2_000 + hour * 1_000)
    await sanne.pass(1)
    expect(await clock(page, 'exclusivity')).toBe('00:00:00')
  })
})

/** Each test goes on where the one before it ended. */
describe("'Pause live updates'", () => {
  let sanne: TimedVisitor
  beforeAll(async () => {
    sanne = await come({ chance: 0.29 })
  })
  afterAll(() => sanne.leave())

  test('[FX-8] stands first after the skip link, and again in the footer; it stops rotation, counters and digits, and says so on both buttons', async () => {
    const { page } = sanne
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await pause(page).evaluate((element) => element === document.activeElement)).toBe(true)
    const named = { name: 'Pause live updates' }
    expect(await page.getByRole('button', named).count()).toBe(2)
    expect(await page.locator('footer').getByRole('button', named).count()).toBe(1)
    expect(await pause(page).getAttribute('aria-pressed')).toBe('false')
    await pause(page).click()
    await toTheEnd(page)
    await expectStillness()
  })

  test('[FX-8] resumed, timers show what is left by then, and counters make up no tick', async () => {
    await pause(sanne.page).click()
    expect([
      await clock(sanne.page, 'exclusivity'),
      await waiting(sanne.page),
      await message(sanne.page),
    ]).toEqual(['24:39:22', '1,247 people waiting', 'This Batch: 8 Early Access Spots Left'])
    await sanne.pass(10)
    expect(await waiting(sanne.page)).toBe('1,248 people waiting')
  })

  test('[FX-8] at the next visit too it stops rotation, counters and digits, and says so on both buttons', async () => {
    await pause(sanne.page).click()
    await sanne.page.reload()
    await hydrateIslands(sanne.page)
    await expectStillness()
  })

  async function expectStillness() {
    const { page, pass } = sanne
    expect(await page.locator('[data-pause][aria-pressed="true"]').count()).toBe(2)
    const before = await all(page)
    await pass(120)
    expect(await all(page)).toEqual(before)
  }

  test('[FX-8] with storage that throws it holds for this visit', async () => {
    const { page } = sanne
    await page.evaluate(() =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('forbidden')
        },
      }),
    )
    await pause(page).click()
    const paused = await all(page)
    await sanne.pass(60)
    expect(await all(page)).not.toEqual(paused)
    await pause(page).click()
    const before = await all(page)
    await sanne.pass(60)
    expect(await all(page)).toEqual(before)
    expect(sanne.complaints).toEqual([])
  })
})

const all = async (page: Page) => [
  await message(page),
  await waiting(page),
  await clock(page, 'early-bird'),
  await clock(page, 'exclusivity'),
]
