import type { Browser, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formMetaHeader, paths } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/people/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { dialog, leaveThroughTheTop, load, popupsHydrated } from './visit.ts'
import { openBrowser, toast, type Visitor } from './browser.ts'
import { mailsTo, onList } from './mails.ts'
import {
  atInvitation,
  completed,
  email,
  link,
  outcome,
  panel,
  result,
  rowsOf,
  save,
  send,
  standing,
} from './quiz.ts'
import { trackedOf } from './tracked.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), openBrowser()])
})
afterAll(() => app.close())

const savePath = `**${paths.quizResults}*`
const sequencesOf = async (id: string) =>
  (
    await (
      await app.store()
    ).db
      .selectFrom('sequences')
      .selectAll()
      .where('quizResultId', '=', id)
      .execute()
  ).length
const metaOf = (call: Request) => decodeFormMeta(call.headers()[formMetaHeader])
/** The calls of the page, in order. */
function callsOf({ page }: Visitor): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && !request.url().endsWith(paths.events)) calls.push(request)
  })
  return calls
}
/** Without what the browser says of a request by itself. */
const said = ({ complaints }: Visitor) =>
  complaints.filter((line) => !line.startsWith('Failed to load resource'))

const voltooid = 'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.'

/** The panel's way back to the form. */
const another = (page: Page) => panel(page).getByRole('button', { name: 'gebruik een ander adres' })

/** Each test goes on where the one before it ended. */
describe('on a phone', () => {
  let sanne: Visitor
  beforeAll(async () => {
    sanne = await completed(browser, app.url, { width: 360 })
  })
  afterAll(() => sanne.leave())

  test('[QUIZ-6] [QUIZ-7] [QUIZ-9] [FORM-1] [FORM-9] a save shows its toast in the dialog for 5 s, beside the panel that says what will arrive, and there are row, sequence and mail; another address brings the form back with the text in it, and another address is another row', async () => {
    const { page } = sanne
    const address = 'sanne@fuel.example'
    await save(page, address)
    await panel(page).waitFor()
    expect([
      await panel(page).locator('h2').textContent(),
      await dialog(page, result).locator('.toast[role="status"] p').textContent(),
      await page.getByText(voltooid).count(),
    ]).toEqual(['Je resultaat is bewaard.', voltooid, 1])
    expect(await panel(page).textContent()).toContain(
      `Bevestig ${address} met de link in onze mail`,
    )
    expect(
      await panel(page)
        .locator('h2')
        .evaluate((heading) => heading === document.activeElement),
    ).toBe(true)
    await arrives(address)
    await page.mouse.move(2, 2)
    await page.clock.runFor(5_000)
    expect([await toast(page).count(), await panel(page).count()]).toEqual([0, 1])
    await another(page).click()
    expect(await email(page).inputValue()).toBe(address)
    await save(page, 'sanne.other@fuel.example')
    await panel(page).waitFor()
    expect([
      (await rowsOf(app, address)).length,
      (await rowsOf(app, 'sanne.other@fuel.example')).length,
    ]).toEqual([1, 1])
    expect(sanne.complaints).toEqual([])
  })

  test('[QUIZ-4] keeps its text on the way to the quiz and back, and the saved result stays saved', async () => {
    const { page } = sanne
    await another(page).click()
    await email(page).fill('emma@fuel.example')
    await page.goBack()
    await page.clock.runFor(1_000)
    await dialog(page, 'quiz-modal').locator('.choice').nth(1).click()
    await dialog(page, result).waitFor()
    expect(await email(page).inputValue()).toBe('emma@fuel.example')
    await page.clock.runFor(1_000)
    await send(page).click()
    await outcome(page)
    await panel(page).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, result).waitFor({ state: 'hidden' })
    await link(page).click()
    await panel(page).waitFor()
  })
})

/** One row with the result, its sequence and its mail. */
async function arrives(address: string) {
  const [row, ...others] = await rowsOf(app, address)
  expect([
    row?.performance_type,
    row?.primary_score,
    JSON.parse(row!.answers),
    others.length,
  ]).toEqual(['focus', 12, resultFor('focus').answers, 0])
  await expect.poll(() => sequencesOf(row!.id)).toBe(1)
  expect(await mailsTo(app, address)).toHaveLength(1)
}

/** Each test goes on where the one before it ended. */
describe('a save', () => {
  let daan: Visitor
  beforeAll(async () => {
    daan = await completed(browser, `${app.url}/?utm_source=podcast`)
  })
  afterAll(() => daan.leave())

  test('[QUIZ-10] [FORM-3] [FORM-7] it is submitting until the token is two seconds old, ignores a second click, makes CALL-2, then CALL-3, not CALL-1, and tracks one email_captured, with a bar open too', async () => {
    const { page } = daan
    const calls = callsOf(daan)
    await page.locator('.dock').waitFor({ state: 'attached' })
    await email(page).fill('Daan@fuel.example')
    await send(page).dblclick()
    expect([await send(page).textContent(), await send(page).isDisabled()]).toEqual([
      'Joining...',
      true,
    ])
    await outcome(page)
    await panel(page).waitFor()
    await expect
      .poll(() => calls.map((call) => new URL(call.url()).pathname))
      .toEqual([paths.quizResults, paths.emailSequence])
    const [saving, starting] = calls as [Request, Request]
    expect([
      new URL(saving.url()).search,
      saving.headers()['accept'],
      saving.postDataJSON(),
    ]).toEqual([
      '?select=*',
      'application/vnd.pgrst.object+json',
      { email: 'Daan@fuel.example', ...resultFor('focus') },
    ])
    expect(metaOf(saving)).toMatchObject({
      placement: 'quiz',
      trap: '',
      source: 'podcast',
      consent: '2026-11-nl',
      token: expect.stringMatching(/./),
      key: expect.stringMatching(/^[\da-f]{32}-/),
    })
    const [row] = await rowsOf(app, 'daan@fuel.example')
    expect(starting.postDataJSON()).toEqual({
      email: 'Daan@fuel.example',
      performance_type: 'focus',
      quiz_result_id: row!.id,
      result_data: resultFor('focus').result_data,
    })
    expect(await onList(app, 'daan@fuel.example')).toBe(1)
    expect(await trackedOf(page, 'email_captured')).toMatchObject([
      { label: 'quiz', section: 'quiz', email: 'daan@fuel.example' },
    ])
  })

  test('[FORM-9] after a reload the saved result is still saved, without the address, and another address can be sent; after a save no popup opens that nobody asked for, at later visits neither', async () => {
    const { page } = daan
    await page.reload()
    await page.clock.runFor(2_000)
    await atInvitation(page)
    await dialog(page, result).waitFor()
    expect([
      await panel(page).locator('h2').textContent(),
      (await panel(page).textContent())!.includes('daan'),
      await page.evaluate(() => sessionStorage.getItem('ascend.quiz')!.includes('daan')),
    ]).toEqual(['Je resultaat is bewaard.', false, false])
    expect(await trackedOf(page, 'email_captured')).toHaveLength(1)
    await another(page).click()
    await save(page, 'daan.other@fuel.example')
    await panel(page).waitFor()
    expect((await rowsOf(app, 'daan.other@fuel.example')).length).toBe(1)
    await page.keyboard.press('Escape')
    await dialog(page, result).waitFor({ state: 'hidden' })
    for (const visit of ['this', 'the next']) {
      if (visit === 'the next') {
        await load(page, app.url)
        await atInvitation(page)
      }
      await popupsHydrated(page)
      await leaveThroughTheTop(page)
      await page.clock.runFor(300)
      expect(await standing(page), visit).toEqual([])
    }
  })
})

/** Each test goes on where the one before it ended. */
describe('where saves or their mails fail', () => {
  let noor: Visitor
  beforeAll(async () => {
    noor = await completed(browser, app.url)
  })
  afterAll(() => noor.leave())

  test("[QUIZ-10] [FORM-2] [FORM-3] [FORM-4] tells as typed, and on Enter with a notice, that an address is none; where the server refuses one it shows FORM-2's message in place of success", async () => {
    const { page } = noor
    const calls = callsOf(noor)
    const note = dialog(page, result).locator('.note')
    await email(page).fill('milan@fuel')
    expect([await note.textContent(), await send(page).isDisabled()]).toEqual([
      'Please enter a valid email address',
      true,
    ])
    await email(page).press('Enter')
    expect([
      await toast(page).locator('b').textContent(),
      await toast(page).locator('p').textContent(),
    ]).toEqual(['Invalid email', 'Please enter a valid email address'])
    await toast(page).getByRole('button').click()
    await page.clock.runFor(5_000)
    expect(calls).toEqual([])
    await email(page).fill('milan,jan@fuel.example')
    expect(await note.textContent()).not.toBe('Please enter a valid email address')
    await save(page, 'milan,jan@fuel.example')
    await expect
      .poll(() => note.innerText())
      .toBe('Please enter a valid email address\nThe part before the @ cannot contain “,”.')
    expect([
      await panel(page).count(),
      await toast(page).count(),
      await email(page).inputValue(),
    ]).toEqual([0, 0, 'milan,jan@fuel.example'])
  })

  /** With how many addresses each enters in the list. */
  const failures: [string, number, (route: Route) => Promise<unknown>][] = [
    ['no answer comes', 0, (route) => route.abort()],
    [
      'the server cannot store it',
      0,
      (route) =>
        route.fulfill({
          status: 503,
          json: {
            code: 'PGRST001',
            message: 'The result is not saved yet',
            details: null,
            hint: null,
          },
        }),
    ],
    [
      'the answer is lost, though it is saved',
      1,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
    ],
  ]

  test('[QUIZ-8] [ERR-2] since no answer comes, the server cannot store it, or the answer is lost though it is saved: it says so, throws the error on, keeps answers and text, and enters, marks and tracks nothing that is not saved; the second try says why it waits and saves one row', async () => {
    const { page } = noor
    for (const [at, [failure, entered, fail]] of failures.entries()) {
      if (at > 0) await another(page).click()
      const address = `noor.${at}@fuel.example`
      await page.route(savePath, fail)
      await save(page, address)
      await saysSo(noor, address, failure)
      await expect.poll(() => errorsOf(noor)).toHaveLength(at + 1)
      expect([await onList(app, address), await captured(page), await mark(page)], failure).toEqual(
        [entered, at, at > 0 ? '1' : null],
      )
      await page.unroute(savePath)
      await savesAtSecondTry(page, address, failure)
      expect([await captured(page), await mark(page)], failure).toEqual([at + 1, '1'])
    }
  })

  const captured = async (page: Page) => (await trackedOf(page, 'email_captured')).length
  const mark = (page: Page) => page.evaluate(() => localStorage.getItem('ascend.joined'))
  const errorsOf = (sanne: Visitor) =>
    said(sanne).filter((line) => line.includes('The quiz result was not saved'))

  async function saysSo({ page }: Visitor, address: string, failure: string) {
    await toast(page).waitFor()
    expect(
      [
        await toast(page).getAttribute('data-tone'),
        await toast(page).locator('b').textContent(),
        await toast(page).locator('p').textContent(),
      ],
      failure,
    ).toEqual(['bad', 'Error', 'Er ging iets mis. Probeer het opnieuw.'])
    expect(
      [await email(page).inputValue(), await send(page).textContent(), await standing(page)],
      failure,
    ).toEqual([address, 'Stuur mijn protocol', [result]])
  }

  async function savesAtSecondTry(page: Page, address: string, failure: string) {
    await page.clock.runFor(1_000)
    await send(page).click()
    await expect
      .poll(() => toast(page).locator('p').textContent())
      .toBe('We versturen het opnieuw. Dat duurt een paar seconden, als bescherming tegen bots.')
    expect(await toast(page).getAttribute('data-tone'), failure).toBe('plain')
    await outcome(page)
    await panel(page).waitFor()
    expect(
      [await toast(page).locator('p').textContent(), (await rowsOf(app, address)).length],
      failure,
    ).toEqual([voltooid, 1])
  }

  test('[QUIZ-9] [ERR-2] a sequence that cannot be started, as no answer comes or the server answers 403, 429 or 503, is one warning in the console, and nothing to the visitor', async () => {
    const { page } = noor
    const before = said(noor).length
    const callPath = `**${paths.emailSequence}`
    const warnings: string[] = []
    for (const status of [null, 403, 429, 503]) {
      await another(page).click()
      await page.route(callPath, (route) =>
        status ? route.fulfill({ status, json: { error: 'Try again later.' } }) : route.abort(),
      )
      await save(page, `lotte.${status}@fuel.example`)
      await panel(page).waitFor()
      expect(await toast(page).locator('p').textContent(), String(status)).toBe(voltooid)
      warnings.push(
        `The e-mail sequence was not started (${status ?? 'no answer'}). The server starts it by itself.`,
      )
      await expect.poll(() => said(noor).slice(before)).toEqual(warnings)
      await page.unroute(callPath)
    }
  })
})
