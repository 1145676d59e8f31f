import { migrations as allMigrations } from './migrations.ts'
import { openSqlite } from './open-sqlite.ts'
import { hostOf } from './postgres-url.ts'
import type { OpenOptions, Store, StoreLocation } from './store.ts'

export { StoreUnavailable } from './errors.ts'

export type { Db, OpenOptions, Store, StoreLocation } from './store.ts'

/** Names a store in a sentence for the operator, without a password. */
export const nameOf = (where: StoreLocation): string =>
  'dataDir' in where
    ? `the store in ${where.dataDir}`
    : `the database at ${hostOf(where.databaseUrl)}`

/**
 * Opens the store, migrates and checks it. Throws StartRefused with one sentence for the operator.
 */
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
