import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from './config.ts'
import { openLog } from './log.ts'
import { openStore, StartRefused, StoreAway, type Store } from './store/open.ts'

/** `config.dataDir` is absolute; `now` in ms. */
export type CommandDeps = { store: Store; config: Config; now: number; print: (line: string) => void }
/** Returns the exit code. */
export type Command = (args: readonly string[], deps: CommandDeps) => Promise<number>

/** A command of the operator as a process, on the server's own store and settings. What stands in its way is said in a sentence. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await run(command).catch((error: unknown) => {
    if (!(error instanceof StartRefused || error instanceof StoreAway)) throw error
    return complain(error.message)
  })
}

async function run(command: Command): Promise<number> {
  const read = readConfig(process.env)
  if (!read.ok) return complain(read.problems.join('\n'))
  const config = { ...read.config, dataDir: resolve(read.config.dataDir) }
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'ascend.db'))) {
    return complain(`There is no waitlist in ${config.dataDir}: set DATA_DIR (or DATABASE_URL) as the server has it.`)
  }
  const store = await openStore(config.databaseUrl ? { databaseUrl: config.databaseUrl } : { dataDir: config.dataDir }, { log: openLog(process.stderr), role: 'command' })
  try {
    return await command(process.argv.slice(2), { store, config, now: Date.now(), print: (line) => void process.stdout.write(`${line}\n`) })
  } finally {
    await store.close()
  }
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return 1
}
