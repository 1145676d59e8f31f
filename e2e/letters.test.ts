import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDashboardStates } from '../scripts/dashboard-states-server.ts'
import { letterStates } from '../src/dashboard/states/letters.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths, measureInTurn } from './measures.ts'

const states = letterStates.map(({ name }) => name)
let server: Awaited<ReturnType<typeof serveDashboardStates>>
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    serveDashboardStates(join(import.meta.dirname, '../dist')),
    openBrowser(),
  ])
})
afterAll(() => server.close())

test('[DASH-8] every state of the letters’ screens fits the window and can be pressed from 320 to 1600 px, and passes axe at both', async () => {
  const { page, leave } = await visitor(browser)
  const urls = states.map((name) => `${server.url}/${name}`)
  await measureInTurn(page, urls, async (url) =>
    expect([url, await faultsAtWidths(page, [320, 390, 800, 1600])]).toEqual([url, []]),
  )
  await leave()
})

test('[DASH-8] a letter is written and sent by keyboard: each field and button is reached in its order', async () => {
  const { page, leave } = await visitor(browser, { width: 1280 })
  const reached = async (name: string) => {
    await page.goto(`${server.url}/${name}`)
    const names: string[] = []
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate(() => {
        const element = document.activeElement
        return element?.closest('main')
          ? (element.getAttribute('name') ?? '') + (element.getAttribute('value') ?? '')
          : null
      })
      if (focused !== null) names.push(focused)
      else if (names.length > 0) break
    }
    return names.filter((field) => field !== '')
  }
  const compose = (await reached('letter-compose')).map((field) => field.replace(/[A-Z].*/s, ''))
  expect(compose).toEqual([
    'type',
    'source',
    'docount',
    'lang',
    'subject',
    'preview',
    'body',
    'dosend',
    'dopreview',
    'dotest',
    'dosave',
  ])
  await page.goto(`${server.url}/letter-confirm`)
  await page.getByRole('button', { name: 'Send to 8,412 people' }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Back to the letter')
  await leave()
})

test('[LETTER-3] with forced colors the planned and the sent curve stay visible', async () => {
  const { page, leave } = await visitor(browser, { width: 1280, forcedColors: 'active' })
  await page.goto(`${server.url}/letter-sending`)
  const background = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  )
  for (const selector of ['.curve .plan', '.curve .sent']) {
    const stroke = await page
      .locator(selector)
      .evaluate((element) => getComputedStyle(element).stroke)
    expect([selector, stroke]).not.toEqual([selector, background])
  }
  await leave()
})
