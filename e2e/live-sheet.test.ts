import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveStates, serveLiveStates } from '../scripts/live-states.ts'
import { openBrowser, visitor } from './browser.ts'
import { findings } from './measures.ts'

let served: Awaited<ReturnType<typeof serveLiveStates>>
let browser: Browser
beforeAll(async () => {
  const dist = resolve(import.meta.dirname, '../dist/fuel')
  ;[served, browser] = await Promise.all([serveLiveStates(dist), openBrowser()])
})
afterAll(() => served.close())

test("[LIVE-6] [END-1] with live figures every state from nobody to the launch fits windows of 320, 390, 768 and 1280 px, and axe finds nothing but FX-6's rule on the landing page at the first and the last", async () => {
  const { page, leave } = await visitor(browser, { width: 320 })
  for (const { name, facts } of liveStates) {
    const expected = facts.launch.state === 'open' ? ['meta-viewport'] : []
    await page.goto(`${served.url}/${name}`)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([name, width, tooWide]).toEqual([name, width, 0])
      if (width === 320 || width === 1280)
        expect([name, width, await findings(page)]).toEqual([name, width, expected])
    }
  }
  await leave()
})
