import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivo } from '#contract/theme/face.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'

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
    const session = await sanne.page.context().newCDPSession(sanne.page)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'h1',
    })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    expect(fonts.map(({ familyName }) => familyName)).toEqual([
      expect.stringContaining(archivo.family),
    ])
    await sanne.leave()
  },
)
