import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readMeta, writeMeta } from './meta.ts'
import type { Db, Store } from './store.ts'

/** `isChecked`: `npm run backup` made it, which reads and checks the whole copy. */
export type LastBackup = { atMs: number; isChecked: boolean }

export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const last = await readMeta(db, 'last backup')
  const checked = last === null ? null : await readMeta(db, 'last checked backup')
  return last === null ? null : { atMs: Number(last), isChecked: checked === last }
}

/** For backups that this program does not make, as those of Postgres. */
export const recordBackup = (store: Store, now: number): Promise<unknown> =>
  store.transact((trx) => writeMeta(trx, 'last backup', String(now)))

/**
 * After a backup on SQLite. Returns false where the store could not be written: the backup is whole
 * all the same.
 */
export function recordOwnBackup(dataDir: string, now: number): boolean {
  const store = new DatabaseSync(join(dataDir, 'ascend.db'), { timeout: 5_000 })
  try {
    store
      .prepare(
        'insert into meta (key, value) values (?, ?), (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run('last backup', String(now), 'last checked backup', String(now))
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}
