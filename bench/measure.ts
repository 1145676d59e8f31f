import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { startAs } from '../scripts/start-as.ts'
import { reservePort } from '#test/reserved-port.ts'
import { cpuMicrosOf } from './cpu.ts'
import type { Kind } from './load.ts'
import { openSink, type Sink } from './sink.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const asStarted = startAs()

/** `clientMicros`: CPU of the load's own process, a request, its start included. */
export type Load = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  refused: number
  clientMicros: number
}
export type Measured = Load & { cpuMicros: number }
export type BenchServer = { port: number; pid: number; readyMs: number; stop(): Promise<void> }

/**
 * Takes the mails of every server that names no mail server of its own; the pace is the shipped one
 * (MAILS_PER_HOUR).
 */
let everybodysSink: Promise<Sink> | undefined

/** None outlives the bench. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const METRICS_TOKEN = 'a-token-for-the-metrics-of-benches'

/**
 * A server in a process of its own, on a fresh data folder unless `env` names another store. `file`
 * is relative to the repository.
 */
export async function startBench(
  file: string,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const { url: SMTP_URL } = await (everybodysSink ??= openSink())
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const port = await reservePort()
  const start = performance.now()
  const child = spawn(process.execPath, [...asStarted.flags, file], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'] ?? '',
      ...asStarted.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL,
      PUBLIC_URL: `http://localhost:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN,
      ...env,
    },
  })
  running.add(child)
  child.once('exit', (code) => {
    if (code) throw new Error(`${file} ended with ${code}`)
  })
  while (
    (await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status,
      () => 0,
    )) !== 200
  )
    await new Promise((done) => setTimeout(done, 5))
  return {
    port,
    pid: child.pid!,
    readyMs: performance.now() - start,
    stop: () => stop(child, dataDir),
  }
}

async function stop(child: ChildProcess, dataDir: string) {
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
  running.delete(child)
  rmSync(dataDir, { recursive: true, force: true })
}

/** As many requests as are named, or as many as fit in the time. */
type Amount = { requests: number } | { seconds: number }
type Loading = { connections: number } & Amount &
  (
    | { kind: Exclude<Kind, 'confirm'> }
    | { kind: 'confirm'; /** a file with a link's token on each line */ tokens: string }
  )

/**
 * Sends requests over `connections`; CPU is the server process's own, user and system, a request.
 */
export async function load(server: BenchServer, loading: Loading): Promise<Measured> {
  const before = cpuMicrosOf(server.pid)
  const loaded = await loadAll([server], loading)
  return { ...loaded, cpuMicros: (cpuMicrosOf(server.pid) - before) / loaded.requests }
}

/** The same with the connections spread over several servers. */
export async function loadAll(servers: readonly BenchServer[], loading: Loading): Promise<Load> {
  const { connections, kind } = loading
  const amount = 'seconds' in loading ? `${loading.seconds}s` : String(loading.requests)
  const tag = loading.kind === 'confirm' ? loading.tokens : `b${Date.now().toString(36)}`
  const ports = servers.map(({ port }) => port).join(',')
  const { stdout } = await run(
    process.execPath,
    ['bench/load.ts', ports, String(connections), amount, kind, tag],
    { cwd: root },
  )
  return JSON.parse(stdout) as Load
}

/** A counter of the server's own, by its whole name. */
export async function metric({ port }: BenchServer, name: string): Promise<number> {
  const text = await (
    await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
  ).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1]!

export const machine = (): string =>
  `${cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`

/** `holds` and `promise` are null where nothing is promised. */
export type Figure = { what: string; value: number; holds: boolean | null; promise: string | null }
export type Recorded = { figures: Figure[]; sentences: string[] }
let recorded: Recorded = { figures: [], sentences: [] }

/** Records a figure with its promise. */
export function claim(what: string, value: number, holds: boolean, promise: string): void {
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(2)} (${promise})`)
  recorded.figures.push({ what, value, holds, promise })
}

/** Records a figure without a promise. */
export function figure(what: string, value: number): void {
  console.log(`        ${what}: ${value.toFixed(2)}`)
  recorded.figures.push({ what, value, holds: null, promise: null })
}

/** Records a sentence that explains the figures of this run. */
export function note(sentence: string): void {
  console.log(sentence)
  recorded.sentences.push(sentence)
}

/** Everything that was recorded since the last call. */
export function takeRecorded(): Recorded {
  const taken = recorded
  recorded = { figures: [], sentences: [] }
  return taken
}
