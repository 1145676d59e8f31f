import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { startApp } from '#test/app.ts'

const app = await startApp()
/** with limits on, tokens are checked too */
const limited = await startApp({ env: { LIMITS: '' } })
afterAll(async () => {
  await app.close()
  await limited.close()
})

const strange = fc.oneof(
  fc.constantFrom(
    '\0',
    '\ud800',
    '\ufeff',
    '__proto__',
    'constructor',
    '1e400',
    '-0',
    '\r\nBcc: x@example.com',
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
const body = fc.oneof(
  fc
    .record({ email: fc.oneof(strange, value), firstName: fc.oneof(strange, value) })
    .map((record) => JSON.stringify(record)),
  value.map((any) => JSON.stringify(any) ?? ''),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '['.repeat(4_000),
    '{"a":'.repeat(1_500),
    '1e400',
    '{"email":1e400,"firstName":"a"}',
    '\ufeff{}',
    '{"__proto__":{"email":"a@example.com"}}',
    '{"constructor":{"prototype":{}}}',
  ),
)
const headerText = fc.string({
  unit: fc.constantFrom(...'abc=&%+;,:@\'"<>{}[]\\/?.-_ 0123'),
  maxLength: 200,
})

const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 80)
vi.setConfig({ testTimeout: 60_000 + rounds * 100 })

test('no body, header or path makes the JSON call answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(body, headerText, async (text, header) => {
      const answer = await fetch(`${app.url}/functions/v1/send-welcome-email`, {
        method: 'POST',
        body: text,
        headers: { 'content-type': 'application/json', 'x-ascend-form': header.trim() },
      })
      await answer.arrayBuffer()
      expect([200, 400, 413, 422]).toContain(answer.status)
    }),
    { numRuns: rounds },
  ))

const token = fc
  .tuple(
    fc.constantFrom('p1.', 'f1.', '', '.'),
    fc.oneof(
      strange,
      fc.constant('é'.repeat(27)),
      fc.string({ minLength: 27, maxLength: 27, unit: 'binary' }),
    ),
  )
  .map((parts) => parts.join(''))

test('no form token makes a sign-up route answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(token, async (text) => {
      const form = new URLSearchParams({
        email: 'sanne@example.com',
        form_token: text.toWellFormed(),
      })
      const answers = await Promise.all([
        fetch(`${limited.url}/join`, { method: 'POST', redirect: 'manual', body: form }),
        fetch(`${limited.url}/functions/v1/send-welcome-email`, {
          method: 'POST',
          body: '{"email":"sanne@example.com","firstName":"sanne"}',
          headers: {
            'content-type': 'application/json',
            'x-ascend-form': new URLSearchParams({ token: text.toWellFormed() }).toString(),
          },
        }),
      ])
      for (const answer of answers) {
        await answer.arrayBuffer()
        expect([200, 303, 429]).toContain(answer.status)
      }
    }),
    { numRuns: rounds },
  ))

test('no fields make the plain form answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom('email', 'form_token', 'placement', 'source', 'consent_version'),
            strange,
          ),
          strange,
        ),
      ),
      async (fields) => {
        const pairs = fields.map((pair) =>
          pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='),
        )
        const answer = await fetch(`${app.url}/join`, {
          method: 'POST',
          redirect: 'manual',
          body: pairs.join('&'),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        await answer.arrayBuffer()
        expect([200, 303, 400, 413, 422]).toContain(answer.status)
      },
    ),
    { numRuns: rounds },
  ))

test('no token in a path or a query makes a link, or the page after a form, answer 5xx', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/confirm/', '/unsubscribe/', '/join?to=', '/join?again=1&to=', '/'),
      strange,
      fc.constantFrom('GET', 'POST'),
      async (path, token, method) => {
        const answer = await fetch(app.url + path + encodeURIComponent(token.toWellFormed()), {
          method,
          redirect: 'manual',
        })
        await answer.arrayBuffer()
        expect(answer.status).toBeLessThan(500)
      },
    ),
    { numRuns: rounds },
  ))

test('after all of that the server is there and has logged no error', async () => {
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect(app.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
})
