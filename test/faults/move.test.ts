import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openStore } from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { freshDatabase, freshStore, testSecret } from '#test/fresh-store.ts'
import { queueTo } from '#test/mailbox.ts'
import { operatorCommand } from '#test/operator.ts'
import { runSql } from '#test/postgres.ts'
import { spawnServer } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'

test('kill -9 of a move halfway: nobody serves the half, the next one goes on where it was, and then the source starts no more', async () => {
  const store = await freshStore('sqlite')
  if (!('dataDir' in store.where)) throw new Error('not a folder')
  const { dataDir } = store.where
  for (let n = 0; n < 2_500; n++)
    await queueTo(
      store,
      `athlete${n}@example.com`,
      'confirm',
      'unconfirmed',
      Date.parse('2026-11-21T12:00:00Z'),
    )
  await store.db
    .insertInto('budgets')
    .values(
      Array.from({ length: 1_500 }, (_, n) => ({
        key: `network ${String(n).padStart(4, '0')}`,
        tat: n,
      })),
    )
    .execute()
  await store.close()
  const { databaseUrl } = await freshDatabase()
  const env = { DATA_DIR: dataDir, SECRET_KEY: testSecret }

  // A row that somebody else is about to write holds it up at that row, so that the kill comes
  // halfway on any machine.
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  await holder.query("begin; insert into budgets (key, tat) values ('network 1200', 0)")
  const killed = spawn(process.execPath, ['scripts/run-command.ts', 'move', '--to', databaseUrl], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'ignore',
  })
  await expect
    .poll(
      async () =>
        (
          await runSql(
            databaseUrl,
            `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "budgets"%'`,
          )
        ).length,
      { timeout: 120_000 },
    )
    .toBe(1)
  expect(await operatorCommand('move', env, '--to', databaseUrl)).toMatchObject({
    code: 1,
    output: `A server runs on the data folder ${dataDir}, or another move or restore: stop it, then move.\n`,
  })
  await expect(openStore({ dataDir }, { log: silentLog, role: 'command' })).rejects.toBeInstanceOf(
    StartRefused,
  )
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await holder.end()

  const serve = async (more: Record<string, string>) => spawnServer({ ...env, ...more })
  const half = await serve({ DATABASE_URL: databaseUrl })
  expect([await half.exited, half.output()]).toEqual([
    1,
    expect.stringMatching(/^The database at [^\n]+ contains an incomplete move: [^\n]+\.\n$/),
  ])
  const firstHalf = await runSql(databaseUrl, 'select xmin::text from people order by id limit 1')

  await expect
    .poll(() => runSql(databaseUrl, `select 1 from pg_locks where locktype = 'advisory'`), {
      timeout: 120_000,
    })
    .toEqual([])
  const again = await operatorCommand('move', env, '--to', databaseUrl)
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /^Resuming the interrupted move\.[^]* 2500 outbox +\w+ the same on both sides/m,
    ),
  })
  expect(await runSql(databaseUrl, 'select xmin::text from people order by id limit 1')).toEqual(
    firstHalf,
  )
  const left = await serve({})
  expect([await left.exited, left.output()]).toEqual([
    1,
    expect.stringMatching(/^The store in [^\n]+ was moved to the database at [^\n]+\.\n$/),
  ])
}, 400_000)
