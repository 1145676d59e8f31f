import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { openLog } from './log.ts'
import { isFullDisk } from './store/sqlite-errors.ts'
import { openStore, StartRefused, StoreAway, type OpenOptions, type Place, type Store } from './store/open.ts'

export type Command = { args: readonly string[]; config: Config; now: number; print: (line: string) => void }

/** A command of the operator as a process: settings from the environment, the work's exit code, and one sentence where it cannot be done. */
export async function runCommand(work: (command: Command) => Promise<number>): Promise<void> {
  // Whoever reads on may have enough, as `| head` has: the work goes on to its end all the same.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', (error: NodeJS.ErrnoException) => { if (error.code !== 'EPIPE') throw error })
  const complain = (line: string) => void process.stderr.write(`${line}\n`)
  const read = readConfig(process.env)
  if (!read.ok) {
    complain(read.problems.join('\n'))
    process.exitCode = 1
    return
  }
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  process.exitCode = await work({ args: process.argv.slice(2), config: read.config, now: Date.now(), print }).catch((error: unknown) => {
    if (!isForTheOperator(error)) throw error
    complain(!(error instanceof StartRefused) && isFullDisk(error, resolve(read.config.dataDir)) ? fullDisk(error) : error.message)
    return 1
  })
}

/** Says why a command did not do what was asked. Returns its exit code. */
export function notDone(print: Command['print'], why: string): number {
  print(why)
  return 1
}

/** The system names the file that it could not write; SQLite writes in DATA_DIR. */
function fullDisk(error: Error & { path?: string }): string {
  return `The disk ${error.path ? `of ${error.path}` : 'of DATA_DIR, or of the folder that was named,'} is full (${error.message}): make room, then run the command again.`
}

/** The system's and SQLite's own words name the file and what is wrong: no room, no right, no such folder. */
const isForTheOperator = (error: unknown): error is Error =>
  error instanceof StartRefused || error instanceof StoreAway || (error instanceof Error && ('syscall' in error || 'errcode' in error))

/** Where the server keeps what it knows. */
export const placeOf = (config: Config): Place => (config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: resolve(config.dataDir) })

/** Beside what a command prints, which others may read on. */
export const commandLog = () => openLog(process.stderr)

/** Throws StartRefused where nothing is kept at this place yet: a command would make an empty waitlist. */
export function requireWaitlist(where: Place): void {
  if ('databaseUrl' in where || existsSync(join(where.dataDir, 'ascend.db'))) return
  throw new StartRefused(`There is no waitlist in ${where.dataDir}: set DATA_DIR (or DATABASE_URL) as the server has it.`)
}

/** The store of the server, opened beside it. */
export async function withStore(config: Config, options: Pick<OpenOptions, 'journalKey'>, work: (store: Store) => Promise<number>): Promise<number> {
  const where = placeOf(config)
  requireWaitlist(where)
  const store = await openStore(where, { log: commandLog(), role: 'command', ...options })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
