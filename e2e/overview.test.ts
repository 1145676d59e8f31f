import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDashboardStates } from '../scripts/dashboard-states-server.ts'
import { dashboardStates } from '../src/dashboard/states/list.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths, measureInTurn } from './measures.ts'

const statesOf = (screen: string) =>
  dashboardStates.map(({ name }) => name).filter((name) => name.startsWith(screen))
const states = statesOf('overview')
let server: Awaited<ReturnType<typeof serveDashboardStates>>
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([
    serveDashboardStates(join(import.meta.dirname, '../dist')),
    openBrowser(),
  ])
})
afterAll(() => server.close())

test('[DASH-8] from 320 to 1280 px every state of the overview, of the line and of its waves fits the window, can be pressed and passes axe', async () => {
  const { page, leave } = await visitor(browser)
  const names = [...states, ...statesOf('line'), ...statesOf('wave')]
  const urls = names.map((name) => `${server.url}/${name}`)
  await measureInTurn(page, urls, async (url) =>
    expect([url, await faultsAtWidths(page, [320, 390, 800, 1280])]).toEqual([url, []]),
  )
  await leave()
})

test('[DASH-8] on a phone the numbers of each wave stand in three columns, below its state', async () => {
  const { page, leave } = await visitor(browser)
  await page.goto(`${server.url}/waves`)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const lefts = await page
      .locator('.waves td[data-label]')
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))
    const [first, second, third] = lefts
    expect(new Set(lefts).size).toBe(3)
    expect(Math.abs(second! - first! - (third! - second!))).toBeLessThanOrEqual(1)
  }
  await leave()
})

test('[DASH-8] with forced colors the chosen screen and range are underlined', async () => {
  const { page, leave } = await visitor(browser, { forcedColors: 'active' })
  await page.goto(`${server.url}/line`)
  for (const chosen of await page.locator('[aria-current]').all())
    expect(await chosen.evaluate((one) => getComputedStyle(one).textDecorationLine)).toBe(
      'underline',
    )
  expect(await page.locator('[aria-current]').count()).toBe(2)
  await leave()
})

test('[DASH-3] within 1280 x 800 stand the figure, its change, the sources, what is in order, and the week by the hour', async () => {
  const { page, leave } = await visitor(browser, { width: 1280, javaScriptEnabled: false })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${server.url}/overview`)
  for (const shown of [
    page.locator('.big .num'),
    page.getByText(/^\+[\d.]+% on the 7 days before, both up to/),
    page.locator('.from'),
    page.getByText('In order: mail, backup, https'),
    page.locator('.needles .plot svg').last(),
    page.locator('.needles').getByRole('row', { name: 'Joined' }),
  ]) {
    const box = await shown.boundingBox()
    expect(box!.y + box!.height).toBeLessThanOrEqual(800)
  }
  await leave()
})

test('[DASH-3] the overview is printed on one page', async () => {
  const { page, leave } = await visitor(browser, { width: 1280 })
  for (const name of states.filter((state) => state !== 'overview-sources')) {
    await page.goto(`${server.url}/${name}`)
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect([name, pdf.match(/\/Type \/Page\b/g)]).toEqual([name, ['/Type /Page']])
  }
  await leave()
})

test('[DASH-3] with forced colors the series and the marks stay visible', async () => {
  const { page, leave } = await visitor(browser, { width: 1280, forcedColors: 'active' })
  await page.goto(`${server.url}/overview-trouble`)
  const strokeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).stroke)
  const background = await page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  )
  for (const selector of ['.needles .joined', '.todo svg', '.dim[data-accent]'])
    expect([selector, await strokeOf(selector)]).not.toEqual([selector, background])
  await leave()
})
