import type { Browser, Page } from 'playwright-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { Figure } from '#campaigns/base/art.tsx'
import { gaugeShare, gaugeStage } from '#contract/figures/gauge-level.ts'
import type { LiveMessage } from '#contract/live/message.ts'
import { liveTexts } from '#contract/live/texts.ts'
import { setLaunchState } from '#server/launch/periods.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { confirmed } from '#test/in-line.ts'
import { countedOn } from '#test/live-figures.ts'
import {
  dialog,
  dock,
  eventually,
  leaveThroughTheTop,
  popupsHydrated,
  scrollTo,
  seconds,
  visit,
} from './visit.ts'
import {
  field,
  holdBack,
  hydrated,
  open,
  openBrowser,
  toast,
  visitor,
  type Visitor,
} from './browser.ts'

/** The end of the early-bird in the shipped campaign, 23:59 in Amsterdam. */
const earlyBirdEnd = Date.parse('2027-01-31T22:59:00Z')
const hour = 3_600_000

let clock = 0
let app: TestApp
let browser: Browser
let sanne: Visitor
beforeAll(async () => {
  browser = await openBrowser()
})

/** For the tests of a group: a server with an empty list, an hour before the offer ends. */
function serve() {
  beforeAll(async () => {
    clock = earlyBirdEnd - hour
    app = await startApp({ env: { FIGURES: 'live', OPT_IN: 'single' }, now: () => clock })
    return () => app.close()
  })
}

const { goal } = campaign.figures.launch.value

/** The stream as a server with so many people sends it, instead of the real one. */
async function countAt(
  registered: number,
  page = sanne.page,
  stage = gaugeStage({ registered, goal }),
) {
  const asked = await fetch(`${app.url}/live`, { headers: { accept: 'application/json' } })
  const message: LiveMessage = {
    ...((await asked.json()) as LiveMessage),
    ...liveTexts(countedOn(clock, { registered }), campaign),
    share: gaugeShare({ registered, goal }),
    stage,
  }
  await page.route('**/live', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `event: figures\ndata: ${JSON.stringify(message)}\n\n`,
    }),
  )
}

/** Somebody confirms, and pages from before are too old to be sent. */
async function registers(name: string) {
  await confirmed(await app.store(), [name], clock)
  clock += 10_000
}

const title = () => sanne.page.title()
const closedTitle = campaign.ends.closed.card.title.replace(/\.$/, '')
const patient = { timeout: 30_000 }

async function close() {
  const store = await app.store()
  const never = { until: null, listFirstUntil: null, eraseAt: null }
  await store.transact((trx) =>
    setLaunchState(trx, { state: 'closed', at: clock, by: 'anna@example.com', ...never }, clock),
  )
  await untilTitled(closedTitle)
}

const untilTitled = (title: string) =>
  expect.poll(async () => (await fetch(app.url)).text(), patient).toContain(`<title>${title}`)

/** Whether it is the page of the mark still, which a load removes. */
const mark = () => sanne.page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = () => sanne.page.evaluate(() => 'isMarked' in window)

/** Where the drawing's level stands by each part of it, in its units. */
const levels = () =>
  sanne.page.evaluate(() => {
    const unit = document.querySelector('.hero .unit')!
    const cy = (part: string) => Number(unit.querySelector(part)!.getAttribute('cy'))
    return {
      level: cy('ellipse.level'),
      next: cy('ellipse.next') + 6,
      joined: cy('.joined-dot circle') - 14,
      line: Number(/ ([\d.]+)H/.exec(unit.querySelector('[d^="M176"]')!.getAttribute('d')!)?.[1]),
      words: Number(unit.querySelector('.gauge > svg')!.getAttribute('height')),
    }
  })

/** Each test goes on where the one before it ended. */
describe('a page that stays open', () => {
  serve()
  beforeAll(async () => {
    sanne = await visitor(browser)
    // LIVE-4: a page is loaded again at a random moment of five seconds.
    await sanne.page.addInitScript(() => {
      Math.random = () => 0
    })
    await open(sanne, app.url)
  })
  afterAll(() => sanne.leave())

  test('[LIVE-6] [HERO-9] is loaded again by the first registration, and then has a level and counts who waits', async () => {
    const { page } = sanne
    const waits = () => page.locator('.mast .waiting b').textContent()
    const level = page.locator('.hero ellipse.level')
    expect([await level.count(), await waits()]).toEqual([0, 'Be the first to join'])
    await mark()
    await registers('mila')
    await expect.poll(isMarked, patient).toBe(false)
    await level.waitFor()
    expect(await waits()).toBe('1')
  })

  let letGo = () => {}

  test('[LIVE-5] is loaded again when an offer ends, and while somebody types only afterwards', async () => {
    const { page } = sanne
    const clocks = () => page.locator('#early-bird [data-live-ends]')
    expect(await clocks().getAttribute('data-ended')).toBeNull()
    await hydrated(page)
    await field(page).fill('sanne@')
    await mark()
    clock = earlyBirdEnd
    await expect.poll(() => clocks().getAttribute('data-ended'), patient).toBe('')
    expect(await isMarked()).toBe(true)
    letGo = await holdBack(page, '**/live')
    await field(page).fill('')
    await field(page).blur()
    await expect.poll(isMarked, patient).toBe(false)
    await clocks().waitFor()
    expect(await clocks().getAttribute('data-ended')).toBe('')
    expect(sanne.complaints).toEqual([])
  })

  test('[LIVE-4] [END-2] is shown as closed where the list closes between it and the first message of its stream', async () => {
    await close()
    expect(await title()).toBe(campaign.head.title)
    letGo()
    await expect.poll(title, patient).toContain(closedTitle)
  })
})

describe('a page whose clock the test holds', () => {
  serve()
  beforeAll(() => registers('mila'))
  afterEach(() => sanne.leave())

  test('[LIVE-4] [HERO-2] [BAR-2] the level of the drawing rises with the count, and all that lies at it; a bar that opens later, and its reminder, name the place that is next by then; [LIVE-5] a popup that is open when an offer ends goes with the page that is loaded again', async () => {
    let letGo = () => {}
    const start = async (page: Page) => {
      await countAt(4_000, page, 0)
      letGo = await holdBack(page, '**/live')
    }
    sanne = await visit(browser, app.url, { start })
    const { page } = sanne
    expect(await levels()).toEqual({ level: 505, next: 505, joined: 505, line: 505, words: 505 })
    letGo()
    await expect.poll(async () => (await levels()).words, patient).toBe(393)
    expect(await levels()).toEqual({ level: 393, next: 393, joined: 393, line: 393, words: 393 })
    expect(await page.locator('.gauge [data-live="nextPlace"]').textContent()).toBe('4,001')
    await scrollTo(page, 400)
    await seconds(page, 1)
    await expect.poll(() => dock(page).locator('.num').textContent(), patient).toBe('4,001')
    await dock(page).locator('.close').click()
    await seconds(page, 3)
    await expect.poll(() => toast(page).textContent(), patient).toContain('4,001')
    await popupGoesWithThePage(page)
    expect(sanne.complaints).toEqual([])
  })

  test('[BRAND-4] the level of any drawing rises, with all that lies at it', async () => {
    let letGo = () => {}
    const start = async (page: Page) => {
      await countAt(4_000, page, 0)
      letGo = await holdBack(page, '**/live')
    }
    sanne = await visit(browser, app.url, { start })
    const { page } = sanne
    const drawn = renderToStaticMarkup(createElement(Figure, { ...atNothing, level: 505 }))
    await page.locator('.hero .unit > svg').evaluate((svg, drawn) => {
      svg.innerHTML = drawn
    }, drawn)
    letGo()
    const bar = page.locator('.hero rect.level')
    await expect.poll(() => bar.getAttribute('y'), patient).toBe('393')
    expect(await bar.getAttribute('height')).toBe('112')
    const circles = page.locator('.hero circle[data-rise]')
    expect(await circles.evaluateAll((all) => all.map((one) => one.getAttribute('cy')))).toEqual([
      '407',
      '407',
      '407',
    ])
    expect(await page.locator('.hero path[data-rise]').getAttribute('d')).toBe('M166 393H210')
    expect(await page.locator('.hero .gauge > svg').getAttribute('height')).toBe('393')
  })

  const atNothing = {
    share: 0,
    scale: ['0', '', '', '', ''],
    state: 'open',
    hasAccess: false,
    dot: 'next',
    joining: { isLive: true, isAwaited: false },
  } as const

  async function popupGoesWithThePage(page: Page) {
    await page.unroute('**/live')
    await scrollTo(page, 0)
    await popupsHydrated(page)
    await leaveThroughTheTop(page)
    await page.clock.runFor(150)
    await dialog(page, 'exit-intent-second').waitFor()
    await mark()
    clock = earlyBirdEnd
    await eventually(page, isMarked).toBe(false)
    expect(await page.locator('dialog[open]').count()).toBe(0)
  }

  test('[LIVE-6] an open page that names the next place is loaded again, once, when the count passes half of the goal, and without storage too one that stays older than the messages', async () => {
    let loads = 0
    sanne = await visit(browser, app.url, {
      start: async (page) => {
        page.on('load', () => loads++)
        await page.addInitScript(forbidStorage)
        await countAt(5_001, page)
      },
    })
    const { page } = sanne
    await eventually(page, () => Promise.resolve(loads)).toBe(2)
    const next = page.locator('.gauge [data-live="nextPlace"]')
    await eventually(page, () => next.textContent()).toBe('5,002')
    await seconds(page, 20)
    expect([loads, await page.evaluate(() => history.state as unknown)]).toEqual([
      2,
      { reloaded: [expect.stringMatching(/ 4$/)] },
    ])
  })

  test('[LIVE-4] [FORM-9] the page that answers a form follows the count, and is not loaded again', async () => {
    const answer = await fetch(`${app.url}/join`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: app.url },
      body: new URLSearchParams({ email: 'sanne@fuel.example', placement: 'hero' }),
    })
    sanne = await visitor(browser)
    await countAt(5_001)
    await sanne.page.goto(new URL(answer.headers.get('location')!, app.url).href)
    const next = sanne.page.locator('.gauge [data-live="nextPlace"]')
    await expect.poll(() => next.textContent(), patient).toBe('5,002')
    expect(await sanne.page.evaluate(() => history.state as unknown)).toBeNull()
  })
})

function forbidStorage() {
  for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new Error('forbidden')
      },
    })
}
