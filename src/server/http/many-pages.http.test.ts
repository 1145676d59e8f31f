import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { joinByCall, joinByForm } from '#test/visitor.ts'
import { createLinkTokens } from '#server/signup/links.ts'

const app = await startApp({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1, ::1' } })
afterAll(() => app.close())

const from = (address: string) => ({ 'x-forwarded-for': address })

/** The answers to as many connections at once, without their bodies. */
const answersTo = (url: string, connections: number, address: string) =>
  Promise.all(
    Array.from({ length: connections }, async () => {
      const answer = await fetch(url, { headers: from(address), redirect: 'manual' })
      const text = await answer.text()
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text }
    }),
  )

test('with 400 connections of one address on a page after a plain form, each is served or told when to come back, and others sign up', async () => {
  const joined = await joinByForm(app.url, 'mila@example.com', { headers: from('192.0.2.7') })
  expect(joined.status).toBe(303)
  const url = app.url + joined.headers.get('location')!
  const flood = answersTo(url, 400, '192.0.2.7')
  const others = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      joinByCall(app.url, `other${n}@example.com`, { headers: from(`203.0.${n}.7`) }),
    ),
  )
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
  for (const { status, retryAfter, text } of await flood) {
    expect([200, 503]).toContain(status)
    if (status === 503) {
      expect(retryAfter).toBe('2')
      expect(text).toContain('load this page again')
    }
  }
})

test('500 requests of one address with a valid link at once are all served', async () => {
  await joinByCall(app.url, 'finn@example.com', { headers: from('198.51.100.7') })
  const { db, transact } = await app.store()
  const { id } = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', 'finn@example.com')
    .executeTakeFirstOrThrow()
  const link = { purpose: 'me', personId: id, keptMs: 3_600_000 } as const
  const [token] = await transact((trx) => createLinkTokens(trx, [link], Date.now()))
  const answers = await answersTo(`${app.url}/me/${token}`, 500, '198.51.100.7')
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
