import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { startAs } from '../scripts/start-as.ts'
import { freePort } from '#test/free-port.ts'
import { cpuMicrosOf } from './cpu.ts'
import type { Kind } from './load.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const asStarted = startAs()

export type Load = { perSecond: number; p50: number; p99: number; refused: number }
export type Measured = Load & { cpuMicros: number }
export type BenchServer = { port: number; pid: number; readyMs: number; stop(): Promise<void> }

/** None outlives the bench. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const METRICS_TOKEN = 'a-token-for-the-metrics-of-benches'

/** A server in a process of its own, on a fresh data folder unless `env` names another store. `file` is relative to the repository. */
export async function startBench(file: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [...asStarted.flags, file], {
    cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env['PATH'] ?? '', ...asStarted.env, PORT: String(port), DATA_DIR: dataDir, ...(await mailSink()), PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN, ...env },
  })
  running.add(child)
  child.once('exit', (code) => { if (code) throw new Error(`${file} ended with ${code}`) })
  while (await fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status, () => 0) !== 200) await new Promise((done) => setTimeout(done, 5))
  return { port, pid: child.pid!, readyMs: performance.now() - start, stop: () => stop(child, dataDir) }
}

/** A mail server that takes everything; the pace is the shipped one (MAILS_PER_HOUR). */
async function mailSink(): Promise<Record<string, string>> {
  const sink = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], onData: (stream, _session, done) => { stream.resume().on('end', () => done()) } })
  await new Promise<void>((listening) => sink.listen(0, '127.0.0.1', listening))
  sink.server.unref()
  return { SMTP_URL: `smtp://127.0.0.1:${(sink.server.address() as AddressInfo).port}` }
}

async function stop(child: ChildProcess, dataDir: string) {
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  await exit
  running.delete(child)
  rmSync(dataDir, { recursive: true, force: true })
}

type Loading = { connections: number; requests: number; kind: Exclude<Kind, 'confirm'> } | { connections: number; requests: number; kind: 'confirm'; /** a file with a link's token on each line */ tokens: string }

/** Sends `requests` over `connections`; CPU is the server process's own, user and system, a request. */
export async function load({ port, pid }: BenchServer, loading: Loading): Promise<Measured> {
  const { connections, requests, kind } = loading
  const tag = loading.kind === 'confirm' ? loading.tokens : Date.now().toString(36)
  const before = cpuMicrosOf(pid)
  const { stdout } = await run(process.execPath, ['bench/load.ts', String(port), String(connections), String(requests), kind, tag], { cwd: root })
  return { ...(JSON.parse(stdout) as Load), cpuMicros: (cpuMicrosOf(pid) - before) / requests }
}

/** Peak resident memory, MB. */
export const peakMb = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** A counter of the server's own, by its whole name. */
export async function metric({ port }: BenchServer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export const machine = (): string => `${cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`

/** A figure beside its promise. */
export function claim(what: string, value: number, holds: boolean, promise: string): void {
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(2)} (${promise})`)
}
