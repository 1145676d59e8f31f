import { afterAll, describe, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { recordFor, saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { freshToken, joinByCall, seen } from '#test/visitor.ts'

const key = () => crypto.randomUUID()
const errorOf = async (answer: Response) => {
  const body = (await answer.json()) as Record<string, unknown>
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
  return [answer.status, body.code]
}

describe.each(engines)('quiz_results on the wire, on %s', async (engine) => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ engine, now: () => clock })
  afterAll(() => app.close())
  const db = app.server().store.db
  const rowsOf = (email: string) =>
    db
      .selectFrom('quiz_results')
      .innerJoin('people', 'people.id', 'personId')
      .selectAll('quiz_results')
      .where('email', '=', email)
      .execute()

  test.each([
    [
      'representation',
      '?select=email',
      { prefer: 'return=representation' },
      '[{"email":"wire@example.com"}]',
      {
        'content-type': 'application/json; charset=utf-8',
        'content-range': '*/*',
        'preference-applied': 'return=representation',
      },
    ],
    [
      'a single object',
      '?select=email',
      {},
      '{"email":"wire@example.com"}',
      {
        'content-type': 'application/vnd.pgrst.object+json; charset=utf-8',
        'content-range': '*/*',
      },
    ],
    [
      'representation and count',
      '?select=e:email',
      { prefer: 'count=exact, return=representation, missing=default' },
      '[{"e":"wire@example.com"}]',
      {
        'content-range': '*/1',
        'preference-applied': 'missing=default, return=representation, count=exact',
      },
    ],
    [
      'minimal',
      '',
      { prefer: 'return=minimal' },
      '',
      {
        'content-type': null,
        'content-range': '*/*',
        'preference-applied': 'return=minimal',
        location: null,
      },
    ],
    ['nothing said', '', { prefer: '' }, '', { 'content-type': null, 'preference-applied': null }],
    [
      'headers-only',
      '',
      { prefer: 'return=headers-only' },
      '',
      {
        'content-type': null,
        location: expect.stringMatching(/^\/quiz_results\?id=eq\.[\da-f-]{36}$/),
        'preference-applied': 'return=headers-only',
      },
    ],
  ])('[CALL-2] answers %s as PostgREST does', async (name, query, headers, body, expected) => {
    const accept = name === 'a single object' ? 'application/vnd.pgrst.object+json' : '*/*'
    const answer = await saveByCall(app.url, 'wire@example.com', {
      query,
      headers: { prefer: 'return=representation', ...headers, accept },
    })
    expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
      201,
      body,
      'no-store',
    ])
    for (const [header, value] of Object.entries(expected))
      expect([header, answer.headers.get(header)]).toEqual([header, value])
  })

  test('[CALL-2] ?columns= lists the columns that are read from the body', async () => {
    const extra = { ...recordFor('columns@example.com'), note: 'not a column' }
    const query =
      '?columns="email","performance_type","primary_score","scores","answers","result_data"&select=email'
    expect(
      (await saveByCall(app.url, 'columns@example.com', { query, body: [extra] })).status,
    ).toBe(201)
    expect(
      await errorOf(await saveByCall(app.url, '', { query: '?columns=email,note', body: extra })),
    ).toEqual([400, 'PGRST204'])
    expect(
      await errorOf(await saveByCall(app.url, '', { query: '?columns=email', body: extra })),
    ).toEqual([400, '23502'])
  })

  test('[CALL-2] an empty array saves nothing', async () => {
    const answer = await saveByCall(app.url, '', {
      body: [],
      headers: { accept: 'application/json' },
    })
    expect([answer.status, await answer.json()]).toEqual([201, []])
    expect(await errorOf(await saveByCall(app.url, '', { body: [] }))).toEqual([406, 'PGRST116'])
  })

  const record = recordFor('refused@example.com')
  test.each<[string, unknown, number, string, string?]>([
    ['no JSON', '{', 400, 'PGRST102'],
    ['nothing', '', 400, 'PGRST102'],
    ['a text', '"x"', 400, 'PGRST102'],
    ['an array of texts', ['x'], 400, 'PGRST102'],
    ['__proto__', '{"__proto__":{}}', 400, 'PGRST102'],
    ['an unknown column', { ...record, note: '' }, 400, 'PGRST204'],
    ['an id', { ...record, id: crypto.randomUUID() }, 400, '428C9'],
    ['no answers', { ...record, answers: undefined }, 400, '23502'],
    [
      'a strange address',
      { ...record, email: 'a@example.com,b@example.com' },
      400,
      '23514',
      'email',
    ],
    [
      'a type by its title',
      { ...record, performance_type: 'Focus Optimizer' },
      400,
      '23514',
      'performance_type',
    ],
    ['another type', { ...record, performance_type: 'energy' }, 400, '23514', 'performance_type'],
    ['another primary score', { ...record, primary_score: 5 }, 400, '23514', 'primary_score'],
    [
      'other scores',
      { ...record, scores: { ...record.scores, stress: 4 } },
      400,
      '23514',
      'scores',
    ],
    ['a fifth score', { ...record, scores: { ...record.scores, luck: 4 } }, 400, '23514', 'scores'],
    [
      'an answer that is none',
      { ...record, answers: { ...record.answers, goal_pursuit: 'luck' } },
      400,
      '23514',
      'answers',
    ],
    [
      'three answers',
      { ...record, answers: { ...record.answers, goal_pursuit: undefined } },
      400,
      '23514',
      'answers',
    ],
    ['texts that are none', { ...record, result_data: { title: 1 } }, 400, '23514', 'result_data'],
  ])('[CALL-4] %s is refused, and nothing is saved', async (_, body, status, code, check = '') => {
    const answer = await saveByCall(app.url, '', { body })
    const text = await answer.clone().text()
    expect(await errorOf(answer)).toEqual([status, code])
    expect(text).toContain(check)
    expect(
      await db
        .selectFrom('people')
        .select('id')
        .where('email', '=', 'refused@example.com')
        .execute(),
    ).toEqual([])
  })

  test.each([
    ['?select=nothing', 400, '42703'],
    ['?select=people(*)', 400, 'PGRST100'],
    ['?on_conflict=id', 401, '42501'],
  ])('[CALL-4] %s is refused', async (query, status, code) => {
    expect(await errorOf(await saveByCall(app.url, 'query@example.com', { query }))).toEqual([
      status,
      code,
    ])
  })

  test('[CALL-4] [CALL-6] what is not read, too large or not there is refused in the same shape', async () => {
    expect(
      await errorOf(await saveByCall(app.url, '', { headers: { accept: 'text/csv' } })),
    ).toEqual([406, 'PGRST107'])
    expect(
      await errorOf(await saveByCall(app.url, '', { headers: { 'content-type': 'text/plain' } })),
    ).toEqual([415, 'PT415'])
    expect(
      await errorOf(await saveByCall(app.url, '', { body: `"${'x'.repeat(8 * 1024)}"` })),
    ).toEqual([413, 'PT413'])
    expect(
      await errorOf(
        await saveByCall(app.url, 'cross@example.com', {
          headers: { 'sec-fetch-site': 'cross-site' },
        }),
      ),
    ).toEqual([403, 'PT403'])
    for (const path of ['/rest/v1/people', '/rest/v1/quiz_results/1', '/rest/v1/'])
      expect(await errorOf(await fetch(app.url + path, { method: 'POST' }))).toEqual([
        404,
        'PGRST205',
      ])
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
      expect(
        await errorOf(await fetch(`${app.url}/rest/v1/quiz_results?select=*`, { method })),
      ).toEqual([401, '42501'])
  })

  test("[CALL-4] the texts of a result are the campaign's, whatever was sent", async () => {
    const body = {
      ...recordFor('texts@example.com'),
      result_data: { title: '<b>', description: 'http://evil.example', recommendation: '' },
    }
    const text = await (await saveByCall(app.url, '', { body })).text()
    expect(JSON.parse(text).result_data).toEqual(recordFor('x').result_data)
    expect((await rowsOf('texts@example.com'))[0]!.result_data).not.toContain('evil')
  })

  test('[CALL-2] 200 saves with one key at once make one row, one mail and 200 equal answers', async () => {
    const mine = key()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () =>
        seen(await saveByCall(app.url, 'race@example.com', { key: mine })),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect([answers[0]!.status, (await rowsOf('race@example.com')).length]).toEqual([201, 1])
    expect(
      await db
        .selectFrom('outbox')
        .select(['template', 'data'])
        .where('email', '=', 'race@example.com')
        .execute(),
    ).toEqual([{ template: 'confirm', data: '{"quizType":"focus"}' }])
  })

  test('[CALL-2] a key keeps its answer a day later, and is refused with another body: 409', async () => {
    const mine = key()
    const first = await seen(await saveByCall(app.url, 'again@example.com', { key: mine }))
    clock += 25 * 3_600_000
    expect(await seen(await saveByCall(app.url, 'again@example.com', { key: mine }))).toEqual(first)
    expect(
      await errorOf(await saveByCall(app.url, 'again@example.com', { key: mine, type: 'stress' })),
    ).toEqual([409, '23505'])
    expect(await errorOf(await saveByCall(app.url, 'other@example.com', { key: mine }))).toEqual([
      409,
      '23505',
    ])
    expect(await errorOf(await saveByCall(app.url, 'again@example.com', { key: 'short' }))).toEqual(
      [400, '22P02'],
    )
    expect((await rowsOf('again@example.com')).length).toBe(1)
  })

  test('an address in six states gets the same answer, but for the id and the time of its row', async () => {
    const states = ['unconfirmed', 'confirmed', 'unsubscribed', 'suppressed', 'bounced'] as const
    for (const state of states) {
      await joinByCall(app.url, `${state}@example.com`)
      await db
        .updateTable('people')
        .set({ state })
        .where('email', '=', `${state}@example.com`)
        .execute()
    }
    const answers = await Promise.all(
      ['new', ...states].map(async (name) => {
        const answer = await seen(await saveByCall(app.url, `${name}@example.com`))
        return JSON.stringify({
          ...answer,
          headers: answer.headers.filter(([header]) => header !== 'content-length'),
          body: answer.body.replace(name, '').replace(/"id":"[^"]{36}","created_at":"[^"]+"/, ''),
        })
      }),
    )
    for (const answer of answers) expect(answer).toBe(answers[0])
  })

  test('a filled honeypot gets an answer like any other, no row and no mail', async () => {
    const answer = await saveByCall(app.url, 'bot@example.com', { trap: 'Acme' })
    expect([answer.status, await answer.json()]).toEqual([
      201,
      { ...recordFor('bot@example.com'), id: expect.any(String), created_at: expect.any(String) },
    ])
    expect(
      await db.selectFrom('people').select('id').where('email', '=', 'bot@example.com').execute(),
    ).toEqual([])
  })

  test('one mail arrives, which names the type and what follows', async () => {
    await saveByCall(app.url, 'mail@example.com', { type: 'motivation' })
    for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
      const [kept] = await db
        .selectFrom('outbox')
        .select('rendered')
        .where('email', '=', 'mail@example.com')
        .where('state', '=', 'kept')
        .execute()
      if (!kept) {
        await new Promise((resolve) => setTimeout(resolve, 25))
        continue
      }
      expect(JSON.parse(kept.rendered!).text).toContain(
        'Its result: Motivation Catalyst. The protocol for it follows once the address is confirmed.',
      )
      return
    }
    throw new Error('no mail was kept')
  })

  test('[CALL-3] a call that is no JSON of its shape is refused with {error}', async () => {
    for (const body of [{ quiz_result_id: 1 }, { result_data: 'x' }, { extra: 1 }])
      expect((await triggerByCall(app.url, 'a@example.com', '', body)).status).toBe(400)
  })

  test('answers are counted for the operator', async () => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    expect([
      /quiz_saves_total\{status="409"\} 2/.test(metrics),
      /quiz_sequence_calls_total\{status="400"\} 3/.test(metrics),
    ]).toEqual([true, true])
  })
})

describe('a store that another process holds', async () => {
  const app = await startApp()
  afterAll(() => app.close())

  test('is answered 503 with Retry-After at both calls; the same key saves once it is free', async () => {
    const mine = { key: key() }
    let free = () => {}
    const held = (await app.store()).transact(
      () =>
        new Promise<void>((done) => {
          free = done
        }),
    )
    const [save, call] = await Promise.all([
      saveByCall(app.url, 'held@example.com', mine),
      triggerByCall(app.url, 'held@example.com', key()),
    ])
    expect([
      save.headers.get('retry-after'),
      await errorOf(save),
      call.headers.get('retry-after'),
      call.status,
    ]).toEqual(['5', [503, 'PGRST001'], '5', 503])
    free()
    await held
    expect(warningsIn(app.log)).toMatchObject([{ level: 'warn', reason: expect.any(String) }])
    expect((await saveByCall(app.url, 'held@example.com', mine)).status).toBe(201)
  })
})

describe('a server that ends between a save and its call', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({ now: () => clock })
  afterAll(() => app.close())

  test('[QUIZ-9] starts the sequence by itself when it is back, ten minutes after the save', async () => {
    const id = await savedId(await saveByCall(app.url, 'cut@example.com', { type: 'energy' }))
    await app.stop()
    clock += 10 * 60_000
    await app.start()
    const { db } = await app.store()
    for (
      const deadline = Date.now() + 30_000;
      Date.now() < deadline;
      await new Promise((resolve) => setTimeout(resolve, 25))
    )
      if ((await db.selectFrom('sequences').select('state').execute()).length > 0) break
    expect(
      await db
        .selectFrom('sequences')
        .select(['quizResultId', 'performance_type', 'state'])
        .execute(),
    ).toEqual([{ quizResultId: id, performance_type: 'energy', state: 'active' }])
  })
})

describe('the budgets of the quiz', async () => {
  let clock = Date.parse('2026-11-21T12:00:00Z')
  const app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    now: () => clock,
  })
  afterAll(() => app.close())
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

  test('are those of the sign-up: 10 without a token, then 429 with Retry-After as a PostgREST error', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 10; n++)
      statuses.push(
        (await saveByCall(app.url, `tight${n}@example.com`, from('203.0.113.1'))).status,
      )
    const over = await saveByCall(app.url, 'tight@example.com', from('203.0.113.1'))
    expect([statuses, over.headers.get('retry-after'), await errorOf(over)]).toEqual([
      Array(10).fill(201),
      '60',
      [429, 'PT429'],
    ])
    expect((await joinByCall(app.url, 'tight@example.com', from('203.0.113.1'))).status).toBe(429)
  })

  test('a token younger than two seconds waits; an older one earns 30', async () => {
    const token = await freshToken(app.url)
    const young = await saveByCall(app.url, 'young@example.com', { token, ...from('203.0.113.2') })
    expect([young.headers.get('retry-after'), await errorOf(young)]).toEqual(['2', [429, 'PT429']])
    clock += 2_000
    for (let n = 0; n < 30; n++)
      expect(
        (await saveByCall(app.url, `normal${n}@example.com`, { token, ...from('203.0.113.2') }))
          .status,
      ).toBe(201)
    expect(
      (await saveByCall(app.url, 'normal@example.com', { token, ...from('203.0.113.2') })).status,
    ).toBe(429)
  })

  test('[CALL-3] a call for the sequence has a budget of its own', async () => {
    const id = await savedId(await saveByCall(app.url, 'own@example.com', from('203.0.113.3')))
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push(
        (
          await fetch(`${app.url}/functions/v1/trigger-email-sequence`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...from('203.0.113.3').headers },
            body: JSON.stringify({
              email: 'own@example.com',
              performance_type: 'focus',
              quiz_result_id: id,
              result_data: {},
            }),
          })
        ).status,
      )
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    expect((await saveByCall(app.url, 'own2@example.com', from('203.0.113.3'))).status).toBe(201)
  })
})

const warningsIn = (log: readonly string[]) =>
  log
    .map((line) => JSON.parse(line) as { msg: string; level: string })
    .filter(({ msg }) => msg === 'a sequence was not started')
