import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { linkIn } from '#test/visitor.ts'
import { eventually, visit } from './visit.ts'
import {
  hydrated,
  button,
  field,
  join,
  laidOut,
  open,
  openBrowser,
  joinedLine,
  visitor,
  welcome,
  widths,
  moving,
} from './browser.ts'
import { countShifts, findings, shiftsOf } from './measures.ts'
import { mailsTo } from './mails.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const line = async (page: Page, section: string) =>
  (await joinedLine(page, section).innerText()).replaceAll(/\s+/g, ' ')
const another = (page: Page, section: string) =>
  joinedLine(page, section).getByRole('button', { name: 'Use another address' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.closest('.capture')?.id)
const confirming = 'You’re in. Now confirm by email. Use another address'

describe.each(widths)('[FORM-9] at %i px', (width) => {
  test('after a sign-up, and not before, every other form of the page is a line, at later visits each form, and nothing moves; a link to a form leads to its line or panel, and focuses the button there', async () => {
    const sanne = await visitor(browser, { ...moving, width })
    const { page } = sanne
    await page.addInitScript(countShifts)
    await open(sanne, app.url)
    expect([await page.locator('.joined').count(), await visibleLines(page)]).toEqual([2, 0])
    await join(page, `sanne.line${width}@fuel.example`)
    await welcome(page).waitFor()
    expect([
      await line(page, 'final'),
      await field(page, 'final').isVisible(),
      await visibleLines(page),
    ]).toEqual([confirming, false, 1])
    expect(await shiftsOf(page)).toBe(0)
    await page.locator('[data-cta="social-proof-cta"]').click()
    await expect.poll(() => atButton(page)).toEqual(['use another address', 'welcome', true])
    await isLinesAtNextVisit(page)
    for (const link of ['[data-cta="product-cta"]', '[data-cta="social-proof-cta"]', '.skip']) {
      await page.locator(link).focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => atButton(page)).toEqual(['Use another address', 'joined', true])
    }
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  })
})

test('[FORM-9] at 320 px the link to privacy has 44 px, and the button of the line stands below a text of two lines', async () => {
  const sanne = await visitor(browser, { ...moving, width: 320 })
  const { page } = sanne
  await open(sanne, app.url)
  const privacy = await page.locator('.hero .consent a').boundingBox()
  expect(Math.min(privacy!.width, privacy!.height)).toBeGreaterThanOrEqual(44)
  await join(page, 'sanne.narrow@fuel.example')
  await welcome(page).waitFor()
  await page.goto(app.url)
  const shown = joinedLine(page, 'hero')
  const text = (await shown.locator('b').boundingBox())!
  const pressed = (await another(page, 'hero').boundingBox())!
  expect([text.height > 30, pressed.y >= text.y + text.height - 1]).toEqual([true, true])
  await sanne.leave()
})

async function isLinesAtNextVisit(page: Page) {
  await page.goto(app.url)
  expect([
    await line(page, 'hero'),
    await field(page).isVisible(),
    await page.locator('.welcome').count(),
  ]).toEqual([confirming, false, 0])
  await hydrated(page)
  await laidOut(page)
  expect([await line(page, 'final'), await shiftsOf(page), await findings(page)]).toEqual([
    confirming,
    0,
    ['meta-viewport'],
  ])
}

const visibleLines = (page: Page) => page.locator('.joined:visible').count()

/** The focused button, the line or panel that it is in, and whether it is in the window. */
const atButton = (page: Page) =>
  page.evaluate(() => {
    const { top, bottom } = document.activeElement!.getBoundingClientRect()
    return [
      document.activeElement!.textContent,
      document.activeElement!.closest('.welcome, .joined')?.className,
      top >= 0 && bottom <= innerHeight,
    ]
  })

test("[FORM-9] 'Use another address' in a line brings its form back with its text, and a sign-up there makes the others lines", async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  await field(page, 'final').fill('half an addr')
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await join(page, 'sanne.one@fuel.example')
  await welcome(page).waitFor()
  await another(page, 'final').click()
  expect([
    await field(page, 'final').inputValue(),
    await focused(page),
    await joinedLine(page, 'final').isVisible(),
  ]).toEqual(['half an addr', 'final-form', false])
  await field(page, 'final').fill('sanne.two@fuel.example')
  await button(page, 'final').click()
  await page.locator('#final .welcome').waitFor()
  expect(await page.locator('#final .welcome').textContent()).toContain('sanne.two@fuel.example')
  await sanne.leave()
})

test("[FORM-9] once this browser has confirmed the line is 'You’re in.'; 'Use another address' in it brings its form alone back, and a further sign-up there changes no line; who has left sees the forms again, and no bar", async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  const email = 'sanne.confirms@fuel.example'
  await open(sanne, app.url)
  await join(page, email)
  await welcome(page).waitFor()
  const [mail] = await mailsTo(app, email)
  await page.goto(linkIn(mail?.text ?? '', 'confirm'))
  await page.getByRole('button').click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ascend.joined'))).toBe('2')
  await page.goto(app.url)
  await hydrated(page)
  expect([await line(page, 'hero'), await line(page, 'final')]).toEqual([
    'You’re in. Use another address',
    'You’re in. Use another address',
  ])
  await another(page, 'hero').click()
  expect([
    await field(page).isVisible(),
    await focused(page),
    await joinedLine(page, 'final').isVisible(),
  ]).toEqual([true, 'hero-form', true])
  await join(page, 'sanne.further@fuel.example')
  await welcome(page).waitFor()
  expect(await line(page, 'final')).toBe('You’re in. Use another address')
  await page.goto(linkIn(mail?.text ?? '', 'unsubscribe'))
  await page.getByRole('button').click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('ascend.joined'))).toBe('0')
  await page.goto(app.url)
  expect([await field(page).isVisible(), await joinedLine(page).isVisible()]).toEqual([true, false])
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test("[FORM-9] with OPT_IN=single the line is 'You’re in.'", async () => {
  const single = await startApp({ env: { OPT_IN: 'single' } })
  const sanne = await visitor(browser)
  await open(sanne, single.url)
  await join(sanne.page, 'sanne.single@fuel.example')
  await welcome(sanne.page).waitFor()
  expect(await line(sanne.page, 'final')).toBe('You’re in. Use another address')
  await sanne.leave()
  await single.close()
})

test('[FORM-9] a browser that forbids storage shows the line for this visit', async () => {
  const sanne = await visit(browser, app.url, {
    start: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'localStorage', {
          get() {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
      }),
  })
  await join(sanne.page, 'sanne.forbids@fuel.example')
  await eventually(sanne.page, () => welcome(sanne.page).count()).toBe(1)
  expect(await line(sanne.page, 'final')).toBe(confirming)
  await sanne.leave()
})
