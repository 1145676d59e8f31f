import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveScreens, type ServedScreens } from '#test/seed.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths, measureInTurn } from './measures.ts'

let server: ServedScreens
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([serveScreens(), openBrowser()])
})
afterAll(() => server.close())

/** The screens whose names begin with one of these. */
const named = (...beginnings: string[]) =>
  server.names.filter((name) => beginnings.some((beginning) => name.startsWith(beginning)))

test.each([
  [
    'the overview, the line, its waves and the launch',
    1280,
    ['overview', 'line', 'wave', 'launch'],
  ],
  ['letters', 1600, ['letter']],
])(
  '[DASH-8] the screens of %s fit the window and can be pressed from 320 to %i px, and pass axe at both',
  async (_, widest, beginnings) => {
    const { page, leave } = await visitor(browser)
    const urls = named(...beginnings).map((name) => `${server.url}/${name}`)
    await measureInTurn(page, urls, async (url) =>
      expect([url, await faultsAtWidths(page, [320, 390, 800, widest])]).toEqual([url, []]),
    )
    await leave()
  },
)

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
    page.locator('.headline .big .num'),
    page.getByText(/^\+[\d.]+% on the 7 days before, both up to/),
    page.locator('.from'),
    page.getByText('In order: mail, TLS, backup'),
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
  for (const name of named('overview').filter((screen) => !screen.endsWith('sources'))) {
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
    'fallback',
    'subject',
    'preview',
    'body',
    'subject-nl',
    'preview-nl',
    'body-nl',
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

/** The words in heads of tables of numbers that are on more than one line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const range = document.createRange()
    const isBroken = (node: Node, { index, 0: word }: RegExpExecArray) => {
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      return range.getClientRects().length > 1
    }
    return [...document.querySelectorAll('.figures thead th')].flatMap((head) =>
      [...head.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE)
        .flatMap((node) =>
          [...node.textContent!.matchAll(/\S+/g)]
            .filter((match) => isBroken(node, match))
            .map(([word]) => word),
        ),
    )
  })

test('[DASH-8] at 360 px no head of a table of numbers breaks inside a word', async () => {
  const { page, leave } = await visitor(browser, { width: 360 })
  for (const name of server.names) {
    await page.goto(`${server.url}/${name}`)
    expect([name, await brokenWords(page)]).toEqual([name, []])
  }
  await leave()
})
