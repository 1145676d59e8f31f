import type { Browser, Page, Request, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formMetaHeader, paths } from '#contract/api.ts'
import { decodeFormMeta } from '#contract/waitlist.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { dialog, leaveThroughTheTop, load, popupsHydrated } from './visit.ts'
import { openBrowser, toast, widths, type Visitor } from './browser.ts'
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
      .where('quiz_result_id', '=', id)
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

test.each(widths)(
  '[QUIZ-6] [QUIZ-7] [QUIZ-9] [FORM-1] at %i px the panel of a save is its toast and says what will arrive, and there are row, sequence and mail',
  async (width) => {
    const sanne = await completed(browser, app.url, { width })
    const { page } = sanne
    const address = `sanne${width}@fuel.example`
    await save(page, address)
    await panel(page).waitFor()
    expect([
      await panel(page).getAttribute('role'),
      await panel(page).locator('h2').textContent(),
      await toast(page).count(),
    ]).toEqual([
      'status',
      'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.',
      0,
    ])
    expect(await panel(page).textContent()).toContain(
      `Bevestig ${address} met de link in onze mail`,
    )
    expect(
      await panel(page)
        .locator('h2')
        .evaluate((heading) => heading === document.activeElement),
    ).toBe(true)
    const [row, ...others] = await rowsOf(app, address)
    expect([
      row?.performance_type,
      row?.primary_score,
      JSON.parse(row!.answers),
      others.length,
    ]).toEqual(['focus', 12, resultFor('focus').answers, 0])
    await expect.poll(() => sequencesOf(row!.id)).toBe(1)
    expect(await mailsTo(app, address)).toHaveLength(1)
    expect(sanne.complaints).toEqual([])
    await sanne.leave()
  },
)

test('[QUIZ-10] it makes CALL-2, then CALL-3, not CALL-1, and tracks one email_captured, with a bar open too', async () => {
  const daan = await completed(browser, `${app.url}/?utm_source=podcast`)
  const { page } = daan
  const calls = callsOf(daan)
  await page.locator('.dock').waitFor({ state: 'attached' })
  await save(page, 'Daan@fuel.example')
  await panel(page).waitFor()
  await expect
    .poll(() => calls.map((call) => new URL(call.url()).pathname))
    .toEqual([paths.quizResults, paths.emailSequence])
  const [saving, starting] = calls as [Request, Request]
  expect([new URL(saving.url()).search, saving.headers()['accept'], saving.postDataJSON()]).toEqual(
    [
      '?select=*',
      'application/vnd.pgrst.object+json',
      { email: 'Daan@fuel.example', ...resultFor('focus') },
    ],
  )
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
  await daan.leave()
})

describe('a save that fails', () => {
  const failing: [string, (page: Page) => Promise<unknown>][] = [
    [
      'the server cannot store it',
      (page) =>
        page.route(savePath, (route) =>
          route.fulfill({
            status: 503,
            json: {
              code: 'PGRST001',
              message: 'The result is not saved yet',
              details: null,
              hint: null,
            },
          }),
        ),
    ],
    ['no answer comes', (page) => page.route(savePath, (route) => route.abort())],
    [
      'the answer is lost, though it is saved',
      (page) =>
        page.route(savePath, async (route) => {
          await route.fetch()
          await route.abort()
        }),
    ],
  ]
  test.each(failing)(
    '[QUIZ-8] [ERR-2] since %s: it says so, throws the error on, keeps answers and text; the second try says why it waits and saves one row',
    async (name, fail) => {
      const noor = await completed(browser, app.url)
      const { page } = noor
      const address = `noor.${name.length}@fuel.example`
      await fail(page)
      await save(page, address)
      await toast(page).waitFor()
      expect([
        await toast(page).getAttribute('data-tone'),
        await toast(page).locator('b').textContent(),
        await toast(page).locator('p').textContent(),
      ]).toEqual(['bad', 'Error', 'Er ging iets mis. Probeer het opnieuw.'])
      expect([
        await email(page).inputValue(),
        await send(page).textContent(),
        await standing(page),
      ]).toEqual([address, 'Stuur mijn protocol', [result]])
      await expect.poll(() => said(noor).join()).toContain('The quiz result was not saved')
      await page.unroute(savePath)
      await page.clock.runFor(1_000)
      await send(page).click()
      await expect
        .poll(() => toast(page).locator('p').textContent())
        .toBe('We versturen het opnieuw. Dat duurt een paar seconden, als bescherming tegen bots.')
      expect(await toast(page).getAttribute('data-tone')).toBe('plain')
      await outcome(page)
      await panel(page).waitFor()
      expect([await toast(page).count(), (await rowsOf(app, address)).length]).toEqual([0, 1])
      expect(await trackedOf(page, 'email_captured')).toHaveLength(1)
      await noor.leave()
    },
  )

  test('[QUIZ-8] it enters, marks and tracks nothing', async () => {
    const noor = await completed(browser, app.url)
    const { page } = noor
    await page.route(savePath, (route) => route.abort())
    await save(page, 'noor.never@fuel.example')
    await toast(page).waitFor()
    expect([
      await onList(app, 'noor.never@fuel.example'),
      await trackedOf(page, 'email_captured'),
      await page.evaluate(() => localStorage.getItem('ascend.joined')),
    ]).toEqual([0, [], null])
    await noor.leave()
  })
})

test.each([
  ['no answer', (route: Route) => route.abort()],
  ...[403, 429, 503].map(
    (status) =>
      [
        String(status),
        (route: Route) => route.fulfill({ status, json: { error: 'Try again later.' } }),
      ] as const,
  ),
] as const)(
  '[QUIZ-9] [ERR-2] a sequence that cannot be started (%s) is one warning in the console, and nothing to the visitor',
  async (answer, fail) => {
    const lotte = await completed(browser, app.url)
    const { page } = lotte
    await page.route(`**${paths.emailSequence}`, fail)
    await save(page, `lotte.${answer.replace(' ', '.')}@fuel.example`)
    await panel(page).waitFor()
    expect(await panel(page).locator('h2').textContent()).toBe(
      'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.',
    )
    await expect
      .poll(() => said(lotte))
      .toEqual([`The e-mail sequence was not started (${answer}). The server starts it by itself.`])
    await lotte.leave()
  },
)

describe('the form under the result', () => {
  test('[QUIZ-10] [FORM-2] [FORM-3] [FORM-4] tells as typed, and on Enter with a notice, that an address is none', async () => {
    const milan = await completed(browser, app.url)
    const { page } = milan
    const calls = callsOf(milan)
    await email(page).fill('milan@fuel')
    expect([
      await dialog(page, result).locator('.note').textContent(),
      await send(page).isDisabled(),
    ]).toEqual(['Please enter a valid email address', true])
    await email(page).press('Enter')
    expect([
      await toast(page).locator('b').textContent(),
      await toast(page).locator('p').textContent(),
    ]).toEqual(['Invalid email', 'Please enter a valid email address'])
    await page.clock.runFor(5_000)
    expect(calls).toEqual([])
    await milan.leave()
  })

  test('[QUIZ-10] [FORM-3] [FORM-7] is submitting until the token is two seconds old, and a second click is ignored', async () => {
    const milan = await completed(browser, app.url)
    const { page } = milan
    const calls = callsOf(milan)
    await email(page).fill('milan@fuel.example')
    await send(page).dblclick()
    expect([await send(page).textContent(), await send(page).isDisabled()]).toEqual([
      'Joining...',
      true,
    ])
    await outcome(page)
    await panel(page).waitFor()
    expect(calls.filter((call) => call.url().includes(paths.quizResults))).toHaveLength(1)
    await milan.leave()
  })

  test("[QUIZ-10] an address that the server refuses shows FORM-2's message in place of success", async () => {
    const { page, leave } = await completed(browser, app.url)
    await save(page, 'milan,jan@fuel.example')
    await expect
      .poll(() => dialog(page, result).locator('.note').textContent())
      .toBe('Please enter a valid email address')
    expect([
      await panel(page).count(),
      await toast(page).count(),
      await email(page).inputValue(),
    ]).toEqual([0, 0, 'milan,jan@fuel.example'])
    await leave()
  })

  test('[FORM-9] another address brings it back with the text in it, and another address is another row', async () => {
    const { page, leave } = await completed(browser, app.url)
    await save(page, 'jan@fuel.example')
    await panel(page).getByRole('button', { name: 'gebruik een ander adres' }).click()
    expect(await email(page).inputValue()).toBe('jan@fuel.example')
    await save(page, 'jan.other@fuel.example')
    await panel(page).waitFor()
    expect([
      (await rowsOf(app, 'jan@fuel.example')).length,
      (await rowsOf(app, 'jan.other@fuel.example')).length,
    ]).toEqual([1, 1])
    await leave()
  })

  test('[QUIZ-4] keeps its text on the way to the quiz and back, and the saved result stays saved', async () => {
    const { page, leave } = await completed(browser, app.url)
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
    await leave()
  })
})

test('[FORM-9] after a reload the saved result is still saved, without the address, and another address can be sent', async () => {
  const { page, leave } = await completed(browser, app.url)
  await save(page, 'fleur@fuel.example')
  await panel(page).waitFor()
  await page.reload()
  await page.clock.runFor(2_000)
  await atInvitation(page)
  await dialog(page, result).waitFor()
  expect([
    await panel(page).locator('h2').textContent(),
    (await panel(page).textContent())!.includes('fleur'),
    await page.evaluate(() => sessionStorage.getItem('ascend.quiz')!.includes('fleur')),
  ]).toEqual([
    'Quiz voltooid! Je personalized protocol wordt naar je email gestuurd.',
    false,
    false,
  ])
  expect(await trackedOf(page, 'email_captured')).toHaveLength(1)
  await panel(page).getByRole('button', { name: 'gebruik een ander adres' }).click()
  await save(page, 'fleur.other@fuel.example')
  await panel(page).waitFor()
  expect((await rowsOf(app, 'fleur.other@fuel.example')).length).toBe(1)
  await leave()
})

test('[FORM-9] after a save no popup opens that nobody asked for, at later visits neither', async () => {
  const { page, leave } = await completed(browser, app.url)
  await save(page, 'tess@fuel.example')
  await panel(page).waitFor()
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
  await leave()
})
