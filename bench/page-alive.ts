import { chromium, type CDPSession } from 'playwright-core'
import { chromiumArgs, needChromium } from '../scripts/chromium.ts'
import type { Series } from './report.ts'
import { claim, startBench } from './measure.ts'

const slowdown = 4
const measuredS = 30
const toThe = { top: 'scrollTo(0, 0)', end: 'scrollTo(0, document.documentElement.scrollHeight)' }
const counted = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration']

/**
 * How busy the page's main thread is with everything ticking: milliseconds of script, style and
 * layout a second, on a processor four times slower.
 */
export async function pageAlive(): Promise<Series[]> {
  const values: Series['values'] = []
  const server = await startBench('dist/fuel/server/main.js')
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`http://localhost:${server.port}/`)
    await page.locator('[data-island="strip"][data-hydrated]').waitFor()
    await page.evaluate(toThe.end)
    await page.locator('.urgency').waitFor()
    const client = await page.context().newCDPSession(page)
    await client.send('Performance.enable', { timeDomain: 'threadTicks' })
    await client.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    for (const [place, move] of [
      ['at the top', toThe.top],
      ['at the lazy block', toThe.end],
    ] as const) {
      await page.evaluate(move)
      await page.waitForTimeout(5_000)
      const before = await busySeconds(client)
      await page.waitForTimeout(measuredS * 1_000)
      const perSecond = (((await busySeconds(client)) - before) * 1_000) / measuredS
      claim(
        `ms of script and style a second ${place}, ${slowdown}x slower`,
        perSecond,
        perSecond <= 10,
        'at most 10',
      )
      values.push({ label: place, value: perSecond })
    }
    return [
      {
        title: 'Script, style and layout of the page at rest',
        unit: `ms a second, processor ${slowdown}x slower`,
        values: [...values, { label: 'promised at most', value: 10 }],
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function busySeconds(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return metrics
    .filter(({ name }) => counted.includes(name))
    .reduce((sum, { value }) => sum + value, 0)
}
