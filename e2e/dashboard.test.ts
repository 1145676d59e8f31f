import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importPath } from '#contract/people/imports.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { withoutWrites } from '#test/without-writes.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

const anna = 'anna@example.com'
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { OPERATORS: anna } }), openBrowser()])
})
afterAll(() => app.close())

async function openLink(page: Page) {
  const token = await createSignInToken((await app.store()).db, anna, Date.now())
  await page.goto(`${app.url}/dashboard/sign-in/${token}`)
}

test('[DASH-8] without script and by keyboard alone, an operator signs in, opens a screen and signs out; the way back shows nothing', async () => {
  const { page, leave } = await visitor(browser, { width: 1280, javaScriptEnabled: false })
  await openLink(page)
  await page.getByRole('button', { name: `Sign in as ${anna}` }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => location.hash)).toBe('#main')
  await page.getByText('More', { exact: true }).press('Enter')
  await page.getByRole('link', { name: 'Activity' }).press('Enter')
  await page.getByText('Signed in.').waitFor()
  await page.getByText('More', { exact: true }).press('Enter')
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.content()).not.toContain(anna)
  await leave()
})

test('[DASH-2] a letter that the store cannot take comes back with a button that saves it, on a page that fits each window', async () => {
  const { page, leave } = await visitor(browser)
  await openLink(page)
  await page.getByRole('button').click()
  await page.goto(app.url + letterPaths.new)
  await page.locator('[name=subject]').fill('Almost there')
  await page.locator('[name=body]').fill('Dear “you”,\n\nit is <soon>.')
  await withoutWrites(app, () => page.getByRole('button', { name: 'Save', exact: true }).click())
  await page.getByRole('heading', { name: 'The database does not answer' }).waitFor()
  expect(await faultsAtWidths(page, [320, 768, 1600])).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Saved', { exact: false }).first().waitFor()
  expect([
    await page.locator('[name=subject]').inputValue(),
    await page.locator('[name=body]').inputValue(),
  ]).toEqual(['Almost there', 'Dear “you”,\n\nit is <soon>.'])
  await leave()
})

test('[DASH-8] at 320, 768 and 1600 px the screens fit the window and can be pressed, at the first and the last they pass axe, and they ask no other host', async () => {
  const { page, leave } = await visitor(browser)
  const hosts = new Set<string>()
  page.on('request', (request) => void hosts.add(new URL(request.url()).host))
  const check = async (what: string) =>
    expect([what, await faultsAtWidths(page, [320, 768, 1600])]).toEqual([what, []])
  await page.goto(`${app.url}/dashboard/sign-in`)
  await check('sign in')
  await openLink(page)
  await check('link')
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await check('overview')
  for (const name of ['Letters', 'Mail', 'Figures', 'Settings', 'Activity']) {
    if (!['Letters', 'Mail'].includes(name)) await page.getByText('More', { exact: true }).click()
    await page.getByRole('banner').getByRole('link', { name }).click()
    await check(name)
  }
  await page.goto(app.url + importPath)
  await check('import')
  expect([...hosts]).toEqual([new URL(app.url).host])
  await leave()
})
