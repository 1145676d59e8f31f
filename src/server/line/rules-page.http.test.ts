import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'

let clock = Date.parse('2026-11-23T10:00:00Z')
const app = await startApp({ now: () => clock })
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}) => fetch(`${app.url}/line`, { headers })

test('[LINE-9] the rules are one page for everybody, compressed, and revalidated', async () => {
  const first = await get()
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(first.headers.get('set-cookie')).toBeNull()
  expect(await first.text()).toContain('never set by hand')
  expect((await get({ 'if-none-match': first.headers.get('etag')! })).status).toBe(304)
})

test('[LINE-1] a change of the rule stands on the page within ten seconds', async () => {
  expect(await (await get()).text()).not.toContain('Changes')
  clock += 60_000
  const { db } = await app.store()
  await db.insertInto('line_rules').values({ at: clock, perFriend: 40, cap: 5 }).execute()
  clock += 10_000
  expect(await (await get()).text()).toContain('From 23 November 2026, 11:01: 40 people earlier')
})
