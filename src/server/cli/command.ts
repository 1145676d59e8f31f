import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError, usageErrorLine, readCommand, type CommandTable } from './arguments.ts'
import { readConfig, type Config } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { isFullDisk } from '#server/db/sqlite-errors.ts'
import {
  openStore,
  StoreUnavailable,
  type OpenOptions,
  type Place,
  type Store,
} from '#server/db/open.ts'
import { StartRefused } from '#server/config/start-refused.ts'

/** `print` writes a line of the answer to standard output; `note` one beside it, to standard error, for people alone. */
export type Command = {
  config: Config
  now: number
  print: (line: string) => void
  note: (line: string) => void
}

type Streams = Pick<Command, 'print' | 'note'>
type Work<Deps> = (deps: Deps) => Promise<number>

/** A command of the operator as a process, with the settings of the environment. Help and what is wrong with the arguments need none. */
export const runCommand = <Deps>(
  command: CommandTable<Deps>,
  open: (context: Command, work: Work<Deps>) => Promise<number>,
): Promise<void> =>
  runWithoutSettings(command, async (streams, work) => {
    const read = readConfig(process.env)
    if (!read.ok) throw new StartRefused(read.problems.join('\n'))
    try {
      return await open({ ...streams, config: read.config, now: Date.now() }, work)
    } catch (error) {
      const isFull =
        isForTheOperator(error) &&
        !(error instanceof StartRefused) &&
        isFullDisk(error, resolve(read.config.dataDir))
      throw isFull ? new StartRefused(fullDisk(error), { cause: error }) : error
    }
  })

/** Ends with the action's exit code, and with one sentence where it cannot be done. */
export async function runWithoutSettings<Deps>(
  command: CommandTable<Deps>,
  open: (streams: Streams, work: Work<Deps>) => Promise<number>,
): Promise<void> {
  // Whoever reads on may have enough, as `| head` has: the work goes on to its end all the same.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  const [print, note] = [process.stdout, process.stderr].map(
    (stream) => (line: string) => void stream.write(`${line}\n`),
  ) as [Command['print'], Command['note']]
  try {
    const asked = readCommand(command, process.argv.slice(2))
    if ('help' in asked) return print(asked.help)
    process.exitCode = await open({ print, note }, asked.run)
  } catch (error) {
    if (error instanceof UsageError) note(usageErrorLine(command, error))
    else if (isForTheOperator(error)) note(error.message)
    else throw error
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
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
  error instanceof StartRefused ||
  error instanceof StoreUnavailable ||
  (error instanceof Error && ('syscall' in error || 'errcode' in error))

/** Where the server keeps what it knows. */
export const placeOf = (config: Config): Place =>
  config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: resolve(config.dataDir) }

/** Beside what a command prints, which others may read on. */
export const commandLog = () => openLog(process.stderr)

/** Throws StartRefused where nothing is kept at this place yet: a command would make an empty waitlist. */
export function requireWaitlist(where: Place): void {
  if ('databaseUrl' in where || existsSync(join(where.dataDir, 'ascend.db'))) return
  throw new StartRefused(
    `There is no waitlist in ${where.dataDir}: set DATA_DIR (or DATABASE_URL) as the server has it.`,
  )
}

/** The store of the server, opened beside it. */
export async function withStore(
  config: Config,
  options: Pick<OpenOptions, 'journalKey'>,
  work: (store: Store) => Promise<number>,
): Promise<number> {
  const where = placeOf(config)
  requireWaitlist(where)
  const store = await openStore(where, { log: commandLog(), role: 'command', ...options })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
