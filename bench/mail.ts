import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { StoreLocation } from '#server/db/open.ts'
import { boundOf, sum, type Part } from './bound.ts'
import type { Series } from './report.ts'
import { cpuMicrosOf } from './cpu.ts'
import { enterWaiting } from './due-mails.ts'
import { checkSent } from './check-sent.ts'
import { claim, figure, note, startBench } from './measure.ts'
import { startBenchPostgres, type BenchPostgres } from './postgres.ts'
import { openSink, type Sink } from './sink.ts'

const mails = 20_000
/** The largest allowed value: budgets are spent as usual, and delay none of these mails. */
const MAILS_PER_HOUR = '1000000'
const stuckMs = 180_000

type Sent = { engine: string; perMinute: number; parts: Part[] }

/**
 * A queue of first mails of distinct people, from the first that begins to the last that is
 * recorded as sent: on either engine.
 */
export async function mail(): Promise<Series[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const all = [await sendAll('SQLite', { dataDir }, { DATA_DIR: dataDir })]
  rmSync(dataDir, { recursive: true })
  const postgres = await startBenchPostgres()
  if (postgres) {
    const env = await postgres.freshDatabase('mail')
    all.push(await sendAll('Postgres', { databaseUrl: env.DATABASE_URL }, env, postgres))
    await postgres.stop()
  }
  for (const { engine, perMinute, parts } of all) {
    claim(`mails a minute on ${engine}`, perMinute, perMinute >= 10_000, 'at least 10,000')
    for (const { name, micros } of parts)
      figure(`µs of CPU a mail on ${engine}: ${name}`, sum(micros))
    note(`On ${engine}: ${boundOf(perMinute / 60, parts, cpus().length)}`)
  }
  return [
    {
      title: 'First mails, rendered, sent and recorded',
      unit: 'a minute',
      values: [
        ...all.map(({ engine, perMinute }) => ({ label: `on ${engine}`, value: perMinute })),
        { label: 'promised at least', value: 10_000 },
      ],
    },
  ]
}

async function sendAll(
  engine: string,
  where: StoreLocation,
  env: Record<string, string>,
  postgres?: BenchPostgres,
): Promise<Sent> {
  await enterWaiting(where, mails)
  const sink = await openSink()
  const server = await startBench('dist/server/main.js', {
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
    engine,
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
