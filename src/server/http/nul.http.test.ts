import { afterAll, describe, expect, test } from 'vitest'
import { formMetaHeader } from '#contract/api.ts'
import { importPath } from '#contract/people/imports.ts'
import { formTokenField } from '#contract/dashboard/navigation.ts'
import { storeEngines } from '#test/fresh-store.ts'
import { startApp } from '#test/app.ts'
import { forms, typedForms } from '#test/forms.ts'
import { recordFor, resultFor } from '#test/quiz-taker.ts'
import { formTokenIn, ownForm, signIn } from '#test/signed-in.ts'
import {
  postmarkBounce,
  postmarkCall,
  postmarkChange,
  webhookSettings,
} from '#test/webhook-samples.ts'
import { joinFields } from '#server/signup/sign-up-form.ts'

const record = recordFor('sanne@example.com')
const answers = resultFor('focus').answers as Record<string, string>
const { email, performance_type, result_data } = record
const call = { email, performance_type, result_data, quiz_result_id: 'x' }
const withId = (route: string, id: string) => route.replaceAll(/:\w+/g, id)

/** Postgres stores no NUL and takes none in a query. */
describe.each(storeEngines)('a text with NUL on %s', async (engine) => {
  const app = await startApp({
    engine,
    env: { ...webhookSettings, MAIL_FROM: 'a <a@fuel.example>' },
  })
  const operator = await signIn(app)
  afterAll(() => app.close())
  const routes = (method: string) =>
    app.server().app.guarded.flatMap(({ methods, url }) => (methods.includes(method) ? [url] : []))

  test('is an id that does not exist, in the path of every page and button', async () => {
    const statuses = async (id: string) => {
      const ask = { GET: operator.get, POST: operator.post }
      const found: unknown[] = []
      for (const method of ['GET', 'POST'] as const)
        for (const route of routes(method).filter((url) => url.includes('/:')))
          if (method === 'GET' || forms[route] === 'button')
            found.push([method, route, (await ask[method](withId(route, id))).status])
      return found
    }
    const answered = await statuses('%00')
    expect(answered).toEqual(await statuses('nothing'))
    expect(answered).toContainEqual(['GET', '/dashboard/people/:id', 404])
  })

  const queries = ['source=%00', 'to=x&to=a%00b', 'via=%00']

  test('is refused in the query of every screen of the dashboard (400), and 404 as a position in a list', async () => {
    const screens = routes('GET').filter((url) => /^\/dashboard(?!.*[:*])/.test(url))
    for (const route of screens)
      for (const query of queries)
        expect([route, (await operator.get(`${route}?${query}`)).status]).toEqual([route, 400])
    for (const position of ['older', 'newer'])
      expect((await operator.get(`/dashboard/people?${position}=%00`)).status).toBe(404)
  })

  test.each(typedForms('/dashboard'))(
    'is refused in every field of a form of the dashboard (400): %s',
    async (route, typed) => {
      for (const name of Object.keys(typed)) {
        const answer = await operator.post(withId(route, 'x'), { ...typed, [name]: 'a\0b' })
        expect([name, answer.status, await answer.text()]).toEqual([
          name,
          400,
          expect.stringContaining('NUL character'),
        ])
      }
    },
  )

  test('in what a visitor sends is answered below 500', async () => {
    for (const route of routes('GET').filter((url) => !/\/:|^\/assets/.test(url)))
      for (const query of queries) {
        const { status } = await fetch(`${app.url}${route}?${query}`, { redirect: 'manual' })
        expect([route, query, status < 500]).toEqual([route, query, true])
      }
    const strange = { origin: new URLSearchParams({ source: '\0', via: '\0', consent: '\0' }) }
    const sent: [string, string | URLSearchParams][] = [
      ...Object.keys(joinFields.shape).flatMap((name): [string, URLSearchParams][] => [
        ['/join', new URLSearchParams({ email: 'sanne@example.com', [name]: '\0' })],
        ['/quiz/save', new URLSearchParams({ ...answers, email: 'a@example.com', [name]: '\0' })],
      ]),
      ['/functions/v1/send-welcome-email', '{"email":"sanne@example.com","firstName":"\\u0000"}'],
      ['/rest/v1/quiz_results', JSON.stringify({ ...record, note: '\0' })],
      ['/rest/v1/quiz_results', JSON.stringify({ ...record, email: 'a\0@example.com' })],
      ['/functions/v1/trigger-email-sequence', JSON.stringify({ ...call, quiz_result_id: '\0' })],
      ['/functions/v1/trigger-email-sequence', JSON.stringify({ ...call, email: '\0' })],
      ['/events', '{"events":[{"event":"section_view","label":"\\u0000","count":1}]}'],
    ]
    for (const [path, body] of sent) {
      const answer = await fetch(app.url + path, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: {
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          [formMetaHeader]: strange.origin.toString(),
          referer: `${app.url}/me/%00?utm_source=%00&via=%00`,
        },
      })
      expect([path, answer.status < 500]).toEqual([path, true])
    }
  })

  test('is left out of the fields and the name of an uploaded file', async () => {
    const body = new FormData()
    const fields = { people: 'confirmed', source: 'a\0b', date: '2026-01-31', ignore: '\0' }
    const token = formTokenIn(await operator.html('/dashboard'))
    for (const [name, value] of Object.entries({ [formTokenField]: token, ...fields }))
      body.append(name, value)
    body.append('file', new Blob(['email\nsanne@example.com\n']), 'li\0st.csv')
    const answer = await fetch(app.url + importPath, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: operator.cookie, ...ownForm },
      body,
    })
    expect(answer.status).toBe(303)
    const { db } = await app.store()
    expect(await db.selectFrom('imports').select('name').executeTakeFirst()).toEqual({
      name: 'list.csv',
    })
  })

  test('is left out of what a mail provider reports', async () => {
    const bounce = postmarkBounce('', { Details: '550\0', Email: 'a\0@b.example' })
    const left = postmarkChange('', { Recipient: 'a\0@b.example', Metadata: {} })
    for (const { headers, body } of [bounce, left].map((report) => postmarkCall(report)))
      expect(
        (await fetch(`${app.url}/webhooks/postmark`, { method: 'POST', headers, body })).status,
      ).toBe(200)
  })

  test('causes no error', () => {
    expect(app.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
