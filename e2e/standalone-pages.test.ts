import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { openBrowser, visitor, windows } from './browser.ts'
import { mailsTo } from './mails.ts'
import { findings, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test.each(['/privacy', '/line', '/no/such/path', '/confirm/unknown'])(
  "%s fills the page's columns at each width, and nothing reaches beyond them",
  async (path) => {
    const sanne = await visitor(browser)
    await sanne.page.goto(app.url + path)
    for (const width of [360, 768, 1280, 1600]) {
      await sanne.page.setViewportSize({ width, height: 800 })
      const { columns, reach } = await sanne.page.evaluate(() => {
        const { left, right } = document.querySelector('.foot')!.getBoundingClientRect()
        const parts = [...document.querySelectorAll('main .wrap :not(svg, svg *)')].map((part) =>
          part.getBoundingClientRect(),
        )
        return {
          columns: [left, right],
          reach: [
            Math.min(...parts.map((part) => part.left)),
            Math.max(...parts.map((part) => part.right)),
          ],
        }
      })
      // Large letters stand a few pixels out of the column, so that their stems do not.
      for (const side of [0, 1] as const)
        expect(Math.abs(reach[side]! - columns[side]!)).toBeLessThan(8)
      expect(await sanne.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await smallTargets(sanne.page)).toEqual([])
    }
    await sanne.leave()
  },
)

/** The pages of the links in a confirm mail to a new address. */
async function linkPages(email: string) {
  await joinByCall(app.url, email)
  const [mail] = await mailsTo(app, email)
  const [confirm, leave, me] = (['confirm', 'unsubscribe', 'me'] as const).map((kind) =>
    linkIn(mail!.text, kind),
  )
  return [confirm!, leave!, me!, `${me}/erase`, `${me}/consent`, `${app.url}/nowhere`]
}

test.each(windows(360, 390, 768, 1280, 1600))(
  '[ROUTE-5] at %i px each page of a mail has its title in lines as wide as the column, and the drawing beside or below it',
  async (width) => {
    const noor = await visitor(browser, { width, javaScriptEnabled: false })
    for (const path of await linkPages(`noor.${width}@fuel.example`)) {
      await noor.page.goto(path)
      const { lines, measure, title, drawing } = await noor.page.evaluate(async () => {
        await document.fonts.ready
        const h1 = document.querySelector('h1')!
        const widthOf = (line: Element) => {
          const range = document.createRange()
          range.selectNodeContents(line)
          return range.getBoundingClientRect().width
        }
        return {
          lines: [...h1.children].map((line) => ({ text: line.textContent, is: widthOf(line) })),
          measure: h1.getBoundingClientRect().width,
          title: h1.getBoundingClientRect(),
          drawing: document.querySelector('.unit')!.getBoundingClientRect(),
        }
      })
      expect(lines.length).toBeGreaterThan(0)
      for (const { text, is } of lines.filter(({ text }) => text !== '404'))
        // BRAND-5: sizes go in steps, by a table of letter widths.
        expect(Math.abs(is / measure - 1), `${text} at ${width} px`).toBeLessThan(0.03)
      if (width >= 1024) expect(drawing.left).toBeGreaterThan(title.right)
      else expect(drawing.top).toBeGreaterThan(title.bottom)
      expect(drawing.right).toBeLessThanOrEqual(width)
      expect(await noor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await noor.leave()
  },
)

test('the pages of a mail pass axe, and their links and buttons show the focus', async () => {
  const daan = await visitor(browser)
  for (const path of await linkPages('daan@fuel.example')) {
    await daan.page.goto(path)
    // FX-6 fixes that visitors may not scale the page, which is the campaign's switch.
    expect(await findings(daan.page)).toEqual([])
    await daan.page
      .locator('main')
      .getByRole('link')
      .or(daan.page.getByRole('button'))
      .first()
      .focus()
    await daan.page.keyboard.press('Shift+Tab')
    await daan.page.keyboard.press('Tab')
    expect(
      await daan.page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle),
    ).toBe('solid')
  }
  await daan.leave()
})

test('[ROUTE-5] after the press in the mail the next step is the quiz, and the way back is small below it', async () => {
  const lotte = await visitor(browser, { width: 390 })
  const [confirm] = await linkPages('lotte@fuel.example')
  await lotte.page.goto(confirm!)
  await lotte.page.getByRole('button', { name: 'Confirm my spot' }).click()
  await lotte.page.getByRole('heading', { name: 'You are in.' }).waitFor()
  expect(await lotte.page.getByRole('link', { name: 'Back to the home page' }).isVisible()).toBe(
    true,
  )
  await lotte.page.getByRole('link', { name: 'Find my type' }).click()
  await expect.poll(() => new URL(lotte.page.url()).pathname).toBe('/quiz/1')
  await lotte.leave()
})
