import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { startAs } from '../scripts/start-as.ts'
import { freePort } from '#test/free-port.ts'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const asStarted = startAs()

export type Load = { perSecond: number; p50: number; p99: number; refused: number }
export type Measured = Load & { cpuMicros: number }
export type BenchServer = { port: number; pid: number; readyMs: number; stop(): Promise<void> }

/** A server in a process of its own, on a fresh data folder. `file` is relative to the repository. */
export async function startBench(file: string, env: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const port = await freePort()
  const start = performance.now()
  const child = spawn(process.execPath, [...asStarted.flags, file], {
    cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { PATH: process.env['PATH'] ?? '', ...asStarted.env, PORT: String(port), DATA_DIR: dataDir, ...(await mailSink()), PUBLIC_URL: `http://localhost:${port}`, TRUSTED_PROXIES: '127.0.0.1', ...env },
  })
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
  rmSync(dataDir, { recursive: true, force: true })
}

/** Sends `requests` over `connections`; CPU is the server process's own, user and system, a request. */
export async function load({ port, pid }: BenchServer, { connections, requests, kind }: { connections: number; requests: number; kind: 'page' | 'join' | 'save' }): Promise<Measured> {
  const before = cpuMicrosOf(pid)
  const { stdout } = await run(process.execPath, ['bench/load.ts', String(port), String(connections), String(requests), kind, `b${Date.now().toString(36)}`], { cwd: root })
  return { ...(JSON.parse(stdout) as Load), cpuMicros: (cpuMicrosOf(pid) - before) / requests }
}

/** Peak resident memory, MB. */
export const peakMb = (pid: number): number => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** A counter of the server's own, by its whole name. */
export async function metric({ port }: BenchServer, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN)
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

export const machine = (): string => `${cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`

/** A figure beside its promise. */
export function claim(what: string, value: number, holds: boolean, promise: string): void {
  console.log(`${holds ? 'holds ' : 'MISSED'}  ${what}: ${value.toFixed(2)} (${promise})`)
}

/** utime and stime of /proc/PID/stat, in clock ticks of 10 ms. */
function cpuMicrosOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
