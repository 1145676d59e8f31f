import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Log } from '#server/config/log.ts'
import type { Db } from './store.ts'

/**
 * The caller's client waits for an answer. A commit, or another program's read of some hundred
 * rows, is over by then.
 */
const waitMs = 500
const retryMs = 20

/**
 * Writes SQLite's write-ahead log into the database file and truncates the log, which contains
 * deleted rows until then. It waits a little for another program that reads or writes. It never
 * throws: the deletion is committed, and retention tries again each hour.
 */
export async function emptyWal(db: Db, log: Log): Promise<void> {
  const deadline = performance.now() + waitMs
  try {
    for (let last = false; await isBusy(db);) {
      if (last)
        return log.info(
          {},
          'another program reads the store: deleted rows stay in its write-ahead log for now',
        )
      await sleep(retryMs)
      last = performance.now() > deadline
    }
  } catch (error) {
    log.warn(
      { err: error },
      'the write-ahead log could not be emptied: deleted rows stay in it for now',
    )
  }
}

async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]?.busy !== 0
}
