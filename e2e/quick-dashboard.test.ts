import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { navigation } from '#contract/dashboard/navigation.ts'
import { peoplePaths } from '#contract/people/list.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall } from '#test/visitor.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

const anna = 'anna@example.com'
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { OPERATORS: anna } }), openBrowser()])
  for (const name of ['sanne', 'daan', 'bram'])
    await joinByCall(app.url, `${name}@fuel.example`, {
      source: name === 'bram' ? 'news' : 'podcast',
    })
})
afterAll(() => app.close())

async function signedIn(width = 1280) {
  const { page, complaints, requests, leave } = await visitor(browser, { width })
  const token = await createSignInToken((await app.store()).db, anna, Date.now())
  await page.goto(`${app.url}/dashboard/sign-in/${token}`)
  await page.getByRole('button', { name: `Sign in as ${anna}` }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return { page, complaints, requests, leave }
}

const endSessions = async () => (await app.store()).db.deleteFrom('sessions').execute()
const rows = (page: Page) => page.getByRole('rowheader').allInnerTexts()
const rowsBecome = (page: Page, expected: readonly string[]) =>
  expect.poll(() => rows(page), { timeout: 60_000 }).toEqual(expected)
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const all = ['bram@fuel.example', 'daan@fuel.example', 'sanne@fuel.example']

test('[DASH-10] people are found while somebody types or chooses; what was typed is in no address', async () => {
  const { page, complaints, leave } = await signedIn()
  await page.goto(app.url + peoplePaths.list)
  await page.getByLabel('Search').pressSequentially('SANN')
  await rowsBecome(page, ['sanne@fuel.example'])
  expect(await page.locator('.people-count').innerText()).toMatch(/^1\s+address begins with/)
  expect(await page.getByLabel('Search').inputValue()).toBe('SANN')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text')
  expect(page.url().toLowerCase()).not.toContain('sann')
  await page.getByLabel('Search').fill('')
  await rowsBecome(page, all)

  await page.getByLabel('Source').selectOption('podcast')
  await rowsBecome(page, ['daan@fuel.example', 'sanne@fuel.example'])
  expect(new URL(page.url()).search).toBe('?source=utm+podcast')
  await page.reload()
  await rowsBecome(page, ['daan@fuel.example', 'sanne@fuel.example'])
  expect(complaints).toEqual([])
  await leave()
})

test('[DASH-10] the script is one file of at most 4 KB, and the only request of a screen beside its sheet and typefaces', async () => {
  const { page, requests, leave } = await signedIn()
  requests.length = 0
  await page.goto(app.url + peoplePaths.list, { waitUntil: 'networkidle' })
  const scripts = requests.filter((path) => path.endsWith('.js'))
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/screens-/)])
  expect(requests.filter((path) => !/\.(?:js|css|woff2|svg)$/.test(path))).toEqual([
    peoplePaths.list,
  ])
  const answer = await fetch(app.url + scripts[0], { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(Number(answer.headers.get('content-length'))).toBeLessThanOrEqual(4_096)
  await leave()
})

test('[DASH-10] when the session has ended, a search leads to the sign-in with the text still there', async () => {
  const { page, leave } = await signedIn()
  await page.goto(app.url + peoplePaths.list)
  await endSessions()
  await page.getByLabel('Search').pressSequentially('daan')
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await page.locator('[name=text]').inputValue()).toBe('daan')
  await leave()
})

test('[DASH-10] [DASH-8] an act asks in a dialog that takes the focus and gives it back, fits each window and passes axe', async () => {
  const { page, complaints, leave } = await signedIn()
  await page.goto(app.url + peoplePaths.list)
  await page.getByRole('link', { name: 'bram@fuel.example', exact: true }).click()
  const link = page.getByRole('link', { name: 'Suppress' })
  await link.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').first().waitFor()
  expect(new URL(page.url()).pathname).toMatch(/people\/[\w-]+$/)
  expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  expect(await faultsAtWidths(page, [320, 768, 1280])).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await focused(page)).toBe(await link.textContent())

  await link.press('Enter')
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await link.press('Enter')
  await dialog.locator('form').waitFor()
  for (const choice of await dialog.locator('fieldset').all())
    await choice.getByRole('radio').first().check()
  for (const note of await dialog.locator('textarea').all()) await note.fill('asked by phone')
  await dialog.getByRole('button').click()
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').innerText()).toMatch(/^Suppressed/)
  expect(complaints).toEqual([])
  await leave()
})

test('[DASH-12] the overview follows who joins while it is seen, says so in its title, and does not keep the session alive', async () => {
  const { page, leave } = await signedIn()
  await page.clock.install()
  await page.goto(app.url + navigation.overview.path)
  expect(await page.title()).toMatch(/^\(3\) Overview/)
  const { db } = await app.store()
  const before = Date.now() - 30 * 60_000
  await db.updateTable('sessions').set({ seenAt: before }).execute()
  await joinByCall(app.url, 'noor@fuel.example')
  await page.clock.runFor(12_000)
  await expect.poll(() => page.title(), { timeout: 60_000 }).toMatch(/^\(4\) Overview/)
  expect(await page.locator('.headline .big .num').innerText()).toBe('4')
  expect(await db.selectFrom('sessions').select('seenAt').distinct().execute()).toEqual([
    { seenAt: before },
  ])

  const asked: string[] = []
  page.on('request', (request) => void asked.push(request.url()))
  const hide = (value: boolean) =>
    page.evaluate(
      (hidden) =>
        Object.defineProperty(document, 'hidden', { value: hidden, configurable: true }) && null,
      value,
    )
  await hide(true)
  await page.clock.runFor(60_000)
  expect(asked).toEqual([])
  await hide(false)
  await page.clock.runFor(11 * 60_000)
  const often = asked.length
  await page.clock.runFor(5 * 60_000)
  expect(asked.length - often).toBeLessThanOrEqual(6)

  await endSessions()
  await page.clock.runFor(61_000)
  await page.getByText('You are signed out, so this screen no longer follows').waitFor()
  await leave()
})

test('[DASH-10] keys search, walk the rows, open one and lead to each screen', async () => {
  const { page, complaints, leave } = await signedIn()
  await page.keyboard.press('/')
  await page.waitForURL(`**${peoplePaths.list}#search`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('search')
  await page.keyboard.type('gjk?')
  expect(await page.getByLabel('Search').inputValue()).toBe('gjk?')
  await page.getByLabel('Search').fill('')
  await rowsBecome(page, ['noor@fuel.example', ...all])
  await page.getByLabel('Search').blur()
  for (const [key, row] of [
    ['j', 'noor@fuel.example'],
    ['j', 'bram@fuel.example'],
    ['k', 'noor@fuel.example'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused(page)).toBe(row)
  }
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'noor@fuel.example' }).waitFor()
  for (const [key, { path }] of [
    ['p', navigation.people],
    ['i', navigation.line],
    ['l', navigation.letters],
    ['m', navigation.mail],
    ['u', navigation.launch],
    ['o', navigation.overview],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForURL(app.url + path)
  }
  expect(complaints).toEqual([])
  await leave()
})

test('[DASH-10] the list of keys opens by key and by its button, and switches them off for this browser', async () => {
  const { page, leave } = await signedIn()
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await list.waitFor()
  expect(await list.locator('dd').allInnerTexts()).toContain('Search people')
  expect(await faultsAtWidths(page, [320, 1280])).toEqual([])
  // Keys rest in a dialog.
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await list.getByRole('checkbox').uncheck()
  await list.getByRole('button', { name: 'Close' }).click()
  await page.reload()
  await page.keyboard.press('?')
  expect(await list.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await list.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('Control+p')
  expect(new URL(page.url()).pathname).toBe(navigation.overview.path)
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.waitForURL(app.url + peoplePaths.list)
  await leave()
})

test('[DASH-10] the folded part of the navigation closes by Escape and by a press beside it, and marks its own screens', async () => {
  const { page, leave } = await signedIn(390)
  const more = page.getByText('More', { exact: true })
  const settings = page.getByRole('link', { name: 'Settings' })
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(100, 600)]) {
    await more.click()
    await settings.waitFor()
    expect(await faultsAtWidths(page, [320, 390])).toEqual([])
    await close()
    await settings.waitFor({ state: 'hidden' })
  }
  await more.click()
  await settings.click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(await more.getAttribute('aria-current')).toBe('true')
  await leave()
})

test('[DASH-10] one person is taken off by two presses in the list', async () => {
  const { page, leave } = await signedIn(390)
  await joinByCall(app.url, 'off@fuel.example')
  await page.goto(app.url + peoplePaths.list)
  await page.getByRole('link', { name: 'Take off off@fuel.example' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take off the list' }).click()
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('status').innerText()).toMatch(/^Took a person off the list/)
  await leave()
})
