import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { formMetaHeader } from '#contract/api.ts'
import { startApp } from '#test/app.ts'
import { recordFor, resultFor } from '#test/quiz-taker.ts'

const app = await startApp()
/** a save without script asks for its sequence by itself */
const pages = await startApp()
afterAll(async () => {
  await app.close()
  await pages.close()
})
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 80)
vi.setConfig({ testTimeout: 60_000 + rounds * 100 })

const strange = fc.oneof(
  fc.constantFrom(
    '\0',
    '\ud800',
    '\ufeff',
    '__proto__',
    'constructor',
    'focus',
    'first-hours',
    '1e400',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    'a@example.com,b@example.com',
    '\u202e',
  ),
  fc.string({ unit: 'binary' }),
  fc.emailAddress(),
)
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    strange,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(strange, tie('value'), { maxKeys: 4 }),
  ),
})).value
const record = recordFor('fuzz@example.com')
/** A right record with some of its parts, or parts of its parts, in other hands. */
const spoilt = fc
  .tuple(
    fc.constantFrom(...Object.keys(record), 'id', 'createdAt', '__proto__', 'note'),
    fc.constantFrom('', 'focus', 'energy_pattern', 'title', '__proto__'),
    value,
  )
  .map(([name, inner, any]) => {
    const part = record[name as 'scores'] as unknown
    return JSON.stringify({
      ...record,
      [name]: inner && typeof part === 'object' ? { ...part, [inner]: any } : any,
    })
  })
const body = fc.oneof(
  spoilt,
  spoilt.map((text) => `[${text}]`),
  fc.array(value, { maxLength: 3 }).map((any) => JSON.stringify(any)),
  value.map((any) => JSON.stringify(any) ?? ''),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '['.repeat(4_000),
    '{"scores":'.repeat(700),
    '1e400',
    '\ufeff{}',
    '{"__proto__":{"email":"a@example.com"}}',
    JSON.stringify(record).replace('12', '1e400'),
  ),
)
const headerText = fc
  .string({ unit: fc.constantFrom(...'abc=&%+;,:@\'"<>{}[]\\/?.-_* 0123'), maxLength: 120 })
  .map((text) => text.trim())
const query = fc.oneof(
  fc.constant(''),
  fc
    .tuple(
      fc.constantFrom('select', 'columns', 'on_conflict', 'id', 'select[]', 'constructor'),
      fc.oneof(strange, headerText),
    )
    .map(([name, text]) => `?${name}=${encodeURIComponent(text.toWellFormed())}`),
)

test('no body, query or header makes the insert answer 5xx, or anything but its own shapes', () =>
  fc.assert(
    fc.asyncProperty(
      body,
      query,
      headerText,
      fc.constantFrom('prefer', 'accept', formMetaHeader, 'apikey'),
      async (text, asked, header, name) => {
        const answer = await fetch(`${app.url}/rest/v1/quiz_results${asked}`, {
          method: 'POST',
          body: text,
          headers: { 'content-type': 'application/json', [name]: header },
        })
        const said = await answer.text()
        expect([200, 201, 400, 401, 406, 413]).toContain(answer.status)
        if (answer.status !== 201)
          expect(Object.keys(JSON.parse(said)).sort()).toEqual([
            'code',
            'details',
            'hint',
            'message',
          ])
      },
    ),
    { numRuns: rounds },
  ))

const call = {
  email: 'fuzz@example.com',
  performance_type: 'focus',
  quizResultId: crypto.randomUUID(),
  result_data: resultFor('focus').result_data,
}
const asking = fc.oneof(
  fc
    .tuple(fc.constantFrom(...Object.keys(call), 'note'), value)
    .map(([name, any]) => JSON.stringify({ ...call, [name]: any })),
  body,
)

test('no body makes the call for a sequence answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(asking, headerText, async (text, header) => {
      const answer = await fetch(`${app.url}/functions/v1/trigger-email-sequence`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', [formMetaHeader]: header },
      })
      await answer.arrayBuffer()
      expect([200, 400, 413]).toContain(answer.status)
    }),
    { numRuns: rounds },
  ))

const field = fc.oneof(
  fc.constantFrom(
    'email',
    'key',
    'form_token',
    'ascend_leave_this',
    'placement',
    'source',
    'consent_version',
    'to',
    ...Object.keys(record.answers),
  ),
  strange,
)
const fields = fc.array(
  fc.tuple(
    field,
    fc.oneof(strange, fc.constantFrom(...Object.values(record.answers), 'k'.repeat(22))),
  ),
  { maxLength: 12 },
)
const encoded = (pairs: readonly (readonly [string, string])[]) =>
  pairs
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
    .join('&')
const whole = encoded(Object.entries({ ...record.answers, email: 'fuzz@example.com' }))
const formBody = fc.oneof(
  fields.map(encoded),
  fields.map((pairs) => `${whole}&${encoded(pairs)}`),
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
)

test('no body makes the form under a result answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(formBody, async (text) => {
      const answer = await fetch(`${pages.url}/quiz/save`, {
        method: 'POST',
        redirect: 'manual',
        body: text,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      await answer.arrayBuffer()
      expect([303, 413, 422]).toContain(answer.status)
    }),
    { numRuns: rounds },
  ))

test('no query makes a page of the quiz answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('1', '2', '3', '4', 'result', 'save'),
      fields,
      async (page, pairs) => {
        const answer = await fetch(`${pages.url}/quiz/${page}?${encoded(pairs)}`, {
          redirect: 'manual',
        })
        const said = await answer.text()
        expect([200, 303, 414]).toContain(answer.status)
        expect(said).not.toContain('<script>')
      },
    ),
    { numRuns: rounds },
  ))

test("after all of that the pages' store holds results that follow from their answers, and the log no error", async () => {
  const rows = await pages
    .server()
    .store.db.selectFrom('quiz_results')
    .select(['answers', 'performance_type'])
    .execute()
  const { answers, performance_type } = resultFor('focus')
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows)
    expect(row).toEqual({ answers: JSON.stringify(answers), performance_type })
  // A busy machine may answer a write with 503, and logs that.
  expect(
    pages.log.filter(
      (line) => /"level":"(?:error|warn)"/.test(line) && !line.includes('"StoreUnavailable"'),
    ),
  ).toEqual([])
})

test('after all of that the store holds results that follow from their answers, no sequence, and the log no error', async () => {
  const rows = await app
    .server()
    .store.db.selectFrom('quiz_results')
    .select(['scores', 'answers', 'result_data', 'performance_type'])
    .execute()
  const { scores, answers, result_data, performance_type } = resultFor('focus')
  for (const row of rows)
    expect(row).toEqual({
      scores: JSON.stringify(scores),
      answers: JSON.stringify(answers),
      result_data: JSON.stringify(result_data),
      performance_type,
    })
  expect(await app.server().store.db.selectFrom('sequences').select('state').execute()).toEqual([])
  expect(app.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
