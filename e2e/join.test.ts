import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta, noOrigin } from '#contract/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { eventually, visit } from './visit.ts'
import {
  hydrated,
  button,
  field,
  holdBack,
  join,
  open,
  openBrowser,
  success,
  toast,
  visitor,
  welcome,
  widths,
} from './browser.ts'
import { mailsTo } from './mails.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test.each(widths)(
  "[ROUTE-1] [FORM-5] [FORM-9] at %i px a visitor joins, and is welcomed in the form's place",
  async (width) => {
    const sanne = await visit(browser, app.url, { width })
    await join(sanne.page, `sanne.${width}@fuel.example`)
    await eventually(sanne.page, () => welcome(sanne.page).count()).toBe(1)
    const panel = sanne.page.locator('main .welcome')
    expect(await panel.textContent()).toContain(`sanne.${width}@fuel.example`)
    expect(await panel.textContent()).toContain('A mystery bonus stack is added within 24 hours.')
    expect([
      await panel.getAttribute('role'),
      await panel.locator('h2').textContent(),
      await toast(sanne.page).count(),
    ]).toEqual(['status', success, 0])
    expect(await sanne.page.evaluate(() => document.activeElement?.textContent)).toBe(success)
    expect(await besidesEvents(sanne.page)).toEqual([['ascend.joined', '1']])
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  },
)

test('[FORM-6] the call carries the address and the first name, and the mail arrives', async () => {
  const daan = await visitor(browser)
  await open(daan, `${app.url}/?utm_source=forum`)
  const sent = daan.page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(daan.page, 'daan@fuel.example')
  expect((await sent).postDataJSON()).toEqual({ email: 'daan@fuel.example', firstName: 'daan' })
  await welcome(daan.page).waitFor()
  const person = await (
    await app.store()
  ).db
    .selectFrom('people')
    .selectAll()
    .where('email', '=', 'daan@fuel.example')
    .executeTakeFirstOrThrow()
  expect([person.placement, person.source]).toEqual(['hero', 'forum'])
  expect(await mailsTo(app, 'daan@fuel.example')).toHaveLength(1)
  await daan.leave()
})

const cameFrom = `?utm_source=${encodeURIComponent('  Über den Podcast ')}&utm_medium=audio&utm_campaign=spring%202027`
const origin = {
  source: 'Über den Podcast',
  medium: 'audio',
  campaign: 'spring 2027',
  referrer: 'news.example',
}

test.each<[string, () => unknown, object]>([
  [
    'the campaign words and the host of the page that led here travel with the sign-up',
    () => {},
    origin,
  ],
  [
    'nothing of them travels for a visitor with Do Not Track',
    () => Object.defineProperty(Navigator.prototype, 'doNotTrack', { get: () => '1' }),
    noOrigin,
  ],
  [
    'nothing of them travels for a visitor with Global Privacy Control',
    () => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
    noOrigin,
  ],
])('[DASH-9] %s', async (_, says, sentOrigin) => {
  const daan = await visitor(browser)
  await daan.page.addInitScript(says)
  await daan.page.route('https://news.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${app.url}/${cameFrom}" referrerpolicy="unsafe-url">Fuel</a>`,
    }),
  )
  await daan.page.goto('https://news.example/fuel?who=daan')
  await daan.page.getByRole('link').click()
  await hydrated(daan.page)
  const sent = daan.page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(daan.page, 'daan.from@fuel.example')
  expect(decodeFormMeta((await sent).headers()[formMetaHeader])).toMatchObject(sentOrigin)
  await welcome(daan.page).waitFor()
  await daan.leave()
})

test('[FORM-3] [FORM-4] by keyboard alone: skip link, field, Enter, the panel, and back to the form', async () => {
  const lotte = await visitor(browser)
  await open(lotte, app.url)
  const { keyboard } = lotte.page
  await keyboard.press('Tab')
  expect(await lotte.page.evaluate(() => document.activeElement?.textContent)).toBe(
    'Skip to the form',
  )
  await keyboard.press('Enter')
  await expect.poll(() => lotte.page.evaluate(() => document.activeElement?.id)).toBe('hero-form')
  await keyboard.press('Tab')
  expect(await field(lotte.page).evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  await keyboard.type('lotte@fuel.example')
  await keyboard.press('Enter')
  await welcome(lotte.page).waitFor()
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  expect(await field(lotte.page).inputValue()).toBe('lotte@fuel.example')
  expect(await field(lotte.page).evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  await lotte.leave()
})

test('[FORM-3] text typed before the script loaded is kept and validated', async () => {
  const milan = await visitor(browser)
  const letIn = await holdBack(milan.page, '**/assets/*.js')
  await milan.page.goto(app.url)
  await field(milan.page).fill('milan@fuel')
  letIn()
  await hydrated(milan.page)
  await milan.page.getByText('Please enter a valid email address').waitFor()
  expect(await field(milan.page).inputValue()).toBe('milan@fuel')
  await milan.leave()
})

describe('the states of the form', () => {
  test('[FORM-3] the button is enabled as served, then disabled and gold while empty, grey while invalid; pressed while disabled it puts the focus into the field', async () => {
    const noor = await visitor(browser)
    await open(noor, app.url)
    const look = () =>
      button(noor.page).evaluate((element: HTMLButtonElement) => [
        element.disabled,
        getComputedStyle(element).backgroundColor,
      ])
    await noor.page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await look()).toEqual([true, 'rgb(244, 183, 64)'])
    await field(noor.page).fill('noor@')
    expect(await look()).toEqual([true, 'rgb(34, 34, 38)'])
    await field(noor.page).fill('noor@fuel.example')
    expect(await look()).toEqual([false, 'rgb(244, 183, 64)'])
    await field(noor.page).fill('')
    await field(noor.page).blur()
    const box = await button(noor.page).boundingBox()
    await noor.page.mouse.click(box!.x + 20, box!.y + 20)
    expect(await field(noor.page).evaluate((element) => element === document.activeElement)).toBe(
      true,
    )
    await noor.leave()
  })

  test('[FORM-2] [FORM-3] the mark and the message follow what is typed; an empty field has neither', async () => {
    const noor = await visitor(browser)
    await open(noor, app.url)
    const state = () => noor.page.locator('#hero .form').getAttribute('data-state')
    const note = () => noor.page.locator('#hero .note').textContent()
    const marks = () => noor.page.locator('#hero .field svg').count()
    expect([await state(), await note(), await marks()]).toEqual([
      'empty',
      'No spam. No nonsense. Just performance.',
      0,
    ])
    await field(noor.page).fill('noor@fuel')
    expect([await state(), await note(), await marks()]).toEqual([
      'invalid',
      'Please enter a valid email address',
      1,
    ])
    expect(await field(noor.page).getAttribute('aria-invalid')).toBe('true')
    await field(noor.page).fill('noor@fuel.example')
    expect([await state(), await note(), await marks()]).toEqual([
      'valid',
      'No spam. No nonsense. Just performance.',
      1,
    ])
    await field(noor.page).fill('')
    expect([await state(), await note(), await marks()]).toEqual([
      'empty',
      'No spam. No nonsense. Just performance.',
      0,
    ])
    await noor.leave()
  })

  test('[FORM-4] [ERR-3] Enter in a field that is empty or holds no address gives the toast, though the button is disabled', async () => {
    const noor = await visit(browser, app.url)
    for (const text of ['', 'noor@fuel']) {
      await field(noor.page).fill(text)
      await field(noor.page).press('Enter')
      expect([
        text,
        await toast(noor.page).locator('b').textContent(),
        await toast(noor.page).locator('p').textContent(),
      ]).toEqual([text, 'Invalid email', 'Please enter a valid email address'])
      expect(await aloud(noor.page, 'Please enter a valid email address')).toBe(1)
      await noor.page.clock.runFor(10_000)
      expect(await toast(noor.page).count()).toBe(0)
    }
    expect(noor.requests).not.toContain('/functions/v1/send-welcome-email')
    await noor.leave()
  })

  test('[FORM-3] while it is sent the button says so, is disabled, and the text stays', async () => {
    const noor = await visitor(browser)
    const letGo = await holdBack(noor.page, '**/functions/v1/send-welcome-email')
    await open(noor, app.url)
    await join(noor.page, 'noor@fuel.example')
    expect(await button(noor.page).textContent()).toBe('Joining...')
    expect(await button(noor.page).isDisabled()).toBe(true)
    expect(await field(noor.page).getAttribute('readonly')).not.toBeNull()
    letGo()
    await welcome(noor.page).waitFor()
    await noor.leave()
  })

  test('[FORM-6] an address that the server refuses shows the message instead of success', async () => {
    const noor = await visitor(browser)
    await open(noor, app.url)
    await join(noor.page, 'noor,daan@fuel.example')
    await noor.page.getByText('Please enter a valid email address').waitFor()
    expect(await aloud(noor.page, 'Please enter a valid email address')).toBe(1)
    expect(await field(noor.page).inputValue()).toBe('noor,daan@fuel.example')
    expect(await besidesEvents(noor.page)).toEqual([])
    await noor.leave()
  })
})

test('[FORM-7] a second click on a button within a second is ignored', async () => {
  const noor = await visitor(browser)
  await open(noor, app.url)
  await noor.page.evaluate(() => {
    const probe = Object.assign(document.createElement('button'), { id: 'probe', textContent: '0' })
    probe.addEventListener('click', () => {
      probe.textContent = String(Number(probe.textContent) + 1)
    })
    document.querySelector('main')?.prepend(probe)
  })
  await noor.page.locator('#probe').dblclick()
  expect(await noor.page.locator('#probe').textContent()).toBe('1')
  await noor.leave()
})

test('[FORM-9] with another address the form can be used again', async () => {
  const noor = await visitor(browser)
  await open(noor, app.url)
  await join(noor.page, 'noor.one@fuel.example')
  await noor.page.locator('.welcome').getByRole('button', { name: 'Use another address' }).click()
  await join(noor.page, 'noor.two@fuel.example')
  await welcome(noor.page).waitFor()
  expect(await noor.page.locator('main .welcome').textContent()).toContain('noor.two@fuel.example')
  await noor.leave()
})

/** The entries of local storage, without tracked events. */
const besidesEvents = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => !/^ascend\.(?:event:|session$)/.test(key)),
  )

/** How often assistive technology is told it. */
const aloud = (page: Page, text: string) =>
  page
    .locator('[aria-live="polite"], [role="alert"], [role="status"]')
    .filter({ hasText: text })
    .count()
