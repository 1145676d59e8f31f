import { expect, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { freshDatabase, freshFolder } from '#test/fresh-store.ts'
import { spawnServer, untilReady } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { joinByCall, seen } from '#test/visitor.ts'
import { openStore, type Place } from '#server/store/open.ts'

const secret = { SECRET_KEY: 'a secret for the tests, long enough for it', LIMITS: 'off' }

async function race(where: Place, env: Record<string, string>, processes: number) {
  const servers = await Promise.all(Array.from({ length: processes }, async () => untilReady(spawnServer({ ...secret, ...env, PORT: String(await freePort()) }))))
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 200 }, async (_, n) => seen(await joinByCall(servers[n % processes]!.url, `race${round}@example.com`))))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  }
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const people = await store.db.selectFrom('people').select('email').execute()
  const mails = await store.db.selectFrom('outbox').select('email').execute()
  await store.close()
  await Promise.all(servers.map((server) => server.kill()))
  return { people: people.length, mails: mails.length }
}

test('200 posts of one address at once, 20 times: one row, one mail, 200 equal answers', async () => {
  const where = { dataDir: freshFolder() }
  expect(await race(where, { DATA_DIR: where.dataDir }, 1)).toEqual({ people: 20, mails: 20 })
}, 120_000)

test('the same through three processes on one Postgres', async () => {
  const where = await freshDatabase()
  expect(await race(where, { DATABASE_URL: where.databaseUrl }, 3)).toEqual({ people: 20, mails: 20 })
}, 120_000)
