import type { Kysely, Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import type { JournalKey } from './journal.ts'
import type { Engine } from './migrate.ts'
import { migrations as allMigrations, type Migration } from './migrations.ts'
import { openSqlite } from './open-sqlite.ts'
import { hostOf } from './postgres-url.ts'
import type { Schema } from './schema.ts'

export { StoreUnavailable } from './errors.ts'

export type Db = Kysely<Schema>

export type Store = {
  db: Db
  engine: Engine
  /**
   * The work commits as a whole or not at all. SQLite: one at a time, a lock of another process is waited for up to 2 s, then
   * StoreUnavailable. Postgres: deadlocks are tried again twice, so the work must have no effect but on `trx`. Use no `db` in it.
   */
  transact<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Resolves when a small read answers; throws StoreUnavailable. */
  ping(): Promise<void>
  /** Resolves when the store takes writes as visitors make them; throws StoreUnavailable. It writes: ask once a second at most. */
  probe(): Promise<void>
  /**
   * After a commit that deleted people: what is deleted goes from SQLite's write-ahead log too, unless a long read, as that of a
   * backup, is in the way, and the next call has to. Nothing on Postgres. Tries for half a second and never throws.
   */
  emptyWal(): Promise<void>
  /** Why writes are refused (the file is damaged), or null. */
  refusal(): string | null
  /** Marks a clean end. */
  close(): Promise<void>
}

export type Place = { dataDir: string } | { databaseUrl: string }
/** A place in a sentence for the operator, never with a password. */
export const nameOf = (where: Place): string =>
  'dataDir' in where
    ? `the store in ${where.dataDir}`
    : `the database at ${hostOf(where.databaseUrl)}`

export type OpenOptions = {
  log: Log
  /** A server takes the data folder's lock; a command works beside it; a mover works alone, and without the limits of serving. */
  role: 'server' | 'command' | 'mover'
  /** Keys the journal of a SQLite store; needed by who lets people leave, be suppressed or erased. */
  journalKey?: JournalKey
  migrations?: readonly Migration[]
}

/** Opens the store, migrated and checked. Throws StartRefused with one sentence for the operator. */
export async function openStore(
  where: Place,
  { log, role, journalKey, migrations = allMigrations }: OpenOptions,
): Promise<Store> {
  if ('databaseUrl' in where)
    return (await import('./open-postgres.ts')).openPostgres(where.databaseUrl, {
      log,
      role,
      migrations,
    })
  return openSqlite(where.dataDir, { log, role, journalKey, migrations })
}
