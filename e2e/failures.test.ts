import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/app.ts'
import { hydrated, field, holdBack, join, open, openBrowser, visitor, welcome } from './browser.ts'
import { labelsOf } from './tracked.ts'
import { buildWithHero } from './variant.ts'

const panel = 'Something went wrong'
/** Motion plays no part here, and takes half of the processor's time. */
const reducedMotion = 'reduce'
const islandsCode = '**/assets/first-islands*.js'

/** The server's hero fails, or its form hydrates at another moment, as these say. */
const onServer = globalThis as { heroFails?: boolean; formTrigger?: 'interaction' | 'visible' }
let dist: string
let browser: Browser
beforeAll(async () => {
  dist = await buildWithHero(
    (source) => `${source
      .replace('export function Content(', 'function RealContent(')
      .replace('<Island\n', '<Island trigger={onServer.formTrigger}\n')}
      const onServer = globalThis as { heroFails?: boolean; formTrigger?: 'visible' }
      export const Content = (props: SectionProps<'hero'>) => { if (onServer.heroFails) throw new Error('on purpose'); return RealContent(props) }`,
  )
  browser = await openBrowser()
})

describe('a section that fails on the server', () => {
  let app: TestApp
  beforeEach(async () => {
    onServer.heroFails = true
    app = await startApp({ dist })
    return async () => {
      onServer.heroFails = false
      await app.close()
    }
  })

  test('[FLOW-3] is answered with status 200 and no-store, and logged with section and request id', async () => {
    const response = await fetch(app.url)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.text()).toContain(panel)
    expect(
      app.log
        .filter((line) => line.includes('"section":"hero"') && line.includes('on purpose'))
        .map((line) => JSON.parse(line).reqId),
    ).toEqual([expect.stringMatching(/./)])
  })

  test.each([true, false])(
    '[FLOW-3] shows its panel and can be tried again, script %s; the rest goes on working',
    async (javaScriptEnabled) => {
      const sanne = await visitor(browser, { javaScriptEnabled, reducedMotion })
      const { page } = sanne
      await page.goto(app.url)
      const failed = page.locator('#hero .failed')
      expect(await failed.textContent()).toContain('Something went wrongSection: hero')
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).waitFor()
      for (const count of [2, 3]) {
        await page.getByRole('button', { name: 'Try Again' }).click()
        await expect.poll(() => sanne.requests.filter((path) => path === '/').length).toBe(count)
        await failed.waitFor()
      }
      onServer.heroFails = false
      await page.getByRole('button', { name: 'Try Again' }).click()
      await field(page).waitFor()
      expect(new URL(page.url()).hash).toBe('#hero')
      expect(sanne.complaints).toEqual([])
      await sanne.leave()
    },
  )
})

describe('in the browser', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app.close())

  /**
   * One of the first islands throws while the page says so: the entry names each where it imports
   * their code.
   */
  const breakIsland = (page: Page, name: string) =>
    page.route('**/assets/index-*.js', async (route) => {
      const code = await (await route.fetch()).text()
      const failing = `() => { if (window.fails !== false) throw new Error('on purpose'); return 'Recovered' }`
      const broken = code.replace(new RegExp(`\\b${name}:\\w+\\.[\\w$]+`), `${name}:${failing}`)
      if (broken === code) throw new Error(`the entry imports no ${name}`)
      await route.fulfill({ contentType: 'text/javascript', body: broken })
    })

  test("[FLOW-3] an island that fails shows its section's panel, and Try Again renders it anew", async () => {
    const daan = await visitor(browser, { reducedMotion })
    await breakIsland(daan.page, 'SignupForm')
    await daan.page.goto(app.url)
    await daan.page.getByRole('heading', { name: panel }).waitFor()
    expect(await daan.page.locator('.failed').textContent()).toContain('Section: hero')
    expect(await daan.page.locator('h1').textContent()).toBe(
      'This Is Not a Brand. This Is a Weapon.',
    )
    expect(daan.complaints.filter((line) => line.includes('signup-form'))).toHaveLength(1)
    await daan.page.evaluate(() => Object.assign(window, { fails: false }))
    await daan.page.getByRole('button', { name: 'Try Again' }).click()
    await daan.page.getByText('Recovered').waitFor()
    await daan.leave()
  })

  test('[FLOW-3] an island over the page that fails renders nothing and logs one line', async () => {
    const daan = await visitor(browser, { reducedMotion })
    await breakIsland(daan.page, 'Overlays')
    await open(daan, app.url)
    await daan.page
      .locator('[data-island="overlays"][data-hydrated]')
      .waitFor({ state: 'attached' })
    expect(await daan.page.locator('[data-island="overlays"]').innerHTML()).toBe('')
    expect(daan.complaints.filter((line) => line.includes('overlays'))).toHaveLength(1)
    await join(daan.page, 'daan@fuel.example')
    await welcome(daan.page).waitFor()
    await daan.leave()
  })

  test('an island whose code fails to load leaves the plain form working', async () => {
    const daan = await visitor(browser, { reducedMotion })
    await daan.page.route(islandsCode, (route) => route.abort())
    const told = daan.page.waitForEvent('console', (message) =>
      message.text().includes('was not hydrated'),
    )
    await daan.page.goto(app.url)
    await told
    expect(daan.complaints.filter((line) => line.includes('was not hydrated'))).toHaveLength(1)
    await join(daan.page, 'daan.plain@fuel.example')
    await welcome(daan.page).waitFor()
    expect(new URL(daan.page.url()).pathname).toBe('/join')
    await daan.leave()
  })

  test('[ROUTE-3] an error that no boundary caught shows the page that says so', async () => {
    const daan = await visitor(browser, { reducedMotion })
    await daan.page.addInitScript(() => {
      const replace = String.prototype.replaceAll
      // oxlint-disable-next-line no-extend-native -- the panel itself has to fail
      String.prototype.replaceAll = function (this: string, ...args: never[]) {
        if (String(this) === 'Section: {section}') throw new Error('the panel fails too')
        return Reflect.apply(replace, this, args)
      } as typeof replace
    })
    await breakIsland(daan.page, 'SignupForm')
    await daan.page.goto(app.url)
    await expect
      .poll(() => daan.page.getByRole('heading', { name: 'Unexpected Application Error!' }).count())
      .toBe(1)
    await daan.leave()
  })

  test('[ROUTE-2] [ROUTE-3] an unknown path is logged to the console and leads home; an error outside React leaves the page as it is', async () => {
    const daan = await visitor(browser, { reducedMotion })
    const { page } = daan
    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('/no/such/path'),
    )
    const response = await page.goto(`${app.url}/no/such/path`)
    await logged
    expect(response?.status()).toBe(404)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await hydrated(page)
    const thrown = page.waitForEvent('pageerror')
    await page.evaluate(
      () =>
        void setTimeout(() => {
          throw new Error('an extension of the browser')
        }),
    )
    await thrown
    expect(await page.locator('h1').textContent()).toBe('This Is Not a Brand. This Is a Weapon.')
    await daan.leave()
  })
})

describe('an island that hydrates at the first interaction', () => {
  let app: TestApp
  beforeAll(async () => {
    onServer.formTrigger = 'interaction'
    app = await startApp({ dist })
  })
  afterAll(() => app.close())

  /** The page with everything but the form's code. */
  async function beforeTheForm() {
    const lotte = await visitor(browser, { reducedMotion })
    const letIn = await holdBack(lotte.page, islandsCode)
    await Promise.all([lotte.page.waitForRequest(islandsCode), lotte.page.goto(app.url)])
    return { lotte, letIn }
  }

  test('[TRACK-1] replays the click that came first, which is tracked once', async () => {
    const { lotte, letIn } = await beforeTheForm()
    await join(lotte.page, 'lotte@fuel.example')
    letIn()
    await welcome(lotte.page).waitFor()
    expect(new URL(lotte.page.url()).pathname).toBe('/')
    expect(await labelsOf(lotte.page, 'cta_click')).toEqual(['Claim Your Spot – Unlock The Stack'])
    expect(lotte.complaints).toEqual([])
    await lotte.leave()
  })

  test('submits the plain form where its code does not load within five seconds, and logs it', async () => {
    const { lotte, letIn } = await beforeTheForm()
    await lotte.page.clock.install()
    await join(lotte.page, 'lotte.late@fuel.example')
    await lotte.page.clock.runFor(5_000)
    await welcome(lotte.page).waitFor()
    expect(new URL(lotte.page.url()).pathname).toBe('/join')
    expect(lotte.complaints.join()).toContain('was not hydrated')
    letIn()
    await lotte.leave()
  })
})

test('an island that hydrates when visible is interactive once it is in the window', async () => {
  onServer.formTrigger = 'visible'
  const app = await startApp({ dist })
  const milan = await visitor(browser, { reducedMotion })
  await open(milan, app.url)
  expect(await milan.page.locator('#hero [data-trigger="visible"] .field').isVisible()).toBe(true)
  await milan.leave()
  await app.close()
})
