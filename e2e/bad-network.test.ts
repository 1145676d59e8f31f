import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeFormMeta } from '#contract/people/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { eventually } from './visit.ts'
import {
  hydrated,
  join,
  newTab,
  open,
  openBrowser,
  unsent,
  visitor,
  welcome,
  type Visitor,
} from './browser.ts'
import { mailsTo, onList } from './mails.ts'

let app: TestApp
let browser: Browser
let sanne: Visitor
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())
beforeEach(async () => {
  // Motion plays no part here, and takes half of the processor's time.
  sanne = await visitor(browser)
  return () => sanne.leave()
})

const door = '**/functions/v1/send-welcome-email'
const answering =
  (status: number, contentType = 'application/json', body = '{"error":"on purpose"}') =>
  (route: Route) =>
    route.fulfill({ status, contentType, body })
const emailIn = (route: Route) => (route.request().postDataJSON() as { email: string }).email
const useAnotherAddress = (page: Page) =>
  page.locator('.welcome').getByText('use another address').click()
const acknowledged = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().includes('/send-welcome-email') && response.status() === 200,
  )

/** The visitor sees success, and the address is kept. */
async function expectWelcomeAndKept(email: string) {
  await welcome(sanne.page).waitFor()
  expect(await onList(app, email)).toBe(0)
  expect(await unsent(sanne.page)).toContain(`ascend.unsent:${email}`)
  expect(sanne.complaints.splice(0).join()).toContain('was not acknowledged')
}

/** The next visit brings what is kept to the server, once. */
async function arriveAtTheNextVisit(emails: readonly string[]) {
  expect(await unsent(sanne.page)).toHaveLength(emails.length)
  await sanne.page.unroute(door)
  const stored = acknowledged(sanne.page)
  await sanne.page.reload()
  await stored
  for (const email of emails) await expectOnce(email)
}

async function expectOnce(email: string) {
  await expect.poll(() => unsent(sanne.page)).toEqual([])
  expect(await onList(app, email)).toBe(1)
  expect(await mailsTo(app, email)).toHaveLength(1)
}

describe('[FORM-6] [ERR-1] the server cannot take a sign-up', () => {
  test('it answers 500, 503, 429 or a page, or the network is cut: the visitor is welcomed each time, and each address arrives once the server is back', async () => {
    const answers: Record<string, (route: Route) => Promise<void>> = {
      'answers-500@fuel.example': answering(500),
      'answers-503@fuel.example': answering(503),
      'answers-429@fuel.example': answering(429),
      'answers-html@fuel.example': answering(
        200,
        'text/html',
        '<h1>Welcome to the hotel network</h1>',
      ),
      'network-cut@fuel.example': (route) => route.abort('connectionreset'),
    }
    const emails = Object.keys(answers)
    await sanne.page.route(door, (route) => answers[emailIn(route)]!(route))
    await open(sanne, app.url)
    for (const email of emails) {
      await join(sanne.page, email)
      await expectWelcomeAndKept(email)
      await useAnotherAddress(sanne.page)
    }
    await arriveAtTheNextVisit(emails)
  })

  test('without any answer the visitor is welcomed after eight seconds', async () => {
    await sanne.page.route(door, () => {})
    await open(sanne, app.url)
    await sanne.page.clock.install()
    const sent = sanne.page.waitForRequest(door)
    await join(sanne.page, 'silence@fuel.example')
    await sanne.page.clock.runFor(2_000)
    await sent
    await sanne.page.clock.runFor(8_000)
    await expectWelcomeAndKept('silence@fuel.example')
    await arriveAtTheNextVisit(['silence@fuel.example'])
  })

  test('the whole server is away, token included, and comes back on the same port', async () => {
    await open(sanne, app.url)
    await app.stop()
    await join(sanne.page, 'away@fuel.example')
    await welcome(sanne.page).waitFor()
    await app.start()
    const stored = acknowledged(sanne.page)
    await sanne.page.evaluate(() => dispatchEvent(new Event('online')))
    await stored
    await expectOnce('away@fuel.example')
  })

  test('the answer was lost on its way: sent again, it is on the list once, with one mail', async () => {
    await sanne.page.route(
      door,
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await open(sanne, app.url)
    await join(sanne.page, 'lost@fuel.example')
    await welcome(sanne.page).waitFor()
    const stored = acknowledged(sanne.page)
    await sanne.page.reload()
    await stored
    await expectOnce('lost@fuel.example')
  })

  test('on the open page it is sent again after growing pauses, each time with a new token', async () => {
    const tries: string[] = []
    await sanne.page.route(door, (route) => {
      tries.push(route.request().headers()['x-ascend-form'] ?? '')
      return answering(503)(route)
    })
    await open(sanne, app.url)
    await sanne.page.clock.install()
    await join(sanne.page, 'pauses@fuel.example')
    await sanne.page.clock.runFor(2_000)
    await welcome(sanne.page).waitFor()
    for (const [count, pauseMs] of [
      [2, 6_250],
      [3, 12_500],
      [4, 25_000],
    ] as const) {
      await sanne.page.clock.runFor(pauseMs)
      await eventually(sanne.page, () => tries.length).toBe(count)
    }
    // Where the page's clock outran the answer, a try goes without a token.
    const tokens = tries
      .map((header) => decodeFormMeta(header).token)
      .filter((token) => token !== '')
    expect(tokens.length).toBeGreaterThan(0)
    expect(new Set(tokens).size).toBe(tokens.length)
  })

  test('a resend that the server refuses is dropped without a word', async () => {
    await sanne.page.route(door, answering(503), { times: 1 })
    await open(sanne, app.url)
    await join(sanne.page, 'no,body@fuel.example')
    await welcome(sanne.page).waitFor()
    const refused = sanne.page.waitForResponse((response) => response.status() === 422)
    await sanne.page.reload()
    await refused
    await expect.poll(() => unsent(sanne.page)).toEqual([])
  })
})

test('[FORM-6] two tabs that open at the same time never send one sign-up twice at once', async () => {
  await sanne.page.route(door, answering(503))
  await open(sanne, app.url)
  await join(sanne.page, 'two.tabs@fuel.example')
  await welcome(sanne.page).waitFor()
  await sanne.page.unroute(door)
  const second = await newTab(sanne)
  let atOnce = 0
  let most = 0
  let calls = 0
  await sanne.page.context().route(door, async (route) => {
    calls++
    most = Math.max(most, ++atOnce)
    const response = await route.fetch()
    atOnce--
    await route.fulfill({ response })
  })
  await Promise.all([sanne.page.reload(), second.page.goto(app.url)])
  await Promise.all([hydrated(sanne.page), hydrated(second.page)])
  await expectOnce('two.tabs@fuel.example')
  expect([calls, most]).toEqual([1, 1])
})

describe('[FORM-6] storage', () => {
  const forbidden = () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  const full = () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  }
  const withoutLocks = () =>
    Object.defineProperty(Navigator.prototype, 'locks', {
      get() {
        return undefined
      },
    })

  test.each<[string, () => unknown]>([
    ['forbidden', forbidden],
    ['full', full],
  ])(
    '%s: the visitor joins all the same, and what was not acknowledged is sent again while the page is open',
    async (name, spoil) => {
      const [email, again] = [`${name}@fuel.example`, `again.${name}@fuel.example`]
      await sanne.page.addInitScript(spoil)
      await open(sanne, app.url)
      await join(sanne.page, email)
      await welcome(sanne.page).waitFor()
      expect(await onList(app, email)).toBe(1)
      expect(sanne.complaints).toEqual([])
      await sanne.page.route(door, answering(503), { times: 1 })
      await useAnotherAddress(sanne.page)
      await join(sanne.page, again)
      await welcome(sanne.page).waitFor()
      const stored = acknowledged(sanne.page)
      await sanne.page.evaluate(() => dispatchEvent(new Event('online')))
      await stored
      expect(await onList(app, again)).toBe(1)
    },
  )

  test('a browser without Web Locks sends as well', async () => {
    await sanne.page.addInitScript(withoutLocks)
    await open(sanne, app.url)
    await join(sanne.page, 'no.locks@fuel.example')
    await welcome(sanne.page).waitFor()
    expect(await onList(app, 'no.locks@fuel.example')).toBe(1)
  })
})
