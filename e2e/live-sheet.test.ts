import { resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveStates, serveLiveStates } from '../scripts/live-states.ts'
import { openBrowser, visitor } from './browser.ts'
import { findings } from './measures.ts'

let served: Awaited<ReturnType<typeof serveLiveStates>>
let browser: Browser
beforeAll(async () => {
  const dist = resolve(import.meta.dirname, '../dist')
  ;[served, browser] = await Promise.all([serveLiveStates(dist), openBrowser()])
})
afterAll(() => served.close())

test.each([320, 390, 768, 1280])(
  "[LIVE-6] [END-1] with live figures every state from nobody to the launch fits a window of %i px, and axe finds nothing but FX-6's rule",
  async (width) => {
    const sanne = await visitor(browser, { width, reducedMotion: 'reduce' })
    for (const { name } of liveStates) {
      await sanne.page.goto(`${served.url}/${name}`)
      await sanne.page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      const tooWide = await sanne.page.evaluate(
        () => document.documentElement.scrollWidth - innerWidth,
      )
      expect([name, tooWide]).toEqual([name, 0])
      expect([name, await findings(sanne.page)]).toEqual([name, ['meta-viewport']])
    }
    await sanne.leave()
  },
)
