import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { campaign } from '#campaign/campaign.ts'
import { linkIn } from '#test/visitor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { eventually, visit } from './visit.ts'
import {
  hydrated,
  button,
  field,
  join,
  open,
  openBrowser,
  toast,
  visitor,
  welcome,
  widths,
  windows,
} from './browser.ts'
import { mailsTo } from './mails.ts'
import { countShifts, faultsIn, findings, shiftsOf, smallTargets } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

describe('bytes', () => {
  test('only the HTML, the icon, one font and the sheet of the sections below the hero load before the page is idle', async () => {
    const sanne = await visitor(browser)
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
  ])('nothing on the page moves by itself, the font coming %s', async (_, fontMs, sheetMs) => {
    const sanne = await visitor(browser, { width })
    await sanne.page.addInitScript(countShifts)
    for (const [path, delayMs] of [
      ['**/*.woff2', fontMs],
      ['**/below-fold*.css', sheetMs],
    ] as const)
      await sanne.page.route(path, (route) => void setTimeout(() => void route.continue(), delayMs))
    await open(sanne, app.url)
    await field(sanne.page).pressSequentially('sanne@fuel')
    await field(sanne.page).press('Enter')
    await toast(sanne.page).waitFor()
    await field(sanne.page).fill(`sanne.${width}.${sheetMs}.${fontMs}@fuel.example`)
    await button(sanne.page).click()
    await welcome(sanne.page).waitFor()
    await sanne.page.waitForFunction(() => document.fonts.status === 'loaded')
    expect(await shiftsOf(sanne.page)).toBe(0)
    await sanne.leave()
  })

  test("axe finds nothing but FX-6's rule where an address is refused, and where a visitor has joined", async () => {
    const sanne = await visitor(browser, { width, reducedMotion: 'reduce' })
    await open(sanne, app.url)
    await field(sanne.page).fill('sanne@fuel')
    await field(sanne.page).press('Enter')
    await toast(sanne.page).waitFor()
    expect(await findings(sanne.page)).toEqual(['meta-viewport'])
    await field(sanne.page).fill(`sanne.axe.${width}@fuel.example`)
    await button(sanne.page).click()
    await welcome(sanne.page).waitFor()
    expect(await findings(sanne.page)).toEqual(['meta-viewport'])
    await sanne.leave()
  })

  test('no element is wider than the window, and every control is at least 44 px high', async () => {
    const sanne = await visitor(browser, { width })
    await open(sanne, app.url)
    expect(
      await sanne.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true)
    expect(await smallTargets(sanne.page)).toEqual([])
    await join(sanne.page, `${'long.'.repeat(11)}address@${'fuel.'.repeat(20)}example`)
    await welcome(sanne.page).waitFor()
    expect(
      await sanne.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    ).toBe(true)
    expect(await smallTargets(sanne.page)).toEqual([])
    await sanne.leave()
  })
})

test.each([360, 1280])(
  "axe finds nothing but FX-6's rule on the pages beside it at %i px",
  async (width) => {
    const sanne = await visitor(browser, { width, reducedMotion: 'reduce' })
    for (const path of ['/privacy', '/line', '/no/such/path', '/confirm/unknown']) {
      await sanne.page.goto(app.url + path)
      expect([path, await findings(sanne.page)]).toEqual([path, ['meta-viewport']])
    }
    await sanne.leave()
  },
)

test('no page raises a warning, an error or a violation of the content policy', async () => {
  const sanne = await visitor(browser)
  await open(sanne, app.url)
  await join(sanne.page, 'sanne.quiet@fuel.example')
  await welcome(sanne.page).waitFor()
  await sanne.page.goto(`${app.url}/privacy`)
  const [mail] = await mailsTo(app, 'sanne.quiet@fuel.example')
  for (const kind of ['confirm', 'unsubscribe'] as const) {
    await sanne.page.goto(linkIn(mail?.text ?? '', kind))
    await sanne.page.getByRole('button').click()
    await sanne.page.getByRole('link', { name: /Return to Home|Back to the datasheet/ }).waitFor()
  }
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

test('the pages that links in mails open have no script', async () => {
  const sanne = await visitor(browser)
  await sanne.page.goto(app.url)
  await hydrated(sanne.page)
  await join(sanne.page, 'sanne.plain@fuel.example')
  await welcome(sanne.page).waitFor()
  const [mail] = await mailsTo(app, 'sanne.plain@fuel.example')
  const html = await (await fetch(linkIn(mail?.text ?? '', 'confirm'))).text()
  expect(html).toContain('Confirm my spot')
  expect(html).not.toContain('<script')
  await sanne.leave()
})

test('the trap is reached neither by Tab nor by assistive technology', async () => {
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
  await sanne.leave()
})

test('a visitor who prefers less motion sees none', async () => {
  const sanne = await visit(browser, app.url, { reducedMotion: 'reduce' })
  await join(sanne.page, 'sanne.still@fuel.example')
  await eventually(sanne.page, () => welcome(sanne.page).count()).toBe(1)
  expect(await sanne.page.evaluate(() => document.getAnimations().length)).toBe(0)
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

test.each(windows(320, 360, 768, 1280))(
  '[TOP-2] at %i px each message of the strip fits the space that is kept for the longest',
  async (width) => {
    const milan = await visitor(browser, { width, javaScriptEnabled: false })
    await milan.page.goto(app.url)
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
    expect(heights.filter(([, over]) => over !== 0)).toEqual([])
    await milan.leave()
  },
)
