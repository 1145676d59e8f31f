import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { signIn } from '#test/signed-in.ts'
import { acts } from './acts.ts'

const app = await startApp({ env: { OPERATORS: 'anna@example.com, reader:bob@example.com' } })
afterAll(() => app.close())
const { db } = await app.store()
const routes = acts.flatMap((act) =>
  act.path === undefined ? [] : [{ ...act, path: act.path.replace(':id', 'x') }],
)
const logged = async () => (await db.selectFrom('action_log').select('action').execute()).length

test.each(routes.filter(({ readers }) => !readers))(
  '[DASH-1] a reader can neither see the page of $name nor do it',
  async ({ path, ask }) => {
    const bob = await signIn(app, 'bob@example.com')
    const before = await logged()
    if (ask) expect((await bob.get(path)).status).toBe(403)
    expect((await bob.post(path)).status).toBe(403)
    expect(await logged()).toBe(before)
  },
)

test.each(routes)('[DASH-2] $name is not done by a page of another site', async ({ path }) => {
  const before = await logged()
  const answer = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect([answer.status, await logged()]).toEqual([403, before])
})

test.each(routes.filter(({ ask }) => ask))(
  '[DASH-6] opening the page of $name changes nothing',
  async ({ path }) => {
    const anna = await signIn(app, 'anna@example.com')
    const before = await logged()
    expect((await anna.get(path)).status).toBeLessThan(500)
    expect(await logged()).toBe(before)
  },
)
