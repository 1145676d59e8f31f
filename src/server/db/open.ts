import { openSqlite } from './open-sqlite.ts'
import { migrations as allMigrations } from './schema.ts'
import type { OpenOptions, Store, StoreLocation } from './store.ts'

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
