import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countedNames, maxCount, maxEntries } from '#contract/events/events.ts'
import { startApp } from '#test/app.ts'
import { engines } from '#test/fresh-store.ts'
import { partCounts, sourceCounts } from '#test/stored-counts.ts'
import { joinByCall } from '#test/visitor.ts'

const hero = { event: 'section_view', label: 'hero', count: 1 }
const batch = (...counts: unknown[]) =>
  JSON.stringify({ counts: counts.length > 0 ? counts : [hero] })
const post = (url: string, body = batch(), headers: Record<string, string> = {}) =>
  fetch(`${url}/events`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
  })
const every = Object.entries(countedNames).flatMap(([event, labels]) =>
  labels.map((label) => ({ event, label, count: 1 })),
)
const noon = Date.parse('2026-11-21T12:00:00Z')

describe.each(engines)('counts of events on %s', async (engine) => {
  const app = await startApp({ engine, now: () => noon + 1_234 })
  afterAll(() => app.close())
  const db = app.server().store.db
  beforeEach(async () => {
    await db.deleteFrom('hourly_counts').execute()
  })
  const kept = () => partCounts(db)

  test('[ROUTE-4] [TRACK-2] are added to their hour; the answer is 204 and says nothing', async () => {
    const answer = await post(
      app.url,
      batch({ ...hero, count: 2 }, { event: 'email_captured', label: 'exit-intent', count: 1 }),
    )
    expect([
      answer.status,
      await answer.text(),
      answer.headers.get('set-cookie'),
      answer.headers.get('cache-control'),
    ]).toEqual([204, '', null, 'no-store'])
    await post(app.url)
    expect(await kept()).toEqual([
      { hour: noon, event: 'email_captured', label: 'exit-intent', count: 1 },
      { hour: noon, event: 'section_view', label: 'hero', count: 3 },
    ])
  })

  test('[TRACK-2] every name of the page is taken, all in one batch', async () => {
    expect((await post(app.url, batch(...every))).status).toBe(204)
    expect([await kept(), await sourceCounts(db)]).toEqual([
      expect.toSatisfy((rows: unknown[]) => rows.length === every.length - 1),
      [{ hour: noon, what: 'page_view', source: 'direct', placement: '', count: 1 }],
    ])
  })

  test('[TRACK-2] have no address and no identifier: five columns, and a keyed hash in another table', async () => {
    await post(app.url)
    expect(await db.selectFrom('hourly_counts').selectAll().execute()).toEqual([
      { hour: noon, what: 'section_view', source: '', placement: 'hero', count: 1 },
    ])
  })

  test('[DASH-9] a page view counts by utm_source, else by the referring host, else as direct; the rest of its batch has no source', async () => {
    const view = { event: 'page_view', label: 'page', count: 1 }
    const sent: object[] = [
      { source: ' pod cast ', referrer: 'news.example' },
      { referrer: 'News.Example' },
      {},
      { source: 'sanne@example.com' },
      { referrer: 'not a host' },
    ]
    for (const origin of sent)
      expect(
        (await post(app.url, JSON.stringify({ counts: [view, hero], ...origin }))).status,
      ).toBe(204)
    expect((await sourceCounts(db)).map(({ source, count }) => [source, count])).toEqual([
      ['direct', 2],
      ['other', 1],
      ['referrer news.example', 1],
      ['utm pod cast', 1],
    ])
    expect(await kept()).toEqual([{ hour: noon, event: 'section_view', label: 'hero', count: 5 }])
  })

  test.each([
    ['Sec-GPC', '1'],
    ['DNT', '1'],
  ])(
    '[TRACK-2] of a visitor who sends %s: %s are answered 204 and not stored',
    async (name, value) => {
      expect((await post(app.url, batch(), { [name]: value })).status).toBe(204)
      expect(await kept()).toEqual([])
    },
  )

  test('from a page of another site are refused', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      const answer = await post(app.url, batch(), headers)
      expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([
        403,
        ['error'],
      ])
    }
    expect(await kept()).toEqual([])
  })

  test.each([
    '{',
    '',
    '[]',
    'null',
    '"x"',
    '{}',
    '{"counts":[]}',
    '{"counts":{}}',
    `{"counts":[null]}`,
    `{"counts":[${JSON.stringify(hero)}],"email":"a@example.com"}`,
    `{"counts":[${JSON.stringify(hero)}],"source":7}`,
    `{"counts":[${JSON.stringify(hero)}],"medium":"audio"}`,
    batch({ ...hero, event: 'page_view' }),
    batch({ ...hero, label: 'nowhere' }),
    batch({ ...hero, label: 'Claim Your Spot – Unlock The Stack' }),
    batch({ ...hero, event: ['section_view'] }),
    batch({ ...hero, event: 'quiz_started', label: 'performance quiz' }),
    batch({ ...hero, email: 'a@example.com' }),
    batch({ event: 'section_view', label: 'hero' }),
    batch({ ...hero, count: 0 }),
    batch({ ...hero, count: -1 }),
    batch({ ...hero, count: 1.5 }),
    batch({ ...hero, count: '1' }),
    batch({ ...hero, count: maxCount + 1 }),
    '{"counts":[{"event":"section_view","label":"hero","count":1e400}]}',
    '{"counts":[{"event":"__proto__","label":"length","count":1}]}',
    '{"__proto__":{"counts":[]}}',
    batch(...Array.from({ length: maxEntries() + 1 }, () => hero)),
  ])('the body %j is answered 400, and nothing of it is stored', async (body) => {
    const answer = await post(app.url, body)
    expect([answer.status, Object.keys((await answer.json()) as object)]).toEqual([400, ['error']])
    expect(await kept()).toEqual([])
  })

  test('one wrong name refuses the batch, the others in it too', async () => {
    expect((await post(app.url, batch(hero, { ...hero, label: 'nowhere' }))).status).toBe(400)
    expect(await kept()).toEqual([])
  })

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('a body as %s is answered 415', async (type) => {
    expect((await post(app.url, batch(), { 'content-type': type })).status).toBe(415)
  })

  test('a body over 8 KiB is answered 413', async () =>
    expect((await post(app.url, `"${'x'.repeat(8 * 1024)}"`)).status).toBe(413))

  test('reads are refused', async () => {
    const answer = await fetch(`${app.url}/events`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })
})

describe('the budgets of event counts', async () => {
  let clock = noon
  const app = await startApp({
    env: { TRUSTED_PROXIES: '127.0.0.1, ::1', LIMITS: '' },
    now: () => clock,
  })
  afterAll(() => app.close())
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const statuses = async (count: number, headers: Record<string, string>) => {
    const answers: number[] = []
    for (let n = 0; n < count; n++) answers.push((await post(app.url, batch(), headers)).status)
    return answers
  }
  const total = async () =>
    (
      await app
        .server()
        .store.db.selectFrom('hourly_counts')
        .select(sql<number>`coalesce(sum(count), 0)`.as('n'))
        .executeTakeFirstOrThrow()
    ).n

  test('120 batches at once from one network, then 429 with Retry-After; batches over the budget are not stored', async () => {
    expect(await statuses(120, from('203.0.113.1'))).toEqual(Array(120).fill(204))
    const over = await post(app.url, batch(), from('203.0.113.1'))
    expect([over.status, over.headers.get('retry-after'), await total()]).toEqual([429, '1', 120])
    expect(await statuses(1, from('203.0.113.2'))).toEqual([204])
    clock += 1_000
    expect(await statuses(2, from('203.0.113.1'))).toEqual([204, 429])
  })

  test('requests without browser headers have the tight budget: 10', async () => {
    const bare = () =>
      fetch(`${app.url}/events`, {
        method: 'POST',
        body: batch(),
        headers: { 'content-type': 'application/json', ...from('203.0.113.3') },
      })
    const answers: number[] = []
    for (let n = 0; n < 11; n++) answers.push((await bare()).status)
    expect(answers).toEqual([...Array(10).fill(204), 429])
  })

  test('a network over this budget can still sign up', async () => {
    expect(
      (await joinByCall(app.url, 'counted@example.com', { headers: from('203.0.113.1') })).status,
    ).toBe(200)
  })

  test('they survive a restart', async () => {
    await statuses(120, from('203.0.113.4'))
    await app.stop()
    await app.start()
    expect(await statuses(1, from('203.0.113.4'))).toEqual([429])
  })

  test('the answers are counted for the operator', async () => {
    const other = await startApp()
    await post(other.url)
    await post(other.url, '{}')
    const metrics = await (await fetch(`${other.url}/metrics`)).text()
    expect([
      metrics.includes('event_batches_total{status="204"} 1'),
      metrics.includes('event_batches_total{status="400"} 1'),
    ]).toEqual([true, true])
    await other.close()
  })
})

describe('any body at all', async () => {
  const app = await startApp()
  afterAll(() => app.close())
  const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 100)
  vi.setConfig({ testTimeout: 60_000 + rounds * 100 })

  const strange = fc.oneof(
    fc.constantFrom(
      '\0',
      '\ud800',
      '\ufeff',
      '__proto__',
      'constructor',
      'hero',
      'section_view',
      '1e400',
      "' or 1=1 --",
      '\u202e',
    ),
    fc.string({ unit: 'binary' }),
  )
  const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      strange,
      fc.double(),
      fc.bigInt().map(Number),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(strange, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  const entry = fc.record(
    {
      event: fc.oneof(fc.constantFrom(...Object.keys(countedNames)), strange, value),
      label: fc.oneof(fc.constant('hero'), strange, value),
      count: fc.oneof(fc.integer(), fc.double(), value),
    },
    { requiredKeys: [] },
  )
  const body = fc.oneof(
    fc
      .array(fc.oneof(entry, fc.constant(hero)), { maxLength: 40 })
      .map((counts) => JSON.stringify({ counts })),
    value.map((any) => JSON.stringify({ counts: any })),
    value.map((any) => JSON.stringify(any) ?? ''),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '['.repeat(4_000),
      '{"counts":'.repeat(700),
      '{"counts":['.repeat(600),
      '\ufeff{}',
      '{"constructor":{"prototype":{}}}',
    ),
  )

  test('is answered 204, 400 or 413, never 5xx', () =>
    fc.assert(
      fc.asyncProperty(body, async (text) => {
        const answer = await post(app.url, text)
        await answer.arrayBuffer()
        expect([204, 400, 413]).toContain(answer.status)
      }),
      { numRuns: rounds },
    ))

  test('leaves only names of the page in the store, and no error in the log', async () => {
    const rows = await partCounts(app.server().store.db)
    for (const { event, label } of rows)
      expect(countedNames[event as keyof typeof countedNames]).toContain(label)
    expect(app.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })
})
