import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { startAs } from '../scripts/start-as.ts'
import { compileCache } from './compile-cache.ts'
import { requireFreshBuild } from './fresh-build.ts'

const start = startAs()
const root = resolve(import.meta.dirname, '..')
/** None outlives the test's process, whatever happens to the test. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))

export type ServerProcess = {
  /** Throws before the server has said its port. */
  readonly url: string
  child: ChildProcess
  /** standard output and standard error so far */
  output(): string
  /** ends it without a word, as a power cut would */
  kill(): Promise<void>
  /** the exit code, null where a signal ended it */
  exited: Promise<number | null>
}

/**
 * `node dist/fuel/server/main.js` as a process of its own, as `npm start` runs it, on a port that the
 * system chooses unless `env` has one; `file` may start it in another way.
 */
export function spawnServer(
  env: Record<string, string>,
  file = 'dist/fuel/server/main.js',
): ServerProcess {
  requireFreshBuild()
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
  const child = spawn(process.execPath, [...start.flags, file], {
    cwd: root,
    env: { PATH, HOME, TMPDIR, PORT: '0', ...start.env, ...compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream!.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const exited = new Promise<number | null>((done) =>
    child.once('exit', (code) => {
      running.delete(child)
      done(code)
    }),
  )
  return {
    get url() {
      const port = /Listening on \S+:(\d+)/.exec(output)?.[1] ?? env['PORT']
      if (!port) throw new Error(`the server has not said its port:\n${output}`)
      return `http://localhost:${port}`
    },
    child,
    exited,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Resolves once the server takes writes; fails with its output where it ends before. */
export async function untilReady(server: ServerProcess): Promise<ServerProcess> {
  let ended = false
  server.child.once('exit', () => {
    ended = true
  })
  for (let tries = 1; ; tries++) {
    const status = await ask(server)
    if (status === 200) return server
    // Counted, since a machine may stand still for minutes.
    if (ended || tries > 10_000) throw new Error(`the server is not ready:\n${server.output()}`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** The status of `/readyz`; 0 where the server does not listen yet. */
async function ask(server: ServerProcess): Promise<number> {
  try {
    return (await fetch(`${server.url}/readyz`)).status
  } catch {
    return 0
  }
}
