import { afterAll, expect, test } from 'vitest'
import type { EventCount } from '#contract/events/events.ts'
import { freshDatabase, freshFolder, testSecret } from '#test/fresh-store.ts'
import { spawnServer, untilReady, type ServerProcess } from '#test/server-process.ts'
import { silentLog } from '#test/silent-log.ts'
import { saveByCall, savedId, triggerByCall } from '#test/quiz-taker.ts'
import { joinByCall, seen, sendCounts, untilTaken } from '#test/visitor.ts'
import { openStore } from '#server/db/open.ts'
import { type StoreLocation } from '#server/db/store.ts'

const rounds = Number(process.env['RACE_ROUNDS'] ?? 1)
const secret = { SECRET_KEY: testSecret, LIMITS: 'off' }

const start = (env: Record<string, string>, processes: number) =>
  Promise.all(
    Array.from({ length: processes }, async () => untilReady(spawnServer({ ...secret, ...env }))),
  )

/** Three processes on one Postgres, for all tests of this kind but the last, which is single opt-in. */
const shared = await freshDatabase()
const servers = await start({ DATABASE_URL: shared.databaseUrl }, 3)
afterAll(() => Promise.all(servers.map((server) => server.kill())))

async function race(where: StoreLocation, servers: readonly ServerProcess[]) {
  for (let round = 0; round < rounds; round++) {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) =>
        seen(
          await untilTaken(() =>
            joinByCall(servers[n % servers.length]!.url, `race${round}@example.com`),
          ),
        ),
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
  }
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const people = await store.db.selectFrom('people').select('email').execute()
  const mails = await store.db.selectFrom('outbox').select('email').execute()
  await store.close()
  return { people: people.length, mails: mails.length }
}

test('200 posts of one address at once: one row, one mail, 200 equal answers', async () => {
  const where = { dataDir: freshFolder() }
  const alone = await start({ DATA_DIR: where.dataDir }, 1)
  expect(await race(where, alone)).toEqual({ people: rounds, mails: rounds })
  await alone[0]!.kill()
})

test('the same through three processes on one Postgres', async () => {
  expect(await race(shared, servers)).toEqual({ people: rounds, mails: rounds })
})

test('600 batches of counts through three processes on one Postgres are each counted whole, whatever order their names come in', async () => {
  const counts: EventCount[] = ['hero', 'video', 'quiz', 'final'].map((label, index) => ({
    event: 'section_view',
    label,
    count: index + 1,
  }))
  // A batch that is answered 503 may have been counted: a busy machine can be too slow for Postgres.
  let unknown = 0
  const statuses = await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const answer = await untilTaken(async () => {
        const sent = await sendCounts(servers[n % 3]!.url, n % 2 ? counts : counts.toReversed())
        if (sent.status === 503) unknown++
        return sent
      })
      return answer.status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([204]))
  const store = await openStore(shared, { log: silentLog, role: 'command' })
  const rows = await store.db
    .selectFrom('daily_counts')
    .select(['placement as label', 'count'])
    .where('day', '=', '')
    .where('what', '=', 'section_view')
    .orderBy('placement')
    .execute()
  await store.close()
  const batches = rows.find(({ label }) => label === 'hero')!.count
  expect(batches).toBeGreaterThanOrEqual(600)
  expect(batches).toBeLessThanOrEqual(600 + unknown)
  expect(rows).toEqual([
    { label: 'final', count: 4 * batches },
    { label: 'hero', count: batches },
    { label: 'quiz', count: 3 * batches },
    { label: 'video', count: 2 * batches },
  ])
})

test('[CALL-2] [CALL-3] saves of one key, and calls for its sequence, through three processes on one Postgres: one row, one mail, one sequence, equal answers', async () => {
  for (let round = 0; round < rounds; round++) {
    const [email, key] = [`quiz${round}@example.com`, crypto.randomUUID()]
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, n) =>
        seen(await untilTaken(() => saveByCall(servers[n % 3]!.url, email, { key }))),
      ),
    )
    expect([
      new Set(answers.map((answer) => JSON.stringify(answer))).size,
      answers[0]!.status,
    ]).toEqual([1, 201])
    const ids = [
      JSON.parse(answers[0]!.body).id as string,
      await savedId(await untilTaken(() => saveByCall(servers[0]!.url, email, { type: 'energy' }))),
    ]
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) =>
          (await untilTaken(() => triggerByCall(servers[n % 3]!.url, email, ids[n % 2]!))).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  const store = await openStore(shared, { log: silentLog, role: 'command' })
  const kept = {
    mails: (
      await store.db.selectFrom('outbox').select('id').where('email', 'not like', 'race%').execute()
    ).length,
    results: (await store.db.selectFrom('quiz_results').select('id').execute()).length,
  }
  const sequences = await store.db
    .selectFrom('sequences')
    .select(['performance_type', 'state'])
    .execute()
  await store.close()
  expect(kept).toEqual({ mails: rounds, results: 2 * rounds })
  expect(
    sequences.map(({ performance_type, state }) => `${performance_type} ${state}`).sort(),
  ).toEqual([...Array(rounds).fill('energy active'), ...Array(rounds).fill('focus replaced')])
})

test('[CALL-3] results of people on the list through three processes on one Postgres that plan and mail all the while: one welcome mail and one protocol each, of one of their types', async () => {
  const where = await freshDatabase()
  const servers = await start({ OPT_IN: 'single', DATABASE_URL: where.databaseUrl }, 3)
  const emails = Array.from({ length: 2 * rounds }, (_, n) => `single${n}@example.com`)
  for (const email of emails) {
    const ids = await Promise.all(
      (['focus', 'energy', 'stress'] as const).map(async (type, n) =>
        savedId(await untilTaken(() => saveByCall(servers[n]!.url, email, { type }))),
      ),
    )
    const statuses = await Promise.all(
      Array.from(
        { length: 60 },
        async (_, n) =>
          (await untilTaken(() => triggerByCall(servers[n % 3]!.url, email, ids[(n % 7) % 3]!)))
            .status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  const store = await openStore(where, { log: silentLog, role: 'command' })
  const mails = () =>
    store.db.selectFrom('outbox').select(['email', 'state', 'template']).orderBy('id').execute()
  for (
    const deadline = Date.now() + 30_000;
    (await mails()).filter(({ state }) => state === 'kept').length < 2 * emails.length &&
    Date.now() < deadline;
  )
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(
    (await mails()).map(({ email, state, template }) => `${template} ${state} ${email}`).sort(),
  ).toEqual(
    ['sequence', 'welcome']
      .flatMap((template) => emails.map((email) => `${template} kept ${email}`))
      .sort(),
  )
  await store.close()
  await Promise.all(servers.map((server) => server.kill()))
})
