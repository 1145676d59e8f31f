import { afterAll, expect, test } from 'vitest'
import { startApp } from '#test/app.ts'
import { testSecret } from '#test/fresh-store.ts'
import { recordMeasurement } from '#test/measurements.ts'
import { runSql, startPostgres, type TestPostgres } from '#test/postgres.ts'
import { openProxy } from '#test/proxy.ts'
import { visitorsOf } from '#test/visitors-meanwhile.ts'

let primary = await startPostgres()
const servers = [primary]
const proxy = await openProxy(primary.url)
const app = await startApp({ env: { DATABASE_URL: proxy.url, SECRET_KEY: testSecret } })
afterAll(async () => {
  await app.close()
  await Promise.all(servers.map((server) => server.stop()))
})
const { acknowledged, lost, recovers, areTurnedAway, keepComing } = visitorsOf(app.url)

/** A second server, without which the first commits nothing. */
async function replica(): Promise<TestPostgres> {
  const second = await startPostgres({ replicaOf: primary.url })
  servers.push(second)
  await runSql(primary.url, `alter system set synchronous_standby_names = '*'`)
  await runSql(primary.url, 'select pg_reload_conf()')
  await expect
    .poll(() => runSql(primary.url, 'select sync_state from pg_stat_replication'), {
      timeout: 60_000,
    })
    .toEqual([{ sync_state: 'sync' }])
  return second
}

/** The fate of the first server, before the second replaces it. */
const ends: [string, (old: TestPostgres) => Promise<unknown> | void][] = [
  ['dies', (old) => old.stop()],
  ['stands still, and says nothing', (old) => old.freeze()],
  [
    'takes no writes any more, but lives on',
    async (old) => {
      await runSql(old.url, 'alter system set default_transaction_read_only = on')
      await runSql(old.url, 'select pg_reload_conf()')
    },
  ],
]

test.each(ends)(
  'Postgres fails over while people come: the first server %s, its replica takes over, and all goes on',
  async (_, end) => {
    const second = await replica()
    const before = acknowledged.length
    const visitors = keepComing()
    await expect.poll(() => acknowledged.length, { timeout: 240_000 }).toBeGreaterThan(before + 20)
    await end(primary)
    await runSql(second.url, 'select pg_promote()')
    primary = second
    proxy.leadTo(primary.url)
    await recovers()
    await visitors.end()
    await recovers()
  },
)

test('a Postgres whose replica stands still acknowledges nothing: sign-ups are answered 503, and it recovers by itself', async () => {
  const second = await replica()
  await recovers()
  second.freeze()
  await areTurnedAway('replica away')
  second.thaw()
  await recovers()
})

test('no acknowledged sign-up is lost, and each has one mail', async () => {
  recordMeasurement(`${acknowledged.length} were acknowledged`)
  expect(lost(await runSql(primary.url, 'select email from outbox'))).toEqual([])
})
