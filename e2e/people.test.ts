import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peoplePaths } from '#contract/people/list.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { joinByCall } from '#test/visitor.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

const anna = 'anna@example.com'
const longest = `${'x'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(55)}.example`
const longestDay = Date.parse('2024-11-20T22:44:00Z')
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { OPERATORS: anna } }), openBrowser()])
  await joinByCall(app.url, longest, { source: 'עברית'.repeat(12) })
  for (const name of ['sanne', 'daan', 'bram'])
    await joinByCall(app.url, `${name}@fuel.example`, { source: 'podcast' })
  const { db } = await app.store()
  const update = db.updateTable('people').set({ createdAt: longestDay })
  await update.where('email', '=', 'bram@fuel.example').execute()
})
afterAll(() => app.close())

async function signedIn(width: number, options = {}) {
  const { page, leave } = await visitor(browser, { width, ...options })
  const token = await createSignInToken((await app.store()).db, anna, Date.now())
  await page.goto(`${app.url}/dashboard/sign-in/${token}`)
  await page.getByRole('button', { name: `Sign in as ${anna}` }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  return { page, leave }
}

test('[DASH-4] [DASH-8] without script and by keyboard an operator searches, filters and takes the filtered people off the list', async () => {
  const { page, leave } = await signedIn(1280, { javaScriptEnabled: false })
  await page.goto(app.url + peoplePaths.list)
  await page.getByLabel('Search').fill('SANN')
  await page.getByLabel('Search').press('Enter')
  await page.getByText('address begins with').waitFor()
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['sanne@fuel.example'])

  await page.getByLabel('Source').selectOption('podcast')
  await page.getByRole('button', { name: 'Show' }).press('Enter')
  await page.getByText('people match, newest first').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(3)
  await page.getByRole('link', { name: 'Bulk actions' }).press('Enter')
  await page.getByRole('link', { name: 'Take off the list' }).press('Enter')
  await page.getByRole('button', { name: 'Take 3 people off the list' }).press('Enter')
  expect(await page.getByRole('status').innerText()).toBe(
    'Took people off the list (from podcast, people: 3): 3 people.',
  )
  await leave()
})

test('[DASH-4] [DASH-8] from 320 to 1280 px the list and its acts fit the window with the longest texts, and pass axe', async () => {
  const { page, leave } = await signedIn(1280)
  const { list, many, manyAct } = peoplePaths
  for (const path of [list, `${list}?state=bounced`, many, manyAct('suppress')]) {
    await page.goto(app.url + path)
    expect([path, await faultsAtWidths(page, [320, 390, 768, 1024, 1280])]).toEqual([path, []])
  }
  await leave()
})
