import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peoplePaths } from '#contract/people/list.ts'
import { createSignInToken } from '#server/dashboard/sign-in.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { openBrowser, visitor } from './browser.ts'
import { faultsAtWidths } from './measures.ts'

const anna = 'anna@example.com'
/** The import takes several transactions, so that it is under way when its screen is first shown. */
const people = 4_000
const waitMs = 180_000
let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ env: { OPERATORS: anna } }), openBrowser()])
})
afterAll(() => app.close())

test('[DASH-4] [DASH-8] by keyboard at 390 px a file is checked and imported while its window is closed, and the refused rows are downloaded', async () => {
  const { page, leave } = await visitor(browser, { width: 390 })
  const token = await createSignInToken((await app.store()).db, anna, Date.now())
  await page.goto(`${app.url}/dashboard/sign-in/${token}`)
  await page.getByRole('button', { name: `Sign in as ${anna}` }).press('Enter')
  await page.goto(app.url + peoplePaths.list)
  await page.getByRole('link', { name: 'Import people' }).press('Enter')
  await fits(page)
  await page.getByLabel('Agreed to get mail').press('Space')
  await page.getByLabel('Where they agreed').fill('the old list')
  await page.getByLabel('When they agreed').fill('2026-01-31')
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: `${'מאוד-'.repeat(20)}list.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByRole('button', { name: 'Upload and check' }).press('Enter')

  await until(page, 'Checked')
  await fits(page)
  await page.getByRole('link', { name: 'Import 4,000 people …' }).press('Enter')
  await page.getByRole('heading', { name: 'Import 4,000 people?' }).waitFor()
  await fits(page)
  await page.getByRole('button', { name: 'Import 4,000 people' }).press('Enter')
  await page.getByRole('heading', { name: 'Importing' }).waitFor()
  await page.getByText('of 4,002 so far').waitFor()
  await fits(page)

  const later = await page.context().newPage()
  await page.close()
  await later.goto(app.url + peoplePaths.list)
  await later.getByRole('link', { name: 'Import people' }).press('Enter')
  await later.getByRole('link', { name: 'Open it' }).press('Enter')
  await until(later, 'Imported')
  await fits(later)
  const download = later.waitForEvent('download')
  await later.getByRole('link', { name: 'Download the refused rows' }).press('Enter')
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.trim().split('\r\n')).toEqual([
    'line,reason,address',
    `${people + 2},no address that can be mailed,nobody`,
    `${people + 3},twice in the file,p0@example.com`,
  ])
  const { db } = await app.store()
  const { count } = await db
    .selectFrom('people')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(people)
  await leave()
})

const csv = [
  'email',
  ...Array.from({ length: people }, (_, n) => `p${n}@example.com`),
  'nobody',
  'p0@example.com',
].join('\n')

/** Presses Update until the heading says so. */
async function until(page: Page, title: string) {
  await expect
    .poll(
      async () => {
        const heading = await page.getByRole('heading', { level: 1 }).innerText()
        if (heading !== title) await page.getByRole('link', { name: 'Update' }).press('Enter')
        return heading
      },
      { timeout: waitMs },
    )
    .toBe(title)
}

async function fits(page: Page) {
  expect(await faultsAtWidths(page, [390])).toEqual([])
}
