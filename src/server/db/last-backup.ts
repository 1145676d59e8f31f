import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Db, Store } from './store.ts'

/** The entry of `meta` with the time (ms) of the last backup that was made or recorded. */
export const lastBackupKey = 'last backup'

export async function readLastBackup(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', lastBackupKey)
    .executeTakeFirst()
  return row ? Number(row.value) : null
}

/** For backups that this program does not make, as those of Postgres. */
export const recordBackup = (store: Store, now: number): Promise<unknown> =>
  store.transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: lastBackupKey, value: String(now) })
      .onConflict((same) => same.column('key').doUpdateSet({ value: String(now) }))
      .execute(),
  )

/**
 * After a backup on SQLite. Returns false where the store could not be written: the backup is whole
 * all the same.
 */
export function recordOwnBackup(dataDir: string, now: number): boolean {
  const store = new DatabaseSync(join(dataDir, 'ascend.db'), { timeout: 5_000 })
  try {
    store
      .prepare(
        'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run(lastBackupKey, String(now))
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}
