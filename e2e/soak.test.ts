import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, moving } from './browser.ts'
import { countShifts, shiftsSoFar } from './measures.ts'
import { timedVisitor } from './page-clock.ts'
import { recordMeasurement } from '#test/measurements.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test('thirty minutes of ticking cause no growth, no layout shift, no announcement and no request', async () => {
  const sanne = await timedVisitor(browser, { ...moving, url: app.url, chance: 0.29 })
  const client = await sanne.page.context().newCDPSession(sanne.page)
  await sanne.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await sanne.page.locator('.urgency').waitFor()
  await sanne.page.evaluate(countShifts)
  // The engine's own caches grow for about half an hour.
  for (let minute = 0; minute < 30; minute++) await sanne.pass(60)
  await expect
    .poll(() => sanne.requests.some((path) => path.includes('particles.worker')))
    .toBe(true)
  const asked = sanne.requests.length
  const thirds = []
  for (let third = 0; third < 3; third++) {
    for (let minute = 0; minute < 10; minute++) await sanne.pass(60)
    thirds.push(await held(client))
  }
  recordMeasurement(
    `after each third: ${thirds.map(({ heapKb, nodes, listeners }) => `${heapKb} KB, ${nodes} nodes, ${listeners} listeners`).join('; ')}`,
  )
  const [, second, last] = thirds
  expect(last!.nodes).toBeLessThanOrEqual(second!.nodes)
  expect(last!.listeners).toBeLessThanOrEqual(second!.listeners)
  expect(last!.heapKb).toBeLessThanOrEqual(second!.heapKb + engineSlackKb)
  expect(await shiftsSoFar(sanne.page)).toBe(0)
  expect(sanne.complaints).toEqual([])
  const calls = sanne.requests.slice(asked)
  expect(calls.filter((path) => path !== '/events')).toEqual([])
  expect(calls.length).toBeLessThanOrEqual(30)
  await sanne.leave()
})

/**
 * What V8 keeps for itself moves by some kilobytes from one collection to the next; ten minutes of
 * a leak at every tick is far more.
 */
const engineSlackKb = 48

/** Collected twice: what the first frees may hold what the second can. */
async function held(client: CDPSession) {
  for (let round = 0; round < 2; round++) await client.send('HeapProfiler.collectGarbage')
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters')
  const { usedSize } = await client.send('Runtime.getHeapUsage')
  return { heapKb: Math.round(usedSize / 1_024), nodes, listeners: jsEventListeners }
}
