import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { StartRefused } from './errors.ts'
import { isBusy } from './sqlite-errors.ts'

/**
 * One server a data folder. The lock is SQLite's own file lock, which the operating system frees however the process ends;
 * so there is no stale lock to clean up. Returns what frees it.
 */
export function takeServerLock(dataDir: string, refusal = `Another server runs on the data folder ${dataDir}: stop it first, or name another folder in DATA_DIR.`): () => void {
  const path = join(dataDir, 'server.lock')
  const file = new DatabaseSync(path)
  try {
    file.exec('begin exclusive')
    return () => file.close()
  } catch (error) {
    file.close()
    if (!isBusy(error)) throw error
    throw new StartRefused(refusal)
  }
}
