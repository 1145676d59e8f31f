import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLocation } from '#server/db/store.ts'
import { boundOf, sum, type Part } from './bound.ts'
import type { Series } from './report.ts'
import { cpuMicrosOf } from './cpu.ts'
import { enterLetter, enterWaiting } from './due-mails.ts'
import { checkSent } from './check-sent.ts'
import { claim, figure, note, startBench } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'
import { openSink, type Sink } from './sink.ts'

const mails = 20_000
/** The largest allowed value: budgets are spent as usual, and delay none of these mails. */
const MAILS_PER_HOUR = '1000000'
const stuckMs = 180_000

/** `enter` fills a store with mails that may all leave at once. */
type Queue = { what: string; enter: (where: StoreLocation, count: number) => Promise<void> }
const queues: readonly Queue[] = [
  { what: '', enter: enterWaiting },
  { what: ', a letter', enter: enterLetter },
]

type Sent = { engine: string; perMinute: number; parts: Part[] }

/**
 * A queue of first mails of distinct people, and a letter to as many, each from the
 * first mail that begins to the last that is recorded as sent: on either engine.
 */
export async function mail(): Promise<Series[]> {
  const all: Sent[] = []
  const postgres = await startBenchPostgres()
  for (const [index, queue] of queues.entries()) {
    const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
    all.push(await sendAll('SQLite', queue, { dataDir }, { DATA_DIR: dataDir }))
    rmSync(dataDir, { recursive: true })
    if (!postgres) continue
    const env = await postgres.freshDatabase(`mail${index}`)
    all.push(await sendAll('Postgres', queue, { databaseUrl: env.DATABASE_URL }, env, postgres))
  }
  await postgres?.stop()
  for (const { engine, perMinute, parts } of all) {
    claim(`mails a minute on ${engine}`, perMinute, perMinute >= 10_000, 'at least 10,000')
    for (const { name, micros } of parts)
      figure(`µs of CPU a mail on ${engine}: ${name}`, sum(micros))
    note(`On ${engine}: ${boundOf(perMinute / 60, parts, cpus().length)}`)
  }
  return [
    {
      title: 'First mails, and mails of a letter, rendered, sent and recorded',
      unit: 'a minute',
      values: [
        ...all.map(({ engine, perMinute }) => ({ label: `on ${engine}`, value: perMinute })),
        { label: 'promised at least', value: 10_000 },
      ],
    },
  ]
}

async function sendAll(
  engineName: string,
  { what, enter }: Queue,
  where: StoreLocation,
  env: Record<string, string>,
  postgres?: BenchPostgres,
): Promise<Sent> {
  await enter(where, mails)
  const sink = await openSink()
  const server = await startBench('dist/fuel/server/main.js', {
    ...env,
    SMTP_URL: sink.url,
    MAILS_PER_HOUR,
  })
  const spent = () => ({ server: cpuMicrosOf(server.pid), postgres: postgres?.cpuMicros() ?? 0 })
  const before = spent()
  await untilArrived(sink)
  const after = spent()
  await server.stop()
  const arrived = await sink.arrived()
  sink.stop()
  const { lastAt } = await checkSent(where, arrived, mails)
  return {
    engine: `${engineName}${what}`,
    perMinute: (mails * 60_000) / (lastAt - arrived.firstAt),
    parts: [
      { name: 'the server', micros: [(after.server - before.server) / mails] },
      ...(postgres
        ? [
            {
              name: 'Postgres',
              micros: [(after.postgres - before.postgres) / mails],
              spreads: true as const,
            },
          ]
        : []),
      { name: 'the mail server', micros: [arrived.cpuMicros / mails] },
    ],
  }
}

async function untilArrived(sink: Sink) {
  for (let before = -1, since = Date.now(); ; await sleep(100)) {
    const { mails: now } = await sink.arrived()
    if (now >= mails) return
    if (now > before) [before, since] = [now, Date.now()]
    else if (Date.now() - since > stuckMs) throw new Error(`only ${now} of ${mails} mails arrived`)
  }
}
