import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { navigation } from '#contract/dashboard/navigation.ts'
import { personPath } from '#contract/people/screens.ts'
import { openStore } from '#server/db/open.ts'
import { type Store, type StoreLocation } from '#server/db/store.ts'
import { silentLog } from '#test/silent-log.ts'
import type { SignedIn } from '#test/signed-in.ts'
import { cpuMicrosOf } from './cpu.ts'
import { fill } from './fill.ts'
import { claim, type BenchServer } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'
import type { Series } from './report.ts'
import { startSignedIn } from './signed-in.ts'

const people = 1_000_000
/** As after a provider has refused mails for a day. */
const dead = 30_000
/** Small enough for a statement on a busy machine. */
const refusedAtOnce = 1_000
const requests = 100
/** of CPU in a second */
const restMicros = 30_000
/**
 * The first start of a filled store gives a million people their links and grants, beside visitors:
 * about two minutes of an idle machine.
 */
const longestS = 900
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** CPU of the dashboard's screens at 1,000,000 people, on Postgres with that of its processes. */
export async function screens(): Promise<Series[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const series = [await measureOn('SQLite', { dataDir }, { DATA_DIR: dataDir }, null)]
  rmSync(dataDir, { recursive: true, force: true })
  const postgres = await startBenchPostgres()
  if (!postgres) return series
  const env = await postgres.freshDatabase('screens')
  series.push(await measureOn('Postgres', { databaseUrl: env.DATABASE_URL }, env, postgres))
  await postgres.stop()
  return series
}

async function measureOn(
  engine: string,
  where: StoreLocation,
  env: Record<string, string>,
  postgres: BenchPostgres | null,
): Promise<Series> {
  await fill(where, people, Date.now() + dayMs)
  const onePerson = await refuseMails(where)
  const { server, operator } = await startSignedIn(env)
  await untilAtRest(() => cpuMicrosOf(server.pid) + (postgres?.cpuMicros() ?? 0))
  const values: Series['values'] = []
  for (const [name, path, mostMs] of screensOf(onePerson)) {
    const ms = (await cpuOf(server, operator, path, postgres)) / 1_000
    const promise = mostMs === null ? null : `at most ${mostMs}`
    if (promise) claim(`${engine}, ${name}: ms of CPU`, ms, ms <= mostMs!, promise)
    values.push({ label: name, value: ms })
  }
  await server.stop()
  return {
    title: `CPU of the dashboard's screens on ${engine}, 1,000,000 people`,
    unit: 'ms',
    values,
  }
}

/** Name, path and the most ms of CPU (DASH-3, DASH-4). */
const screensOf = (personId: string): [string, string, number | null][] => [
  ['overview of 7 days', `${navigation.overview.path}?range=7d`, 30],
  ['people', navigation.people.path, 20],
  ['people who confirmed', `${navigation.people.path}?state=confirmed`, 20],
  ['people of a type who left', `${navigation.people.path}?state=left&type=focus`, 20],
  ['one person', personPath(personId), 20],
  [`mail, ${dead.toLocaleString('en')} of it refused`, navigation.mail.path, 20],
]

/** Refuses the mails of some people within the last day. Returns the id of one person. */
async function refuseMails(where: StoreLocation): Promise<string> {
  const store = await openStore(where, { log: silentLog, role: 'server', journalKey: () => '' })
  for (let refused = 0; refused < dead; refused += refusedAtOnce) await refuseSome(store)
  const { personId: onePerson } = await store.db
    .selectFrom('outbox')
    .select('personId')
    .where('state', '=', 'dead')
    .limit(1)
    .executeTakeFirstOrThrow()
  await store.close()
  return onePerson!
}

const refuseSome = ({ db }: Store) =>
  db
    .updateTable('outbox')
    .set({
      state: 'dead',
      reason: '550 5.1.1 no such user',
      dueAt: sql`"createdAt" + ${5 * dayMs + 22 * hourMs}`,
    })
    .where('id', 'in', (all) =>
      all.selectFrom('outbox').select('id').where('state', '=', 'sent').limit(refusedAtOnce),
    )
    .execute()

/** The jobs of the start, such as links and retention, are no part of a screen. */
async function untilAtRest(used: () => number) {
  for (let seconds = 0, before = -Infinity; used() - before > restMicros; seconds++) {
    if (seconds > longestS) throw new Error(`the server has jobs for more than ${longestS} s`)
    before = used()
    await sleep(1_000)
  }
}

/** The first requests warm up and do not count. */
async function cpuOf(
  { pid }: BenchServer,
  operator: SignedIn,
  path: string,
  postgres: BenchPostgres | null,
): Promise<number> {
  const used = () => cpuMicrosOf(pid) + (postgres?.cpuMicros() ?? 0)
  for (let n = 0; n < requests / 4; n++) await operator.html(path)
  const before = used()
  for (let n = 0; n < requests; n++) {
    const answer = await operator.get(path)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    await answer.text()
  }
  return (used() - before) / requests
}
