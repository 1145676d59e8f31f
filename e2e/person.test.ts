import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personActPath, personPath } from '#contract/people/screens.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { saveByCall } from '#test/quiz-taker.ts'
import { joinByCall } from '#test/visitor.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

const anna = 'anna@example.com'
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { OPERATORS: anna } }), openBrowser()])
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

async function joined(email: string, source = 'newsletter') {
  await saveByCall(app.url, email, { type: 'stress' })
  await joinByCall(app.url, email, { source })
  await app.mailsTo(email)
  const { db } = await app.store()
  return (
    await db.selectFrom('people').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  ).id
}

test('[DASH-5] without script an operator reads the timeline, suppresses a person with a reason and erases them', async () => {
  const id = await joined('sanne@fuel.example')
  const { page, leave } = await signedIn(1280, { javaScriptEnabled: false })
  await page.goto(app.url + personPath(id))
  await page.getByText('Quiz: Stress Optimizer').waitFor()
  await page.getByText('Answers').press('Enter')
  expect(await page.locator('.answers > li').allInnerTexts()).toHaveLength(4)
  await page.getByRole('link', { name: 'Suppress' }).press('Enter')
  await page.getByLabel('Complained').press('Space')
  await page.getByRole('button', { name: 'Suppress' }).press('Enter')
  expect(await page.getByRole('status').innerText()).toBe(
    'Suppressed a person (reason: complaint).',
  )
  await page.getByText('undeliverable').waitFor()
  await page.getByRole('link', { name: 'Erase' }).press('Enter')
  await page.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await page.getByRole('heading', { name: 'No longer stored' }).waitFor()
  await leave()
})

test('[DASH-5] from 320 to 1600 px a person with the longest address and texts fits the window, and passes axe', async () => {
  const email = `${'x'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(55)}.example`
  const id = await joined(email, 'עברית'.repeat(12))
  const { page, leave } = await signedIn(1280)
  for (const path of [
    personPath(id),
    ...['resend', 'take-off', 'suppress', 'erase'].map((act) => personActPath(id, act)),
  ]) {
    await page.goto(app.url + path)
    expect([path, await faultsAtWidths(page, [320, 390, 768, 1600])]).toEqual([path, []])
  }
  await leave()
})
