import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '#server/store/open.ts'
import type { Chart } from './chart.ts'
import { cpuMicrosOf } from './cpu.ts'
import { fillQueue, openQueue, readQueue } from './mail-queue.ts'
import { claim, figure, say, startBench } from './measure.ts'
import { startBenchPostgres } from './postgres.ts'
import { openSink, type Sink } from './sink.ts'

const mails = 20_000
/** The most that it takes: the pace is kept and recorded as ever, and holds none of these. */
const MAILS_PER_HOUR = '1000000'
const stuckMs = 180_000

type Sent = { perMinute: number; cpuMicros: number; sinkMicros: number }

/** A queue of first mails of distinct people, from the first that begins to the last that is recorded as sent: on either engine. */
export async function mail(): Promise<Chart[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const results = [{ engine: 'SQLite', ...await sendAll({ dataDir }, { DATA_DIR: dataDir }) }]
  rmSync(dataDir, { recursive: true })
  const postgres = await startBenchPostgres()
  if (postgres) {
    const env = await postgres.freshDatabase('mail')
    results.push({ engine: 'Postgres', ...await sendAll({ databaseUrl: env.DATABASE_URL }, env) })
    await postgres.stop()
  }
  for (const { engine, perMinute, cpuMicros, sinkMicros } of results) {
    claim(`mails a minute on ${engine}`, perMinute, perMinute >= 10_000, 'at least 10,000')
    figure(`us of the server's CPU a mail on ${engine}`, cpuMicros)
    say(`On ${engine} the server kept ${percent(cpuMicros * perMinute / 60e6)} of a core busy, the mail server ${percent(sinkMicros * perMinute / 60e6)}.`)
  }
  return [{ title: `First mails a minute, ${mails} rendered, sent and recorded`, unit: 'a minute', bars: [...results.map(({ engine, perMinute }) => ({ label: engine, value: perMinute })), { label: 'promised', value: 10_000 }] }]
}

async function sendAll(where: Place, env: Record<string, string>): Promise<Sent> {
  await fillQueue(where, mails)
  const sink = await openSink()
  const server = await startBench('src/server/main.ts', { ...env, SMTP_URL: sink.url, MAILS_PER_HOUR })
  const atStart = cpuMicrosOf(server.pid)
  await untilArrived(sink)
  const cpu = cpuMicrosOf(server.pid) - atStart
  await server.stop()
  const { firstAt, lastAt, cpuMicros } = await check(where, sink)
  sink.stop()
  return { perMinute: mails * 60_000 / (lastAt - firstAt), cpuMicros: cpu / mails, sinkMicros: cpuMicros / mails }
}

async function untilArrived(sink: Sink) {
  for (let before = -1, since = Date.now(); ; await sleep(100)) {
    const { mails: now } = await sink.arrived()
    if (now >= mails) return
    if (now > before) [before, since] = [now, Date.now()]
    else if (Date.now() - since > stuckMs) throw new Error(`only ${now} of ${mails} mails arrived`)
  }
}

/** Every person got one mail, and it is recorded as sent. */
async function check(where: Place, sink: Sink) {
  const store = await openQueue(where)
  const { sent, left, lastAt } = await readQueue(store).finally(store.close)
  const arrived = await sink.arrived()
  const once = arrived.mails === mails && arrived.addresses === mails && arrived.mostToOne === 1
  if (sent !== mails || left > 0 || !once) throw new Error(`${sent} of ${mails} mails are recorded as sent, ${left} are not; ${arrived.mails} arrived at ${arrived.addresses} addresses`)
  return { lastAt, ...arrived }
}

const percent = (share: number) => `${Math.round(share * 100)} %`
