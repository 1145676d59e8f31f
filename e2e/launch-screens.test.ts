import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDashboardStates } from '../scripts/dashboard-states-server.ts'
import { launchStates } from '../src/dashboard/states/launch.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

let server: Awaited<ReturnType<typeof serveDashboardStates>>
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    serveDashboardStates(join(import.meta.dirname, '../dist')),
    openBrowser(),
  ])
})
afterAll(() => server.close())

test('[DASH-8] from 320 to 1280 px the screens of the launch fit the window, can be pressed and pass axe', async () => {
  const { page, leave } = await visitor(browser)
  for (const { name } of launchStates) {
    await page.goto(`${server.url}/${name}`)
    expect([name, await faultsAtWidths(page, [320, 390, 800, 1280])]).toEqual([name, []])
  }
  await leave()
})
