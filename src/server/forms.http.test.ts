import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fieldNames } from '#contract/people/waitlist.ts'
import { keyField, quizPaths } from '#contract/quiz/pages.ts'
import { letterPaths } from '#contract/letters/screens.ts'
import { countRows } from '#server/db/rows.ts'
import { bodyLimit } from '#server/http/http-limits.ts'
import { actOnLaunch } from '#server/launch/periods.ts'
import { startApp, type TestApp } from '#test/app.ts'
import { forms, typedForms } from '#test/forms.ts'
import { fieldsIn, formIn, type PlainForm } from '#test/plain-form.ts'
import { resultFor } from '#test/quiz-taker.ts'
import { ownForm, signIn, type SignedIn } from '#test/signed-in.ts'
import { joinByCall, linkIn } from '#test/visitor.ts'
import { withoutWrites } from '#test/without-writes.ts'

type Fields = Record<string, string>

/** How many forms of a network are tried before the test gives up on a budget. */
const mostTries = 60
const addresses = Array.from({ length: 200 }, (_, n) => `192.0.${n}.1`)
/** A client of a network that no test has used before. */
const somebody = () => ({ 'x-forwarded-for': addresses.pop()! })

const env = { LIMITS: '', TRUSTED_PROXIES: '127.0.0.1, ::1', OPERATORS: 'anna@example.com' }
const open = await startApp({ env })
const closed = await startApp({ env })
/** Tried out on this machine: mails are kept, and a printed link signs in. */
const local = await startApp()
afterAll(async () => {
  await open.close()
  await local.close()
  await closed.close()
})

const send = (app: TestApp, path: string, fields: Fields, headers: Fields = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...ownForm, ...headers },
    body: new URLSearchParams(fields),
  })

/** What a visitor's form can store, counted. */
async function stored(app: TestApp) {
  const { db } = await app.store()
  const tables = [
    'people',
    'consents',
    'quiz_results',
    'outbox',
    'once_requests',
    'budgets',
  ] as const
  return Promise.all(
    tables.map(async (table) => [table, await countRows(db, db.selectFrom(table))]),
  )
}

/** The form on a page, as it came. */
async function formOn(app: TestApp, page: string, path: string, headers: Fields = {}) {
  const html = await (await fetch(app.url + page, { headers })).text()
  const form = formIn(html, path)
  if (!form) throw new Error(`${page} has no form that posts to ${path}`)
  return form
}

/** The answer with its form, which must stand there as it was sent: another token is no change. */
async function answered(answer: Response, path: string, typed: Fields) {
  const html = await answer.text()
  const form = formIn(html, path)
  expect([path, answer.status, form?.fields]).toEqual([
    path,
    answer.status,
    expect.objectContaining(typed),
  ])
  return { status: answer.status, html, form: form as PlainForm, headers: answer.headers }
}

test('every route that changes state says what a person fills in', () => {
  const routes = new Set(
    open
      .server()
      .app.guarded.flatMap(({ url, methods }) => (methods.includes('POST') ? [url] : [])),
  )
  expect([...routes].sort()).toEqual(Object.keys(forms).toSorted())
})

const address = forms['/join'] as Fields
const wrongAddress = { [fieldNames.email]: 'o"hara&co@example' }
const answers = resultFor('focus').answers as Fields
const resultPage = `${quizPaths.result}?${new URLSearchParams({ ...answers, [keyField]: 'k'.repeat(22) })}`

type Public = [path: string, page: string, app: TestApp, lang: string]
const publicForms: Public[] = [
  ['/join', '/', open, 'en'],
  ['/quiz/save', resultPage, open, 'nl'],
  ['/tell-once', '/', closed, 'en'],
]

describe('a visitor’s form without script keeps what was typed', () => {
  beforeAll(async () => {
    const { store, launch } = closed.server()
    const act = { act: 'close', at: null, until: null } as const
    const terms = { listFirstDays: 2, eraseAfterDays: 30, shop: 'https://shop.example/' }
    await store.transact((trx) =>
      actOnLaunch(trx, act, { by: 'anna@example.com', terms }, Date.now()),
    )
    await vi.waitFor(() => expect(launch.current().state).toBe('closed'), { timeout: 30_000 })
  })

  test.each(publicForms)(
    '[FORM-8] %s: after too many forms (429), in the language of the form, and works afterwards',
    async (path, page, app, lang) => {
      const { fields } = await formOn(app, page, path)
      const network = somebody()
      let answer = await send(app, path, { ...fields, ...address }, network)
      for (let n = 0; answer.status !== 429 && n < mostTries; n++)
        answer = await send(app, path, { ...fields, ...address }, network)
      const { status, html, form, headers } = await answered(answer, path, address)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
      const words = {
        en: /Too many sign-ups from your network.+try again in \d+ seconds/,
        nl: /Te veel aanmeldingen vanaf jouw netwerk.+over \d+ seconden opnieuw/,
      }
      expect(html).toMatch(words[lang as keyof typeof words])
      expect((await send(app, path, form.fields, somebody())).status).toBe(303)
    },
  )

  test.each(publicForms)(
    '[FORM-8] %s: while the store is away (503), and works once it is back',
    async (path, page, app) => {
      const { fields } = await formOn(app, page, path)
      const sent = await withoutWrites(app, () =>
        send(app, path, { ...fields, ...address }, somebody()),
      )
      const { status, form, headers } = await answered(sent, path, address)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true])
      expect((await send(app, path, form.fields, somebody())).status).toBe(303)
    },
  )

  test.each(publicForms)(
    '[FORM-8] %s: with an address that is none (422), and works once it is corrected',
    async (path, page, app) => {
      const { fields } = await formOn(app, page, path)
      const sent = await send(app, path, { ...fields, ...wrongAddress }, somebody())
      const { status, form } = await answered(sent, path, wrongAddress)
      expect(status).toBe(422)
      const corrected = { ...form.fields, ...address }
      expect((await send(app, path, corrected, somebody())).status).toBe(303)
    },
  )

  test.each(publicForms)(
    '[FORM-8] %s: sent by a page of another site (403), which stores nothing, and works from the answer',
    async (path, page, app, lang) => {
      const { fields } = await formOn(app, page, path)
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ]) {
        const before = await stored(app)
        const sent = await send(app, path, { ...fields, ...address }, { ...somebody(), ...headers })
        const { status, html, form } = await answered(sent, path, address)
        expect(await stored(app)).toEqual(before)
        expect([status, sent.headers.get('cache-control')]).toEqual([403, 'no-store, no-transform'])
        expect(html).toContain(lang === 'nl' ? 'druk op de knop' : 'press the button')
        expect((await send(app, path, form.fields, somebody())).status).toBe(303)
      }
    },
  )

  test.each(publicForms)(
    '%s: too large to be read (413), it says to go back, where the browser has the form',
    async (path, page, app) => {
      const { fields } = await formOn(app, page, path)
      const long = { ...fields, [fieldNames.email]: 'a'.repeat(bodyLimit) }
      const answer = await send(app, path, long, somebody())
      expect([answer.status, await answer.text()]).toEqual([
        413,
        expect.stringContaining('Go back, shorten what you typed, and send it again.'),
      ])
    },
  )
})

describe('the forms of links keep what was typed', () => {
  let me = ''
  beforeAll(async () => {
    await joinByCall(local.url, 'mila@example.com')
    const { text } = (await local.mailsTo('mila@example.com'))[0]!
    await fetch(linkIn(text, 'confirm'), { method: 'POST', headers: ownForm })
    me = new URL(linkIn(text, 'me')).pathname
  })
  const [[, typed]] = typedForms('/me/:token/name') as [[string, Fields]]

  test('[LINE-9] a first name while the store is away (503), and works once it is back', async () => {
    const path = `${me}/name`
    const { fields } = await formOn(local, path, path)
    const sent = await withoutWrites(local, () => send(local, path, { ...fields, ...typed }))
    const { status, form } = await answered(sent, path, typed)
    expect(status).toBe(503)
    expect((await send(local, path, form.fields)).status).toBe(303)
    expect(await (await fetch(local.url + path)).text()).toContain('value="Zoë"')
  })

  test('[LINE-9] a text that is no first name (422)', async () => {
    const path = `${me}/name`
    const wrong = { name: 'Zoë & "2"' }
    expect((await answered(await send(local, path, wrong), path, wrong)).status).toBe(422)
  })

  test('a button that the store cannot serve (503) stands in the answer and works once it is back', async () => {
    for (const act of ['stop-news', 'news', 'new-link']) {
      const path = `${me}/${act}`
      const sent = await withoutWrites(local, () => send(local, path, {}))
      expect((await answered(sent, path, {})).status).toBe(503)
      expect([path, [200, 303].includes((await send(local, path, {})).status)]).toEqual([
        path,
        true,
      ])
    }
  })
})

describe('an operator’s form keeps what was typed', () => {
  let operator: SignedIn
  let letter = ''
  beforeAll(async () => {
    operator = await signIn(local)
    const made = await operator.post(letterPaths.new, forms['/dashboard/letters/:id'] as Fields)
    letter = /letters\/([\w-]+)/.exec(made.headers.get('location')!)![1]!
  })
  const pathOf = (route: string) => route.replace(':id', letter)

  const written = typedForms('/dashboard/').filter(
    ([route]) => /launch|letters/.test(route) && !route.endsWith('move-end'),
  )

  test.each(written)(
    '[DASH-2] %s: while the store is away (503), and is accepted once it is back',
    async (route, typed) => {
      const path = pathOf(route)
      const sent = await withoutWrites(local, () => operator.post(path, typed))
      const { status, form, html } = await answered(sent, path, typed)
      expect([status, html.includes('The database does not answer')]).toEqual([503, true])
      const again = await send(local, path, form.fields, { cookie: operator.cookie })
      // A letter or a launch may refuse the act for a reason of its own; the form came through.
      expect([path, [303, 409, 422].includes(again.status)]).toEqual([path, true])
    },
  )

  const mistakes: [route: string, mistake: Fields][] = [
    ['/dashboard/launch/pause', { 'at-day': '2031-02-31' }],
    ['/dashboard/launch/close', { 'until-time': '25:61' }],
    ['/dashboard/launch/launch', { 'at-day': '2020-01-31' }],
    ['/dashboard/letters/:id/test', { to: 'anna@' }],
    ['/dashboard/letters/:id/send', { day: '2031-02-31' }],
    ['/dashboard/waves/invite', { spots: 'two' }],
  ]
  test.each(mistakes)('%s: with a mistake (422), beside what is right', async (route, mistake) => {
    const typed = { ...(forms[route] as Fields), ...mistake }
    const path = pathOf(route)
    const answer = await operator.post(path, typed)
    const html = await answer.text()
    expect([path, answer.status]).toEqual([path, 422])
    for (const [name, value] of Object.entries(typed))
      expect(fieldsIn(html)).toMatchObject({ [name]: value })
  })

  test('[DASH-1] the sign-in: an address that is none (422), while the store is away (503), after too many (429)', async () => {
    const mail = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Ascend <hello@example.com>',
      PUBLIC_URL: 'https://ascend.example',
    }
    const app = await startApp({ env: { ...env, ...mail } })
    const path = '/dashboard/sign-in'
    const typed = forms[path] as Fields
    const wrong = { email: 'anna@"x"' }
    const again = await answered(await send(app, path, wrong, somebody()), path, wrong)
    expect(again.status).toBe(422)
    const sent = await withoutWrites(app, () => send(app, path, typed, somebody()))
    const { form, status } = await answered(sent, path, typed)
    expect(status).toBe(503)
    const network = somebody()
    let answer = await send(app, path, form.fields, network)
    expect(answer.status).toBe(200)
    for (let n = 0; answer.status !== 429 && n < mostTries; n++)
      answer = await send(app, path, form.fields, network)
    expect((await answered(answer, path, typed)).status).toBe(429)
    await app.close()
  })
})
