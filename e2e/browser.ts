import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core'
import { afterFile } from '#test/after-file.ts'
import { chromiumArgs, needChromium } from '../scripts/chromium.ts'

export const everyWindow = process.env['TEST_WINDOWS'] === 'all'

/**
 * Windows in which a test is repeated, by width or by width and height in px: the first and the
 * last. `npm run test:long -- windows` takes them all (decision 035).
 */
export const windows = <Size>(...sizes: readonly Size[]): Size[] =>
  everyWindow ? [...sizes] : [sizes[0]!, sizes.at(-1)!]

export const widths = windows(360, 768, 1280)

/** By the size of text. A launch costs a second of CPU, so the test files of a worker share one. */
const launched = new Map<number, Promise<Browser>>()

/**
 * `textPx` is the size of text that its user has chosen. The profiles that a test file opens are
 * closed after it; the browser ends with the worker.
 */
export async function openBrowser(textPx = 16): Promise<Browser> {
  const known = await launched.get(textPx)
  const opening = known?.isConnected() ? known : launch(textPx)
  launched.set(textPx, Promise.resolve(opening))
  const browser = await opening
  afterFile(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

const launch = (textPx: number): Promise<Browser> =>
  chromium.launch({
    executablePath: needChromium(),
    args: [...chromiumArgs, `--blink-settings=defaultFontSize=${textPx}`],
  })

export type Visitor = {
  page: Page
  /**
   * what the console said as warning or error, what was thrown, and what the content policy stopped
   */
  complaints: string[]
  /** paths asked for, in order */
  requests: string[]
  leave(): Promise<void>
}

/** Ends what hangs; a slow machine must not reach it. */
const hangMs = 120_000

type VisitorOptions = BrowserContextOptions & { width?: number }

/** For what depends on motion, or measures that nothing shifts while the page moves. */
export const moving = { reducedMotion: 'no-preference' } as const

/**
 * A visitor with a browser profile of their own. They prefer less motion, unless told otherwise: a
 * page that moves takes a tenth of a second of CPU for each half second that it is open.
 */
export async function visitor(
  browser: Browser,
  { width = 1280, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(hangMs)
  const page = await context.newPage()
  return { ...listen(page), leave: () => context.close() }
}

/** Another tab of the same visitor. */
export const newTab = async ({ page, leave }: Visitor): Promise<Visitor> => ({
  ...listen(await page.context().newPage()),
  leave,
})

function listen(page: Page) {
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  const calls: Request[] = []
  fetchesOf.set(page, calls)
  page.on('request', (request) => {
    requests.push(new URL(request.url()).pathname)
    if (request.resourceType() === 'fetch') calls.push(request)
  })
  return { page, complaints, requests }
}

const fetchesOf = new WeakMap<Page, Request[]>()

/** Resolves once each call that the page has made has its answer, or can have none. */
export const answered = (page: Page) =>
  Promise.all((fetchesOf.get(page) ?? []).map((call) => call.response()))

/**
 * Keeps what the page asks for by this pattern on its way until the returned function is called.
 */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(pattern, async (route) => {
    await gate
    await route.fallback()
  })
  return letGo
}

/** Resolves once the form's script acts. */
export const hydrated = (page: Page) =>
  page.locator('[data-island="signup-form"][data-hydrated]').waitFor()

export async function open({ page }: Visitor, url: string): Promise<void> {
  await page.goto(url)
  await hydrated(page)
  await laidOut(page)
}

/**
 * Resolves once all of the page is laid out, which it is in the background: its height and the
 * places of its sections are true from then on.
 */
export async function laidOut(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.plate')].every(
      ({ style }) => style.contentVisibility === 'visible',
    ),
  )
}

/** The page as another tab covers it, or shown again. */
export const hide = (page: Page, hidden = true) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** The hero's form, unless another section is named. */
export const field = (page: Page, section = 'hero') =>
  page.locator(`#${section}`).getByLabel(/^E-?mail$/)
export const button = (page: Page, section = 'hero') => page.locator(`#${section} .form button`)
export const success = 'Welcome to the elite! Check your email for exclusive access details.'
/** FORM-9: the panel's heading, where the visitor pressed. */
export const welcome = (page: Page) => page.getByRole('main').locator('.welcome h2')
/** FORM-9: what the heading says where a toast says the sentence of success. */
export const joinedHeading = 'You’re in. Now confirm by email.'
/** FORM-9: what another form of the page reads. */
export const joinedLine = (page: Page, section = 'hero') => page.locator(`#${section}-form .joined`)
export const toast = (page: Page) => page.locator('.toast')

/** Types and sends; the form itself waits until its token is two seconds old. */
export async function join(page: Page, email: string): Promise<void> {
  await field(page).fill(email)
  await button(page).click()
}

export const unsent = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('ascend.unsent:')))
