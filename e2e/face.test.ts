import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inLanguages } from '#campaign/in-languages.ts'
import { campaign } from '#campaign'
import { archivo } from '#contract/theme/face.ts'
import { textsOf } from '#test/campaign-texts.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { moving, open, openBrowser, visitor } from './browser.ts'
import { countShifts, shiftsOf } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test.each(['Eén plek is van jou, vóór de lancering', 'É È Ê Ë é è ê ë ï ó ö ü ç ‘zo’ en “zo”'])(
  '[BRAND-5] a headline of %j has no letter of another typeface',
  async (headline) => {
    const sanne = await visitor(browser)
    await sanne.page.goto(`${app.url}/nl/privacy`)
    await sanne.page.evaluate(async (text) => {
      document.querySelector('h1')!.textContent = text
      await document.fonts.ready
    }, headline)
    expect(await familiesOf(sanne.page, 'h1')).toEqual([expect.stringContaining(archivo.family)])
    await sanne.leave()
  },
)

test.each(campaign.languages)(
  'every letter and sign of the texts in %s is in the typeface of text',
  async (language) => {
    const sanne = await visitor(browser)
    await sanne.page.goto(`${app.url}/privacy`)
    const characters = [...new Set(textsOf(inLanguages[language]).join(''))].join('')
    // Loaded by hand: as the page declares it, a slow machine leaves it out.
    await sanne.page.evaluate(async (text) => {
      const { href } = document.querySelector<HTMLLinkElement>('link[href*="archivo-400"]')!
      document.fonts.add(await new FontFace('Probe', `url(${href})`).load())
      const line = document.querySelector<HTMLElement>('main p')!
      line.style.fontFamily = 'Probe'
      line.textContent = text
    }, characters)
    expect(await familiesOf(sanne.page, 'main p')).toEqual([
      expect.stringContaining(archivo.family),
    ])
    await sanne.leave()
  },
)

test('the first visit reads in the typeface of the system, the next ones in that of the campaign', async () => {
  const sanne = await visitor(browser, moving)
  await open(sanne, app.url)
  expect((await familiesOf(sanne.page, '#hero .lead')).join()).not.toContain(archivo.family)
  await expect.poll(() => sanne.requests.join()).toContain('archivo-400')
  // A slow machine may leave it out for a page more.
  await expect
    .poll(async () => {
      await sanne.page.reload()
      return familiesOf(sanne.page, '#hero .lead')
    })
    .toEqual([expect.stringContaining(archivo.family)])
  await sanne.leave()
})

test.each([0, 60, 800])(
  'on a later visit nothing moves when the typeface of text comes after %i ms',
  async (delayMs) => {
    const sanne = await visitor(browser, moving)
    await sanne.page.addInitScript(() => localStorage.setItem('ascend.seen', '1'))
    await sanne.page.addInitScript(countShifts)
    await sanne.page.route(
      '**/archivo-400*.woff2',
      (route) => void setTimeout(() => void route.continue(), delayMs),
    )
    await open(sanne, app.url)
    await sanne.page.waitForFunction(() => document.fonts.status === 'loaded')
    expect(await shiftsOf(sanne.page)).toBe(0)
    await sanne.leave()
  },
)

/** The typefaces in which the text of an element is drawn. */
async function familiesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName }) => familyName)
}
