import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { importPath } from '#contract/people/imports.ts'
import { dashboardPaths, formTokenField, navigation } from '#contract/dashboard/navigation.ts'
import { peoplePaths } from '#contract/people/list.ts'
import { startApp } from '#test/app.ts'
import { typedForms } from '#test/forms.ts'
import { testSecret } from '#test/fresh-store.ts'
import { formIn } from '#test/plain-form.ts'
import { runSql, startPostgres } from '#test/postgres.ts'
import { formTokenIn, ownForm, signIn } from '#test/signed-in.ts'
import { visitorsOf } from '#test/visitors-meanwhile.ts'

const server = await startPostgres({ settings: { max_connections: 30 } })
const anna = 'anna@example.com'
const app = await startApp({
  env: { DATABASE_URL: server.url, SECRET_KEY: testSecret, OPERATORS: anna },
})
afterAll(async () => {
  await app.close()
  await server.stop()
})
const { lost, recovers, areTurnedAway, keepComing } = visitorsOf(app.url)
const asOperator = (text: string) => runSql(server.url, text)
const ours = `from pg_stat_activity where application_name = 'ascend'`

const pressLinks = () =>
  Array.from({ length: 30 }, () =>
    fetch(`${app.url}/confirm/${'x'.repeat(43)}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    }),
  )

/** Each does its harm and gives back what ends it. */
const harms: [string, () => Promise<() => unknown>][] = [
  [
    'stands still',
    async () => {
      server.freeze()
      return server.thaw
    },
  ],
  ['has no connection left', takeConnections],
  ['has a full disk', fillDisk],
  ['takes no writes', forbidWrites],
  ['has its tables locked by somebody else', () => lockTables('meta, people')],
]

test.each(harms)(
  'a Postgres that %s: sign-ups and quiz results are answered 503, the page is served, and it recovers by itself',
  async (what, harm) => {
    await recovers()
    const end = await harm()
    try {
      await areTurnedAway(what)
    } finally {
      await end()
    }
    await recovers()
  },
)

test.each<[string, () => Promise<() => unknown>]>([
  ['their tables are locked', () => lockTables('link_tokens, meta, people')],
  [
    'Postgres stands still',
    async () => {
      server.freeze()
      return server.thaw
    },
  ],
])(
  'thirty links pressed at once while %s, more than there are connections: each is answered 503 in time, and so are sign-ups',
  async (what, harm) => {
    await Promise.all(pressLinks())
    const end = await harm()
    try {
      await areTurnedAway(`links, ${what}`, pressLinks)
    } finally {
      await end()
    }
    await recovers()
  },
)

test('[DASH-2] while Postgres stands still each screen of the dashboard says so with 503, and the session goes on', async () => {
  await recovers()
  const browser = await signIn(app, anna)
  const screens = Object.values(navigation).map(({ path }) => path)
  const paths = [...screens, peoplePaths.many, importPath]
  server.freeze()
  const answers = await Promise.all(
    paths.map(async (path) => {
      const answer = await browser.get(path)
      const says = (await answer.text()).includes('The database does not answer')
      return [path, answer.status, answer.headers.get('set-cookie'), says]
    }),
  ).finally(() => server.thaw())
  expect(answers).toEqual(paths.map((path) => [path, 503, null, true]))
  await recovers()
  for (const path of paths) expect([path, (await browser.get(path)).status]).toEqual([path, 200])
})

test.each<[string, Record<string, string>]>([
  ['an operator named in OPERATORS', { OPERATORS: anna }],
  ['an operator with a printed link', {}],
])(
  '[DASH-2] what %s typed in any form behind the sign-in stands in the answer while Postgres stands still, and the form works once it is back',
  async (_, env) => {
    const own = await startApp({
      env: { DATABASE_URL: server.url, SECRET_KEY: testSecret, ...env },
    })
    const { cookie, html } = await signIn(own, env['OPERATORS'])
    const send = (path: string, fields: Record<string, string>) =>
      fetch(own.url + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie, ...ownForm },
        body: new URLSearchParams(fields),
      })
    const token = formTokenIn(await html('/dashboard'))
    const typed = typedForms('/dashboard/')
      .filter(([route]) => route !== dashboardPaths.signIn)
      .map(([route, fields]) => [route.replaceAll(/:\w+/g, '1'), fields] as const)
    server.freeze()
    const answers = await Promise.all(
      typed.map(async ([path, fields]) => {
        const answer = await send(path, { [formTokenField]: token, ...fields })
        return [path, answer.status, formIn(await answer.text(), path)?.fields] as const
      }),
    ).finally(() => server.thaw())
    expect(answers).toEqual(
      typed.map(([path, fields]) => [path, 503, expect.objectContaining(fields)]),
    )
    await recovers()
    const search = answers.find(([path]) => path === peoplePaths.search)!
    const again = await send(peoplePaths.search, search[2]!)
    expect(again.headers.get('location')).toContain('search=')
    await own.close()
  },
)

test('a Postgres that restarts three times while people come: each is answered 200 or 503 in time, and it recovers by itself', async () => {
  const visitors = keepComing()
  for (let restarts = 0; restarts < 3; restarts++) {
    await recovers()
    await server.restart()
  }
  await recovers()
  await visitors.end()
})

test('no acknowledged sign-up is lost, and each has one mail', async () => {
  expect(lost(await asOperator('select email from outbox'))).toEqual([])
})

/** Others hold every connection that the server has, also those that it keeps for its owner. */
async function takeConnections() {
  const taken: pg.Client[] = []
  const takeAll = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: server.url })
      client.on('error', () => {})
      try {
        await client.connect()
      } catch {
        return
      }
      taken.push(client)
    }
  }
  await takeAll()
  for (let left = Infinity; left > 0;) {
    await taken[0]!.query(`select pg_terminate_backend(pid) ${ours}`)
    await takeAll()
    left = (await taken[0]!.query(`select 1 ${ours}`)).rows.length
  }
  return () => Promise.all(taken.map((client) => client.end()))
}

/**
 * Each write fails as the first one that needs a new page does: with the SQLSTATE of a full disk.
 */
async function fillDisk() {
  const tables = ['people', 'outbox', 'meta', 'quiz_results']
  await asOperator(`create function fill_disk() returns trigger language plpgsql as 'begin raise exception ''No space left on device'' using errcode = ''53100''; end';
    ${tables.map((table) => `create trigger fill_disk before insert or update on ${table} execute function fill_disk()`).join(';')}`)
  return () => asOperator('drop function fill_disk cascade')
}

/**
 * Only connections made from now on notice, and those go on being so when writes are allowed again.
 */
async function forbidWrites() {
  await asOperator('alter database postgres set default_transaction_read_only = on')
  await asOperator(`select pg_terminate_backend(pid) ${ours}`)
  return () =>
    asOperator(
      'set transaction read write; alter database postgres reset default_transaction_read_only',
    )
}

/**
 * What the server does just then may hold one of them and wait for another: then this gives way and
 * begins anew.
 */
async function lockTables(tables: string): Promise<() => unknown> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => {})
  await client.connect()
  for (;;) {
    try {
      await client.query(`begin; lock table ${tables} in access exclusive mode`)
      return () => client.end()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error
      await client.query('rollback')
    }
  }
}
