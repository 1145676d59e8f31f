import type { Log } from '#server/config/log.ts'
import type { JournalKey } from './journal.ts'
import { migrations as allMigrations, type Migration } from './migrations.ts'
import { openSqlite } from './open-sqlite.ts'
import type { TimeLimits } from './postgres.ts'
import { hostOf } from './postgres-url.ts'
import type { Store, StoreLocation } from './store.ts'

export { StoreUnavailable } from './errors.ts'

export type { Db, Store, StoreLocation } from './store.ts'

/** Names a store in a sentence for the operator, without a password. */
export const nameOf = (where: StoreLocation): string =>
  'dataDir' in where
    ? `the store in ${where.dataDir}`
    : `the database at ${hostOf(where.databaseUrl)}`

export type OpenOptions = {
  log: Log
  /** A server locks the data folder; a command runs beside it; a mover runs alone, without time limits. */
  role: 'server' | 'command' | 'mover'
  /** Keys the journal of a SQLite store. Unsubscribing, suppressing and erasing need it. */
  journalKey?: JournalKey
  migrations?: readonly Migration[]
  /** Of Postgres. Tests that are not about time pass longer ones than those of serving. */
  timeLimits?: TimeLimits
}

/** Opens the store, migrated and checked. Throws StartRefused with one sentence for the operator. */
export async function openStore(
  where: StoreLocation,
  { log, role, journalKey, migrations = allMigrations, timeLimits }: OpenOptions,
): Promise<Store> {
  if ('databaseUrl' in where)
    return (await import('./open-postgres.ts')).openPostgres(where.databaseUrl, {
      log,
      role,
      migrations,
      timeLimits,
    })
  return openSqlite(where.dataDir, { log, role, journalKey, migrations })
}
