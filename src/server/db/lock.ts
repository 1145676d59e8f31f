import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { StartRefused } from '#server/config/start-refused.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * Allows one server per data folder. The lock is SQLite's file lock, which the operating system
 * releases however the process ends, so no stale lock is left. Returns a function that releases it.
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

/**
 * Returns whether a process holds the lock. The check takes the lock for an instant; a server that
 * starts just then waits.
 */
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
