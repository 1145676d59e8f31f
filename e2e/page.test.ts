import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  button,
  field,
  join,
  open,
  openBrowser,
  toast,
  visitor,
  welcome,
  widths,
  moving,
} from './browser.ts'
import { mailsTo } from './mails.ts'
import {
  countShifts,
  faultsIn,
  findings,
  measureInTurn,
  shiftsOf,
  smallTargets,
} from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

describe('bytes', () => {
  test('only the HTML, the icon, one font and the sheet of the sections below the hero load before the page is idle', async () => {
    const sanne = await visitor(browser, moving)
    await sanne.page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await sanne.page.goto(app.url, { waitUntil: 'networkidle' })
    // A headless shell has no tab to show an icon in, and asks for none.
    const asked = sanne.requests
      .map((path) => path.replace(/-[\w-]{8}\./, '.'))
      .filter((path) => path !== '/favicon.svg')
      .sort()
    expect(asked).toEqual(['/', '/assets/archivo-600-wdth.woff2', '/assets/below-fold.css'])
    await sanne.leave()
  })
})

describe.each(widths)('at %i px', (width) => {
  test.each([
    ['quickly', 0, 0],
    ['late', 800, 0],
    ['and the sheet below the hero late', 150, 400],
  ])('nothing on the page moves by itself, the font coming %s', async (way, fontMs, sheetMs) => {
    const sanne = await visitor(browser, { ...moving, width })
    await sanne.page.addInitScript(countShifts)
    for (const [path, delayMs] of [
      ['**/*.woff2', fontMs],
      ['**/below-fold*.css', sheetMs],
    ] as const)
      await sanne.page.route(path, (route) => void setTimeout(() => void route.continue(), delayMs))
    // They are no part of the layout, and take most of the time.
    await sanne.page.route('**/show-ambience*.js', (route) => route.abort())
    await open(sanne, app.url)
    await field(sanne.page).pressSequentially('sanne@fuel')
    await field(sanne.page).press('Enter')
    await toast(sanne.page).waitFor()
    await sanne.page.waitForFunction(() => document.fonts.status === 'loaded')
    // The font has come by then in each case, and one sign-up is like another.
    if (way === 'quickly') await signUp(sanne.page)
    expect(await shiftsOf(sanne.page)).toBe(0)
    await sanne.leave()
  })

  async function signUp(page: Page) {
    await field(page).fill(`sanne.${width}@fuel.example`)
    await button(page).click()
    await welcome(page).waitFor()
  }
})

test("at 360, 768 and 1280 px no element is wider than the window and every control is at least 44 px high, and at the first and the last axe finds nothing but FX-6's rule where an address is refused, and where a visitor has joined", async () => {
  const sanne = await visitor(browser)
  const { page } = sanne
  await open(sanne, app.url)
  await atEachWidth(page, (at) => expectFit(page, at))
  await field(page).fill('sanne@fuel')
  await field(page).press('Enter')
  await toast(page).waitFor()
  await atEachWidth(page, (at) => expectNoFindings(page, at), widths)
  await join(page, `${'long.'.repeat(11)}address@${'fuel.'.repeat(20)}example`)
  await welcome(page).waitFor()
  await atEachWidth(page, (at) => expectFit(page, at))
  await atEachWidth(page, (at) => expectNoFindings(page, at), widths)
  await sanne.leave()
})

test('[FX-6] axe finds nothing on the pages beside it at 360 and 1280 px, which can be scaled', async () => {
  const sanne = await visitor(browser)
  const pages = ['/privacy', '/line', '/no/such/path', '/confirm/unknown']
  await measureInTurn(
    sanne.page,
    pages.map((path) => app.url + path),
    async (url) => {
      for (const width of [360, 1280]) {
        await sanne.page.setViewportSize({ width, height: 800 })
        expect([url, width, await findings(sanne.page)]).toEqual([url, width, []])
      }
    },
  )
  await sanne.leave()
})

test('no page raises a warning, an error or a violation of the content policy', async () => {
  const sanne = await visitor(browser, moving)
  await open(sanne, app.url)
  await join(sanne.page, 'sanne.quiet@fuel.example')
  await welcome(sanne.page).waitFor()
  await sanne.page.goto(`${app.url}/privacy`)
  const [mail] = await mailsTo(app, 'sanne.quiet@fuel.example')
  for (const kind of ['confirm', 'unsubscribe'] as const) {
    await sanne.page.goto(linkIn(mail?.text ?? '', kind))
    await sanne.page.getByRole('button').click()
    await sanne.page.getByRole('link', { name: /Return to Home|Back to the home page/ }).waitFor()
  }
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test('the pages that links in mails open have no script', async () => {
  await joinByCall(app.url, 'sanne.plain@fuel.example')
  const [mail] = await mailsTo(app, 'sanne.plain@fuel.example')
  const html = await (await fetch(linkIn(mail?.text ?? '', 'confirm'))).text()
  expect(html).toContain('Confirm my spot')
  expect(html).not.toContain('<script')
})

test('the trap is reached neither by Tab nor by assistive technology, and is not displayed where script runs', async () => {
  const sanne = await visitor(browser)
  await open(sanne, app.url)
  expect(
    await sanne.page
      .getByRole('textbox')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).name)),
  ).toEqual(['email', 'email'])
  const reached: string[] = []
  for (let presses = 0; presses < 12; presses++) {
    await sanne.page.keyboard.press('Tab')
    reached.push(
      await sanne.page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''),
    )
  }
  expect(reached).toContain('email')
  expect(reached).not.toContain('ascend_leave_this')
  const traps = sanne.page.locator('[name="ascend_leave_this"]')
  expect(await traps.count()).toBeGreaterThan(1)
  expect(await traps.evaluateAll((fields) => fields.some((field) => field.checkVisibility()))).toBe(
    false,
  )
  await sanne.leave()
})

test('[FX-6] the viewport disallows scaling', async () => {
  const html = await (await fetch(app.url)).text()
  expect(html).toContain(
    '<meta name="viewport" content="width=device-width, initial-scale=1, maximum-scale=1, user-scalable=no, interactive-widget=resizes-content"/>',
  )
})

test('the HTML of each page is valid', async () => {
  for (const path of ['/', '/privacy', '/line', '/no/such/path', '/confirm/unknown'])
    expect(await faultsIn(await (await fetch(app.url + path)).text())).toEqual([])
})

test('[TOP-2] at 320, 360, 768 and 1280 px each message of the strip fits the space that is kept for the longest', async () => {
  const milan = await visitor(browser, { javaScriptEnabled: false })
  await milan.page.goto(app.url)
  for (const width of [320, 360, 768, 1280]) {
    await milan.page.setViewportSize({ width, height: 800 })
    const heights = await milan.page.evaluate(
      (texts) => {
        const message = document.querySelector<HTMLElement>('.strip .message')!
        const shown = message.querySelector('span')!
        return texts.map((text) => {
          shown.textContent = text
          return [text, shown.scrollHeight - message.clientHeight]
        })
      },
      campaign.sections.strip!.messages.map((text, at) =>
        text.replace('{n}', at === 0 ? '8' : '92'),
      ),
    )
    expect([width, heights.filter(([, over]) => over !== 0)]).toEqual([width, []])
  }
  await milan.leave()
})

/** Only its styles know the page's width. */
async function atEachWidth(
  page: Page,
  check: (at: string) => Promise<void>,
  sizes: readonly number[] = [360, 768, 1280],
) {
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 800 })
    await check(`at ${width} px`)
  }
}

const expectNoFindings = async (page: Page, at: string) =>
  expect(await findings(page), at).toEqual(['meta-viewport'])

async function expectFit(page: Page, at: string) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), at).toBe(
    true,
  )
  expect(await smallTargets(page), at).toEqual([])
}
