import { chromium, type Page } from 'playwright-core'
import { chromiumArgs, needChromium } from '../scripts/chromium.ts'
import type { Series } from './report.ts'
import { claim, median, startBench } from './measure.ts'

const slowdown = 4
const rounds = 5
const bound = 100

/** Runs in the page: notes the longest event of each interaction, as INP does. */
const noteEvents = `
  globalThis.interactions = new Map()
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/**
 * Runs in the page: the longest interaction so far. Events below 16 ms are not reported and count
 * as 0.
 */
const longest = `new Promise((done) => requestAnimationFrame(() => setTimeout(() =>
  done(Math.max(0, ...interactions.values())), 300)))`

/** Runs in the page: resolves after the next frame. */
const afterFrame = `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`

type Press = { label: string; measure: (page: Page, url: string, round: number) => Promise<number> }

/** Milliseconds from a press to the next frame (INP), on a processor four times slower. */
export async function clicks(): Promise<Series[]> {
  const server = await startBench('dist/fuel/server/main.js')
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
  try {
    const url = `http://localhost:${server.port}/`
    const values: Series['values'] = []
    for (const { label, measure } of presses) {
      const ms: number[] = []
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
        ms.push(await measure(await context.newPage(), url, round))
        await context.close()
      }
      const value = median(ms)
      claim(
        `ms from ${label} to the next frame, median of ${rounds}, ${slowdown}x slower`,
        value,
        value < bound,
        `under ${bound}`,
      )
      values.push({ label, value })
    }
    return [
      {
        title: 'From a press to the next frame',
        unit: `ms, processor ${slowdown}x slower`,
        values: [...values, { label: 'promised under', value: bound }],
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const presses: readonly Press[] = [
  {
    label: 'the press on the button of the form',
    async measure(page, url, round) {
      await load(page, url)
      await page.locator('#hero-email').fill(`clicks.${round}.${Date.now()}@fuel.example`)
      return longestOf(page, async () => {
        await press(page, '#hero .form .btn')
        await page.locator('#hero .welcome').waitFor()
      })
    },
  },
  {
    label: 'four answers of the quiz',
    async measure(page, url) {
      await load(page, url)
      await page.locator('[data-cta="lead-magnet"]').scrollIntoViewIfNeeded()
      await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
      await page.locator('[data-cta="lead-magnet"]').click()
      await page.locator('#quiz-modal[open]').waitFor()
      return longestOf(page, async () => {
        for (let question = 1; question <= 4; question++) {
          const title = await page.locator('dialog[open] h2').first().textContent()
          await press(page, '#quiz-modal .choice')
          await page.waitForFunction(
            `document.querySelector('dialog[open] h2')?.textContent !== ${JSON.stringify(title)}`,
          )
        }
      })
    },
  },
  {
    label: 'the press that minimizes a bar',
    measure: async (page, url) => pressInBar(page, url, '.fold'),
  },
  {
    label: 'the press that closes a bar',
    measure: async (page, url) => pressInBar(page, url, '.close'),
  },
]

async function pressInBar(page: Page, url: string, button: string): Promise<number> {
  await load(page, url)
  await page.evaluate('scrollTo(0, 1500)')
  await page.locator('.dock .fold').waitFor()
  return longestOf(page, () => press(page, `.dock ${button}`))
}

/**
 * Moves the pointer onto the first match, waits until the page has responded to that, and presses.
 * `click` of Playwright does both at once, and lays out the page to find what it would hit.
 */
async function press(page: Page, selector: string) {
  await page.locator(selector).first().hover()
  await page.evaluate(afterFrame)
  await page.mouse.down()
  await page.mouse.up()
}

async function load(page: Page, url: string) {
  await page.goto(url)
  await page.locator('[data-island="overlays"][data-hydrated]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
}

async function longestOf(page: Page, act: () => Promise<unknown>): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(noteEvents)
  await page.evaluate('interactions.clear()')
  await act()
  return page.evaluate<number>(longest)
}
