import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { campaign } from '#campaign'
import { partsOf, type CampaignPart } from '#contract/campaign/campaign-parts.ts'
import { besideServer, readConfig, type Config, describeMisspelt } from '#server/config/config.ts'
import { openLog } from '#server/config/log.ts'
import { runningServerAddress } from '#server/db/running-server.ts'
import { isFullDisk } from '#server/db/sqlite-errors.ts'
import { openStore } from '#server/db/open.ts'
import {
  StoreUnavailable,
  type OpenOptions,
  type StoreLocation,
  type Store,
} from '#server/db/store.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import {
  commandFor,
  parseCommand,
  UsageError,
  usageErrorLine,
  type CommandTable,
} from './command-table.ts'

/**
 * What every action gets. `print` writes a line of the result to standard output; `note` writes a
 * line for people, to standard error. `now` is in ms.
 */
export type Command = {
  config: Config
  now: number
  print: (line: string) => void
  note: (line: string) => void
}

export type Streams = Pick<Command, 'print' | 'note'>
/** Calls `work` with what the actions of a command need, e.g. an open store. */
export type OpenDeps<Deps> = (
  command: Command,
  work: (deps: Deps) => Promise<number>,
) => Promise<number>

/**
 * Runs an operator's command as a process, with the settings of the environment. It sets the exit
 * code, and prints one sentence for an error that the operator can mend. Help and wrong arguments
 * need no settings.
 */
export async function runCommand<Deps>(
  command: CommandTable<Deps>,
  args: readonly string[],
  openDeps: OpenDeps<Deps>,
): Promise<void> {
  ignoreClosedPipes()
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const note = (line: string) => void process.stderr.write(`${line}\n`)
  try {
    const has = partsOf(campaign)
    if (command.needs && !has(command.needs)) throw new StartRefused(lacks(command.needs))
    const parsed = parseCommand(commandFor(command, has), args)
    if ('help' in parsed) return print(parsed.help)
    // A standalone action uses the streams alone (`Action`).
    if (parsed.standalone) process.exitCode = await parsed.run({ print, note } as Deps)
    else process.exitCode = await withSettings({ print, note }, parsed.run, openDeps)
  } catch (error) {
    if (error instanceof UsageError) note(usageErrorLine(command, error))
    else if (isForTheOperator(error)) note(error.message)
    else throw error
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

const lacks = (part: CampaignPart) => `The campaign has no ${part} (\`${part}\` in its index.ts).`

async function withSettings<Deps>(
  streams: Streams,
  run: (deps: Deps) => Promise<number>,
  openDeps: OpenDeps<Deps>,
): Promise<number> {
  for (const line of describeMisspelt(process.env)) streams.note(line)
  const read = readConfig(process.env)
  if (!read.ok) throw new StartRefused(read.problems.join('\n'))
  try {
    return await openDeps({ ...streams, config: read.config, now: Date.now() }, run)
  } catch (error) {
    const isFull =
      isForTheOperator(error) &&
      !(error instanceof StartRefused) &&
      isFullDisk(error, resolve(read.config.dataDir))
    throw isFull ? new StartRefused(fullDisk(error), { cause: error }) : error
  }
}

/** A reader may close the pipe early, as `| head` does: the command still finishes its work. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/** Prints why a command did nothing. Returns its exit code. */
export function notDone(print: Command['print'], why: string): number {
  print(why)
  return 1
}

/** The system's error names the file that it could not write; SQLite's does not. */
function fullDisk(error: Error & { path?: string }): string {
  return `The disk ${error.path ? `of ${error.path}` : 'of DATA_DIR, or of the folder that was named,'} is full (${error.message}): make room, then run the command again.`
}

/** Errors of the system and of SQLite name the file and the reason, e.g. a missing permission. */
const isForTheOperator = (error: unknown): error is Error =>
  error instanceof StartRefused ||
  error instanceof StoreUnavailable ||
  (error instanceof Error && ('syscall' in error || 'errcode' in error))

/** The location of the server's store. */
export const storeLocation = (config: Config): StoreLocation =>
  config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: resolve(config.dataDir) }

/** Commands log to standard error: standard output is for their result. */
export const commandLog = () => openLog(process.stderr)

/**
 * Throws StartRefused where there is no waitlist yet: opening the store would create an empty one.
 */
export function requireWaitlist(where: StoreLocation): void {
  if ('databaseUrl' in where || existsSync(join(where.dataDir, 'ascend.db'))) return
  throw new StartRefused(
    `There is no waitlist in ${where.dataDir}: set DATA_DIR (or DATABASE_URL) as the server has it.`,
  )
}

/**
 * Opens the server's store, beside a running server. The settings that `work` gets lead to that
 * server, for links that a command prints.
 */
export async function withStore(
  config: Config,
  options: Pick<OpenOptions, 'journalKey' | 'timeLimits'>,
  work: (store: Store, config: Config) => Promise<number>,
): Promise<number> {
  const where = storeLocation(config)
  requireWaitlist(where)
  const store = await openStore(where, { log: commandLog(), role: 'command', ...options })
  try {
    const address = await runningServerAddress(store.db)
    return await work(store, address === null ? config : besideServer(config, address))
  } finally {
    await store.close()
  }
}

/** The output of a command: a new file that only this user can read, or standard output (`-`). */
export type Output = {
  /** resolves with false once the reader has closed the pipe, as `| head` does */
  write(text: string | Uint8Array): Promise<boolean>
  close(): Promise<void>
}

const remedies: Record<string, (path: string) => string> = {
  EEXIST: (path) => `${path} exists already: name a new file.`,
  ENOENT: (path) => `${path} is in a folder that does not exist: create it, or name another one.`,
}

/** Resolves with a sentence where the file cannot be created. */
export async function openOutput(path: string): Promise<Output | string> {
  if (path === '-') return standardOutput
  try {
    const file = await open(path, 'wx', 0o600)
    return {
      write: async (text) => {
        await file.writeFile(text)
        return true
      },
      close: () => file.close(),
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return (
      remedies[code]?.(path) ??
      `${path} cannot be written (${code || message}): name a new file in a folder that this user may write to.`
    )
  }
}

export const standardOutput: Output = {
  write: (text) =>
    new Promise((done, failed) =>
      process.stdout.write(text, (error) => {
        if (!error) done(true)
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') done(false)
        else failed(error)
      }),
    ),
  close: async () => {},
}

/** The format of a file of people: the named one, else that of the ending, CSV for `-`. */
export function formatOf(
  path: string,
  named: string | undefined,
): 'csv' | 'jsonl' | { wrong: string } {
  if (named === 'csv' || named === 'jsonl') return named
  if (path === '-' || path.endsWith('.csv')) return 'csv'
  return path.endsWith('.jsonl')
    ? 'jsonl'
    : {
        wrong: `${path} ends neither in .csv nor in .jsonl: name it so, or add --format csv or --format jsonl.`,
      }
}
