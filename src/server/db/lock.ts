import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { StartRefused } from '#server/config/start-refused.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * One server a data folder. The lock is SQLite's own file lock, which the operating system frees however the process ends;
 * so there is no stale lock to clean up. Returns what frees it.
 */
export function takeServerLock(
  dataDir: string,
  refusal = `Another server runs on the data folder ${dataDir}: stop it first, or name another folder in DATA_DIR.`,
): () => void {
  const file = new DatabaseSync(lockPath(dataDir), { timeout: longestLookMs })
  try {
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new StartRefused(refusal)
  }
}

/** Whether somebody holds the lock. Asking takes it for an instant, for which a server that starts just then waits. */
export function isServerRunning(dataDir: string): boolean {
  if (!existsSync(lockPath(dataDir))) return false
  const file = new DatabaseSync(lockPath(dataDir))
  try {
    file.prepare('select count(*) from sqlite_schema').get()
    return false
  } catch (error) {
    if (!isBusy(error)) throw error
    return true
  } finally {
    file.close()
  }
}

const lockPath = (dataDir: string) => join(dataDir, 'server.lock')
const longestLookMs = 250
