import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '#server/db/open.ts'
import { reservePort } from './reserved-port.ts'
import { memoryFolder } from './memory-folder.ts'
import { silentLog } from './silent-log.ts'

export type TestPostgres = {
  /** Address of the server, with the database `postgres`; no password. */
  url: string
  /** Every process of the server stands still, as on a machine that hangs. */
  freeze(): void
  thaw(): void
  /** Ends every connection at once and comes back on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const templateDatabase = 'ascend_template'

/**
 * Vitest's globalSetup: one server for the whole run, with a migrated database to copy. Its address
 * is in ASCEND_TEST_POSTGRES.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ASCEND_TEST_POSTGRES'] || process.env['TEST_ENGINES'] === 'sqlite')
    return undefined
  const server = await startPostgres({ parentFolder: memoryFolder() })
  await runSql(server.url, `create database ${templateDatabase}`)
  const store = await openStore(
    { databaseUrl: databaseUrl(server.url, templateDatabase) },
    { log: silentLog, role: 'server' },
  )
  await store.close()
  process.env['ASCEND_TEST_POSTGRES'] = server.url
  return async () => {
    delete process.env['ASCEND_TEST_POSTGRES']
    await server.stop()
  }
}

/**
 * `replicaOf`: the address of a server whose every write it repeats from now on, until it is
 * promoted.
 */
export type PostgresOptions = {
  settings?: Record<string, string | number>
  replicaOf?: string
  parentFolder?: string
}

/**
 * A server of its own in a temporary folder, for tests that stop or freeze it. It dies with this
 * process.
 */
export async function startPostgres({
  settings: more = {},
  replicaOf,
  parentFolder = tmpdir(),
}: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = findPostgres()
  if (!bin)
    throw new Error(
      'The tests need a Postgres server on this machine: apt-get install postgresql (or: brew install postgresql)',
    )
  const user: { uid?: number; gid?: number } =
    process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  const folder = mkdtempSync(join(parentFolder, 'ascend-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const [program, ...how] = replicaOf
    ? ['pg_basebackup', '-d', replicaOf, '-R', '-c', 'fast']
    : ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C']
  execFileSync(join(bin, program!), ['-D', data, '--no-sync', ...how], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await reservePort()
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    deadlock_timeout: '50ms',
    log_min_messages: 'fatal',
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(
    'sh',
    ['-c', keeper, 'sh', folder, join(bin, 'postgres'), '-D', data, ...flags],
    { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answers(url)
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const family = () => familyOf(postmaster())
  const thaw = () => family().forEach((pid) => signal(pid, 'SIGCONT'))
  return {
    url,
    thaw,
    freeze: () => family().forEach((pid) => signal(pid, 'SIGSTOP')),
    async restart() {
      const before = postmaster()
      child.stdin?.write('again\n')
      while (signal(before, 0)) await sleep(10)
      await answers(url)
    },
    async stop() {
      if (child.exitCode !== null) return
      thaw()
      const exit = once(child, 'exit')
      child.stdin?.end()
      await exit
    },
  }
}

/** `name` as a database of the server at `url`. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function runSql(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Runs the server, anew at each line of standard input, until that ends, which it does however the
 * test's process ends.
 */
const keeper = `folder=$1; shift; "$@" & server=$!
while read -r again; do kill -QUIT $server; wait $server; "$@" & server=$!; done
kill -QUIT $server; wait $server; rm -rf "$folder"`

/** The folder of its programs; undefined where this machine has none. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ]
  return folders.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

/** Postgres refuses to run as root. */
const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

async function answers(url: string) {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      await runSql(url, 'select 1')
      return
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('The test Postgres did not start', { cause: error })
      await sleep(25)
    }
  }
}

/** The postmaster and its children, which lead process groups of their own. */
function familyOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const children = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === parent)
  return [parent, ...children.map(([pid]) => pid as number)]
}

/** False where the process is gone, e.g. since it was listed. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
