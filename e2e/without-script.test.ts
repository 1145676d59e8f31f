import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkIn } from '#test/visitor.ts'
import { startApp, type TestApp } from '#test/app.ts'
import {
  button,
  field,
  join,
  openBrowser,
  joinedHeading,
  joinedLine,
  success,
  toast,
  visitor,
  welcome,
} from './browser.ts'
import { withoutWrites } from '#test/without-writes.ts'
import { mailsTo } from './mails.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const plainVisitor = (width = 1280) => visitor(browser, { width, javaScriptEnabled: false })

test('[FORM-8] [FORM-5] the plain form gives the same welcome, whose panel also carries the sentence of success, and a reload sends nothing twice', async () => {
  const sanne = await plainVisitor(360)
  await sanne.page.goto(app.url)
  expect(await button(sanne.page).isEnabled()).toBe(true)
  await join(sanne.page, 'sanne@fuel.example')
  await welcome(sanne.page).waitFor()
  expect(await sanne.page.locator('.welcome').textContent()).toContain('sanne@fuel.example')
  expect([
    await welcome(sanne.page).textContent(),
    await sanne.page.locator('.welcome').textContent(),
    await toast(sanne.page).count(),
  ]).toEqual([joinedHeading, expect.stringContaining(success), 0])
  sanne.requests.length = 0
  await sanne.page.reload()
  await welcome(sanne.page).waitFor()
  expect(sanne.requests.filter((path) => path === '/join')).toHaveLength(1)
  await sanne.leave()
})

test('[FORM-9] without script the other form is a line, and Use another address in line or panel brings that form back with the text in it', async () => {
  const daan = await plainVisitor()
  await daan.page.goto(app.url)
  await join(daan.page, 'daan@fuel.example')
  expect(await joinedLine(daan.page, 'final').innerText()).toMatch(
    /^You’re in\. Now confirm by email\.\s+Use another address$/,
  )
  expect(await field(daan.page, 'final').isVisible()).toBe(false)
  await joinedLine(daan.page, 'final').getByRole('link').click()
  expect([
    await field(daan.page, 'final').inputValue(),
    await field(daan.page, 'final').isVisible(),
    await field(daan.page).isVisible(),
  ]).toEqual(['daan@fuel.example', true, true])
  await daan.page.goBack()
  await daan.page.locator('.welcome').getByRole('link', { name: 'Use another address' }).click()
  expect(await field(daan.page).inputValue()).toBe('daan@fuel.example')
  await daan.leave()
})

test('[FORM-8] [FORM-2] a refused address comes back with the message, and what was typed', async () => {
  const lotte = await plainVisitor()
  await lotte.page.goto(app.url)
  await join(lotte.page, 'lotte@fuel')
  expect(await lotte.page.locator('#hero-note').textContent()).toBe(
    'Please enter a valid email address',
  )
  const refused = lotte.page.getByRole('textbox')
  expect(await refused.inputValue()).toBe('lotte@fuel')
  expect(await refused.getAttribute('aria-invalid')).toBe('true')
  await lotte.leave()
})

test('[FORM-8] while the store is away the form says so and keeps the address, and the next press signs up', async () => {
  const tess = await plainVisitor()
  await tess.page.goto(app.url)
  await withoutWrites(app, () => join(tess.page, 'tess@fuel.example'))
  expect(await tess.page.getByRole('heading').textContent()).toBe('Not saved yet')
  expect(await tess.page.getByRole('textbox').inputValue()).toBe('tess@fuel.example')
  await tess.page.getByRole('button').click()
  await welcome(tess.page).waitFor()
  await tess.leave()
})

test('[LINE-9] a first name that the store could not take comes back with a button that sends it again', async () => {
  const tess = await plainVisitor()
  await tess.page.goto(app.url)
  await join(tess.page, 'name@fuel.example')
  const [mail] = await mailsTo(app, 'name@fuel.example')
  await tess.page.goto(linkIn(mail!.text, 'confirm'))
  await tess.page.getByRole('button', { name: 'Confirm my spot' }).click()
  await tess.page.goto(`${linkIn(mail!.text, 'me')}/name`)
  await tess.page.getByRole('textbox').fill('Tess')
  await withoutWrites(app, () => tess.page.locator('.own-act button').click())
  await tess.page.getByRole('button', { name: 'Try again' }).click()
  await tess.page.getByText('see the first name Tess.').waitFor()
  await tess.leave()
})

test('[FORM-8] a form that a page of another site sends signs nobody up, and is sent by a press on the page that follows', async () => {
  const tess = await plainVisitor()
  await tess.page.route('http://other.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${app.url}/join"><input name="email" value="other@fuel.example"><button>Go</button></form>`,
    }),
  )
  await tess.page.goto('http://other.example/')
  await tess.page.getByRole('button').click()
  await tess.page.getByRole('heading', { name: 'Send it from here' }).waitFor()
  expect(await sourceOf('other@fuel.example')).toBeUndefined()
  expect(await tess.page.getByRole('textbox').inputValue()).toBe('other@fuel.example')
  await tess.page.getByRole('button').click()
  await welcome(tess.page).waitFor()
  expect(await sourceOf('other@fuel.example')).toBe('')
  await tess.leave()
})

test.each(['hero', 'final'] as const)(
  "[FORM-8] the campaign's word outlasts a refused address of the %s form",
  async (place) => {
    const milan = await plainVisitor()
    await milan.page.goto(`${app.url}/?utm_source=podcast`)
    const form = milan.page.locator(`#${place}-form`)
    await form.getByRole('textbox').fill('milan@fuel')
    await form.getByRole('button').click()
    await milan.page.waitForURL('**/join*')
    await form.getByRole('textbox').fill(`milan.${place}@fuel.example`)
    await form.getByRole('button').click()
    await welcome(milan.page).waitFor()
    expect(await sourceOf(`milan.${place}@fuel.example`)).toBe('podcast')
    await milan.leave()
  },
)

test('[CALL-1] from the form to the confirm mail, its button, the welcome mail at /dev/mails and out again, without script', async () => {
  const milan = await plainVisitor()
  await milan.page.goto(app.url)
  await join(milan.page, 'milan@fuel.example')
  await welcome(milan.page).waitFor()
  const [mail] = await mailsTo(app, 'milan@fuel.example')
  await milan.page.goto(linkIn(mail?.text ?? '', 'confirm'))
  await milan.page.getByRole('button', { name: 'Confirm my spot' }).click()
  await milan.page.getByRole('heading', { name: 'You are in.' }).waitFor()
  const letter = (await mailsTo(app, 'milan@fuel.example')).at(-1)!
  await milan.page.goto(`${app.url}/dev/mails`)
  await milan.page.getByRole('link', { name: letter.subject }).first().click()
  await milan.page
    .frameLocator('iframe')
    .getByText('1,000 invitations, 6 months ahead of the public launch.')
    .waitFor()
  await milan.page.goto(linkIn(letter.text, 'unsubscribe'))
  await milan.page.getByRole('button', { name: 'Leave the list' }).click()
  await expect
    .poll(() => milan.page.getByRole('heading', { name: 'Your place waits.' }).isVisible())
    .toBe(true)
  await milan.leave()
})

test('[FLOW-4] from 320 to 1600 px the final call to action is as high as the finished block, without a hole', async () => {
  const [noor, milan] = [await visitor(browser), await plainVisitor()]
  await Promise.all([noor.page.goto(app.url), milan.page.goto(app.url)])
  await noor.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await noor.page.locator('.urgency').waitFor()
  for (const width of [320, 360, 768, 1280, 1600]) {
    for (const { page } of [noor, milan]) await page.setViewportSize({ width, height: 800 })
    const [finished, still] = [await finalBlock(noor.page), await finalBlock(milan.page)]
    const at = `at ${width} px`
    expect(still.height, at).toBeGreaterThanOrEqual(finished.height)
    expect(still.height, at).toBeLessThan(finished.height + 60)
    expect(still.hole, at).toBeLessThan(200)
  }
  await Promise.all([noor.leave(), milan.leave()])
})

test("[FORM-8] the plain form's welcome page, with script, marks the browser as joined", async () => {
  const noor = await visitor(browser)
  await noor.page.route('**/assets/*.js', (route) => route.abort())
  await noor.page.goto(app.url)
  await join(noor.page, 'noor@fuel.example')
  await welcome(noor.page).waitFor()
  await noor.page.unroute('**/assets/*.js')
  await noor.page.reload()
  await noor.page.locator('[data-island="signup-form"][data-hydrated]').waitFor()
  expect(await noor.page.evaluate(() => localStorage.getItem('ascend.joined'))).toBe('1')
  await noor.page.getByRole('link', { name: 'Use another address' }).first().click()
  expect(await field(noor.page).inputValue()).toBe('noor@fuel.example')
  await noor.leave()
})

const sourceOf = async (email: string) =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('people')
      .select('source')
      .where('email', '=', email)
      .executeTakeFirst()
  )?.source

/** Its height, and the largest stretch of it from top to bottom in which no text stands. */
const finalBlock = (page: Page) =>
  page.locator('#final').evaluate((section) => {
    const texts = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
    const lines: DOMRect[] = []
    while (texts.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(texts.currentNode)
      if (!texts.currentNode.parentElement?.closest('.trap')) lines.push(...range.getClientRects())
    }
    let [hole, below] = [0, section.getBoundingClientRect().top]
    for (const { top, bottom } of lines.sort((one, other) => one.top - other.top))
      [hole, below] = [Math.max(hole, top - below), Math.max(below, bottom)]
    return { height: section.getBoundingClientRect().height, hole }
  })
