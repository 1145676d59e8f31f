import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formMetaHeader } from '#contract/api.ts'
import { decodeFormMeta, noOrigin } from '#contract/people/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { holdClock } from './page-clock.ts'
import { eventually, visit } from './visit.ts'
import {
  hydrated,
  button,
  field,
  holdBack,
  join,
  joinedHeading,
  open,
  openBrowser,
  success,
  toast,
  visitor,
  moving,
  welcome,
  widths,
} from './browser.ts'
import { mailsTo } from './mails.ts'
import { countShifts, shiftsSoFar } from './measures.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

test("[ROUTE-1] [FORM-5] [FORM-9] a visitor joins, is welcomed in the form's place, and can use the form again with another address", async () => {
  const sanne = await visit(browser, app.url, { width: 360 })
  const { page } = sanne
  await join(page, 'sanne@fuel.example')
  await eventually(page, () => welcome(page).count()).toBe(1)
  const panel = page.locator('main .welcome')
  expect(await panel.textContent()).toContain('sanne@fuel.example')
  expect(await panel.textContent()).toContain('A mystery bonus stack is added within 24 hours.')
  expect([
    await panel.locator('h2').textContent(),
    await toast(page).locator('p').textContent(),
    await toast(page).getAttribute('role'),
    await page.getByText(success).count(),
  ]).toEqual([joinedHeading, success, 'status', 1])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(joinedHeading)
  expect(await besidesEvents(page)).toEqual([['ascend.joined', '1']])
  await panel.getByRole('button', { name: 'Use another address' }).click()
  // FORM-7: the form's button may be pressed a second after the panel's.
  await page.clock.runFor(1_000)
  await join(page, 'sanne.two@fuel.example')
  await eventually(page, () => welcome(page).count()).toBe(1)
  expect(await panel.textContent()).toContain('sanne.two@fuel.example')
  expect(sanne.complaints).toEqual([])
  await sanne.leave()
})

describe.each(widths)('[FORM-5] at %i px', (width) => {
  test('the toast of a success stands in the window for 5 s, longer while it is under the pointer or its button has the focus, covers no line of the panel, and moves nothing', async () => {
    const lotte = await visit(browser, app.url, {
      ...moving,
      width,
      start: (page) => page.addInitScript(countShifts),
    })
    const { page } = lotte
    await join(page, `lotte.toast${width}@fuel.example`)
    await eventually(page, () => toast(page).count()).toBe(1)
    await page.clock.runFor(1_000)
    expect(await covered(page)).toEqual([])
    await toast(page).hover()
    await page.clock.runFor(20_000)
    expect(await toast(page).isVisible()).toBe(true)
    await page.mouse.move(width / 2, 790)
    await toast(page).getByRole('button', { name: 'Close' }).focus()
    await page.clock.runFor(20_000)
    expect(await toast(page).isVisible()).toBe(true)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.clock.runFor(4_900)
    expect(await toast(page).count()).toBe(1)
    await page.clock.runFor(200)
    expect([await toast(page).count(), await shiftsSoFar(page)]).toEqual([0, 0])
    await lotte.leave()
  })
})

/** The lines of the welcome panel below the toast, and the toast if it is not whole in the window. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const over = document.querySelector('.toast')!.getBoundingClientRect()
    const lines = [...document.querySelectorAll('.hero .welcome :is(h2, p, li)')].filter((line) => {
      const box = line.getBoundingClientRect()
      return (
        box.left < over.right &&
        box.right > over.left &&
        box.top < over.bottom &&
        box.bottom > over.top
      )
    })
    const inWindow = over.left >= 0 && over.right <= innerWidth && over.top >= 0
    return [
      ...lines.map(({ textContent }) => textContent),
      ...(inWindow && over.bottom <= innerHeight ? [] : ['outside of the window']),
    ]
  })

test('[FORM-3] [FORM-6] the call carries the address and the first name, and the mail arrives; while it is sent the button says so, is disabled, and the text stays', async () => {
  const daan = await visitor(browser)
  const { page } = daan
  const letGo = await holdBack(page, '**/functions/v1/send-welcome-email')
  await open(daan, `${app.url}/?utm_source=forum`)
  const sent = page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(page, 'daan@fuel.example')
  expect((await sent).postDataJSON()).toEqual({ email: 'daan@fuel.example', firstName: 'daan' })
  expect(await button(page).textContent()).toBe('Joining...')
  expect(await button(page).isDisabled()).toBe(true)
  expect(await field(page).getAttribute('readonly')).not.toBeNull()
  expect(await field(page).inputValue()).toBe('daan@fuel.example')
  letGo()
  await welcome(page).waitFor()
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

const noTracking = {
  doNotTrack: '1',
  globalPrivacyControl: true,
}

test('[DASH-9] the campaign words and the host of the page that led here travel with the sign-up, and nothing of them for a visitor with Do Not Track or Global Privacy Control', async () => {
  const daan = await visitor(browser)
  const { page } = daan
  await page.route('https://news.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${app.url}/${cameFrom}" referrerpolicy="unsafe-url">Fuel</a>`,
    }),
  )
  await holdClock(page)
  await page.goto('https://news.example/fuel?who=daan')
  await page.getByRole('link').click()
  await page.waitForURL(`${app.url}/**`)
  await page.clock.runFor(2_000)
  await hydrated(page)
  expect(await originSent(page, 'daan.from@fuel.example')).toMatchObject(origin)
  for (const [name, value] of Object.entries(noTracking)) {
    await page.evaluate(
      ([name, value]) => {
        for (const one of ['doNotTrack', 'globalPrivacyControl'])
          Object.defineProperty(Navigator.prototype, one, {
            configurable: true,
            get: () => (one === name ? value : undefined),
          })
      },
      [name, value] as const,
    )
    await page.locator('main .welcome').getByRole('button', { name: 'Use another address' }).click()
    // FORM-7: the form's button may be pressed a second after the panel's.
    await page.clock.runFor(1_000)
    expect([name, await originSent(page, `daan.${name}@fuel.example`)]).toMatchObject([
      name,
      noOrigin,
    ])
  }
  await daan.leave()
})

/** Of the sign-up of this address. */
async function originSent(page: Page, email: string) {
  const sent = page.waitForRequest('**/functions/v1/send-welcome-email')
  await join(page, email)
  await eventually(page, () => welcome(page).count()).toBe(1)
  return decodeFormMeta((await sent).headers()[formMetaHeader])
}

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

test('[FORM-2] an international host is shown as typed', async () => {
  const milan = await visit(browser, app.url)
  await join(milan.page, 'Milan@Müller.example')
  await eventually(milan.page, () => welcome(milan.page).count()).toBe(1)
  expect(await milan.page.locator('main .welcome b').first().textContent()).toBe(
    'Milan@müller.example',
  )
  expect((await mailsTo(app, 'milan@xn--mller-kva.example')).length).toBe(1)
  await milan.leave()
})

describe('the states of the form', () => {
  test('[FORM-2] [FORM-3] the button, the mark and the message follow what is typed: empty the button is disabled and gold, without mark and message; invalid grey; pressed while disabled it puts the focus into the field', async () => {
    const noor = await visitor(browser)
    const { page } = noor
    await open(noor, app.url)
    const looks = async () => [
      await button(page).evaluate((element: HTMLButtonElement) => element.disabled),
      await button(page).evaluate((element) => getComputedStyle(element).backgroundColor),
      await page.locator('#hero .form').getAttribute('data-state'),
      await page.locator('#hero .note').textContent(),
      await page.locator('#hero .field svg').count(),
    ]
    const [accent, grey] = ['rgb(244, 183, 64)', 'rgb(34, 34, 38)']
    const promise = 'No spam. No nonsense. Just performance.'
    const complaint = 'Please enter a valid email address'
    expect(await looks()).toEqual([true, accent, 'empty', promise, 0])
    for (const text of ['noor@', 'noor@fuel']) {
      await field(page).fill(text)
      expect(await looks(), text).toEqual([true, grey, 'invalid', complaint, 1])
      expect(await field(page).getAttribute('aria-invalid')).toBe('true')
    }
    await field(page).fill('noor@fuel.example')
    expect(await looks()).toEqual([false, accent, 'valid', promise, 1])
    await field(page).fill('')
    expect(await looks()).toEqual([true, accent, 'empty', promise, 0])
    await field(page).blur()
    const box = await button(page).boundingBox()
    await page.mouse.click(box!.x + 20, box!.y + 20)
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true)
    await noor.leave()
  })

  test('[FORM-4] [FORM-6] [ERR-3] Enter in a field that is empty or holds no address gives the toast, though the button is disabled; an address that the server refuses shows the message instead of success', async () => {
    const noor = await visit(browser, app.url)
    const { page } = noor
    const complaint = 'Please enter a valid email address'
    for (const text of ['', 'noor@fuel']) {
      await field(page).fill(text)
      await field(page).press('Enter')
      expect([
        text,
        await toast(page).locator('b').textContent(),
        await toast(page).locator('p').textContent(),
      ]).toEqual([text, 'Invalid email', complaint])
      expect(await aloud(page, complaint)).toBe(1)
      await page.clock.runFor(10_000)
      expect(await toast(page).count()).toBe(0)
    }
    expect(noor.requests).not.toContain('/functions/v1/send-welcome-email')
    await field(page).fill('noor,daan@fuel.example')
    expect(await aloud(page, complaint)).toBe(0)
    await button(page).click()
    await eventually(page, () => page.getByText(complaint).count()).toBe(1)
    expect(await aloud(page, complaint)).toBe(1)
    expect(await aloud(page, 'The part before the @ cannot contain “,”.')).toBe(1)
    expect(await page.locator('main .form [aria-invalid] ~ svg').count()).toBe(1)
    expect(await field(page).inputValue()).toBe('noor,daan@fuel.example')
    expect(await besidesEvents(page)).toEqual([])
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

test('[FORM-7] [HERO-6] the button of the updates box ignores a second click within a second, and counts the next one', async () => {
  const noor = await visit(browser, app.url)
  const { page } = noor
  const button = page.locator('.updates summary')
  const isOpen = () => page.locator('.updates').evaluate((box: HTMLDetailsElement) => box.open)
  await button.dblclick()
  expect(await isOpen()).toBe(true)
  await page.clock.runFor(1_000)
  await button.click()
  expect(await isOpen()).toBe(false)
  await noor.leave()
})

/** The entries of local storage, without tracked events and the mark of the first visit. */
const besidesEvents = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => !/^ascend\.(?:event:|session$|seen$)/.test(key)),
  )

/** How often assistive technology is told it. */
const aloud = (page: Page, text: string) =>
  page
    .locator('[aria-live="polite"], [role="alert"], [role="status"]')
    .filter({ hasText: text })
    .count()
