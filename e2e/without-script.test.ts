import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn } from '#test/visitor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { button, field, join, openBrowser, visitor, welcome, widths } from './browser.ts'
import { mailsTo } from './mails.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => { [app, browser] = await Promise.all([startApp(), openBrowser()]) })
afterAll(async () => { await browser.close(); await app.close() })

const plainVisitor = (width = 1280) => visitor(browser, { width, javaScriptEnabled: false })

test.each(widths)('[FORM-8] [FORM-5] at %i px the plain form gives the same welcome, and a reload sends nothing twice', async (width) => {
  const sanne = await plainVisitor(width)
  await sanne.page.goto(app.url)
  expect(await button(sanne.page).isEnabled()).toBe(true)
  await join(sanne.page, `sanne.${width}@fuel.example`)
  await welcome(sanne.page).waitFor()
  expect(await sanne.page.locator('.welcome').textContent()).toContain(`sanne.${width}@fuel.example`)
  sanne.requests.length = 0
  await sanne.page.reload()
  await welcome(sanne.page).waitFor()
  expect(sanne.requests.filter((path) => path === '/join')).toHaveLength(1)
  await sanne.leave()
})

test('[FORM-9] Use another address brings the plain form back with the text in it', async () => {
  const daan = await plainVisitor()
  await daan.page.goto(app.url)
  await join(daan.page, 'daan@fuel.example')
  await daan.page.getByRole('link', { name: 'Use another address' }).click()
  expect(await field(daan.page).inputValue()).toBe('daan@fuel.example')
  await daan.leave()
})

test('[FORM-8] [FORM-2] a refused address comes back with the message, and what was typed', async () => {
  const lotte = await plainVisitor()
  await lotte.page.goto(app.url)
  await join(lotte.page, 'lotte@fuel')
  expect(await lotte.page.locator('#hero .note').textContent()).toBe('Please enter a valid email address')
  expect(await field(lotte.page).inputValue()).toBe('lotte@fuel')
  expect(await field(lotte.page).getAttribute('aria-invalid')).toBe('true')
  await lotte.leave()
})

test('from the form to the mailbox and out again, without script', async () => {
  const milan = await plainVisitor()
  await milan.page.goto(app.url)
  await join(milan.page, 'milan@fuel.example')
  await welcome(milan.page).waitFor()
  const [mail] = await mailsTo(app, 'milan@fuel.example')
  await milan.page.goto(linkIn(mail?.text ?? '', 'confirm'))
  await milan.page.getByRole('button', { name: 'Confirm my spot' }).click()
  await milan.page.getByRole('heading', { name: 'You are in.' }).waitFor()
  await milan.page.goto(linkIn(mail?.text ?? '', 'unsubscribe'))
  await milan.page.getByRole('button', { name: 'Leave the list' }).click()
  await milan.page.getByRole('heading', { name: 'You have left.' }).waitFor()
  await milan.leave()
})

test('[FORM-8] the plain form\'s welcome page, with script, marks the browser as joined', async () => {
  const noor = await visitor(browser)
  await noor.page.route('**/assets/*.js', (route) => route.abort())
  await noor.page.goto(app.url)
  await join(noor.page, 'noor@fuel.example')
  await welcome(noor.page).waitFor()
  await noor.page.unroute('**/assets/*.js')
  await noor.page.reload()
  await noor.page.locator('[data-island="signup-form"][data-alive]').waitFor()
  expect(await noor.page.evaluate(() => localStorage.getItem('ascend.joined'))).toBe('1')
  await noor.page.getByText('Use another address').click()
  expect(await field(noor.page).inputValue()).toBe('noor@fuel.example')
  await noor.leave()
})
