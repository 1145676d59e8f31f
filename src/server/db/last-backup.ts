import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Db, Store } from './store.ts'

/** The entries of `meta` with the time (ms) of the last backup: of any, and of one of our own. */
const ofAny = 'last backup'
const ofOurs = 'last checked backup'
export const lastBackupKeys = [ofAny, ofOurs]

/** `isChecked`: `npm run backup` made it, which reads and checks the whole copy. */
export type LastBackup = { atMs: number; isChecked: boolean }

export async function readLastBackup(db: Db): Promise<LastBackup | null> {
  const rows = await db
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', lastBackupKeys)
    .execute()
  const times = new Map(rows.map(({ key, value }) => [key, Number(value)]))
  const atMs = times.get(ofAny)
  return atMs === undefined ? null : { atMs, isChecked: times.get(ofOurs) === atMs }
}

/** For backups that this program does not make, as those of Postgres. */
export const recordBackup = (store: Store, now: number): Promise<unknown> =>
  store.transact((trx) =>
    trx
      .insertInto('meta')
      .values({ key: ofAny, value: String(now) })
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
        'insert into meta (key, value) values (?, ?), (?, ?) on conflict (key) do update set value = excluded.value',
      )
      .run(ofAny, String(now), ofOurs, String(now))
    return true
  } catch {
    return false
  } finally {
    store.close()
  }
}
