import { chromium, type Page } from 'playwright-core'
import { chromiumArgs, needChromium } from '../scripts/chromium.ts'
import type { Series } from './report.ts'
import { claim, median, startBench } from './measure.ts'

const slowdown = 4
const rounds = 7
/** Runs in the page: from the click's own time to the first frame after the dialog's `toggle`. */
const untilShown = `new Promise((shown) => {
  let clickedAt = 0
  document.addEventListener('click', ({ timeStamp }) => { clickedAt = timeStamp }, { capture: true, once: true })
  document.querySelector('#quiz-modal').addEventListener('toggle', () => {
    requestAnimationFrame(() => setTimeout(() => shown(performance.now() - clickedAt)))
  }, { once: true })
})`

/**
 * Milliseconds from the click on the invitation to the frame that shows the question, on a
 * processor four times slower, and what was asked for over the network meanwhile.
 */
export async function quizClick(): Promise<Series[]> {
  const server = await startBench('dist/fuel/server/main.js')
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
  try {
    const clicks = []
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
      clicks.push(await click(page, `http://localhost:${server.port}/`))
      await page.close()
    }
    const ms = median(clicks.map(({ ms }) => ms))
    const requests = Math.max(...clicks.map(({ requests }) => requests))
    claim(
      `ms from the click to the question, median of ${rounds}, ${slowdown}x slower`,
      ms,
      ms <= 200,
      'at most 200',
    )
    claim('requests by the click', requests, requests === 0, 'none')
    return [
      {
        title: 'From the click to the question',
        unit: `ms, processor ${slowdown}x slower`,
        values: [
          ...clicks.map((one, index) => ({ label: `visit ${index + 1}`, value: one.ms })),
          { label: 'promised at most', value: 200 },
        ],
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function click(page: Page, url: string) {
  await page.goto(url)
  await page.locator('[data-cta="lead-magnet"]').scrollIntoViewIfNeeded()
  await page.locator('[data-island="quiz"][data-hydrated]').waitFor()
  await page.waitForLoadState('networkidle')
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  let requests = 0
  page.on('request', () => void requests++)
  const shown = page.evaluate<number>(untilShown)
  await page.locator('[data-cta="lead-magnet"]').click()
  return { ms: await shown, requests }
}
