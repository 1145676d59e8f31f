import type { Kysely, Transaction } from 'kysely'
import { hourMs } from '#contract/time.ts'
import type { Log } from '#server/config/log.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { wrongDatabaseUrl } from '#server/config/formats.ts'
import type { Migration, Schema } from './schema.ts'

/**
 * The database is full, locked, unreachable or too slow. Routes answer 503. `cause` is the engine's
 * error.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The disk has no space for a write. */
export class StoreFull extends StoreUnavailable {}

/** Every retry met a conflict with another transaction. */
export class StoreConflict extends StoreUnavailable {}

const collisions = new Set(['40P01', '40001'])

/** A deadlock or a serialization failure of Postgres: the transaction can be retried. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && collisions.has(String(error.code))

export type Db = Kysely<Schema>
export type Engine = 'sqlite' | 'postgres'

/** An open store, on either engine. */
export type Store = {
  db: Db
  engine: Engine
  /**
   * Commits the work as a whole or not at all. SQLite runs one transaction at a time, waits up to 2
   * s for a lock of another process, then throws StoreUnavailable. Postgres retries a deadlock
   * twice, so the work must have no effect but on `trx`. The work must not use `db`.
   */
  transact<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>
  /** Resolves when a small read answers; throws StoreUnavailable. */
  ping(): Promise<void>
  /**
   * Resolves when the store takes writes; throws StoreUnavailable. It writes: call it at most once
   * a second.
   */
  probe(): Promise<void>
  /**
   * Removes deleted rows from SQLite's write-ahead log, after a commit that deleted people. A long
   * read, such as a backup's, can prevent it; then the next call has to. It tries for half a second
   * and never throws. It does nothing on Postgres.
   */
  emptyWal(): Promise<void>
  /** Why writes are refused (the file is damaged), or null. */
  refusal(): string | null
  /** Marks a clean shutdown. */
  close(): Promise<void>
}

/** Where a store is: the data folder of SQLite, or the URL of Postgres. */
export type StoreLocation = { dataDir: string } | { databaseUrl: string }

/** The time for a connection, for one answer, and for a connection with all its answers. */
export type TimeLimits = { connectMs: number; waitMs: number; holdMs: number }

/** A visitor has an answer within 2 s. */
export const serving: TimeLimits = { connectMs: 1_500, waitMs: 1_500, holdMs: 1_900 }
export const migrating: TimeLimits = { ...serving, waitMs: hourMs, holdMs: hourMs }

/**
 * Returns SECRET_KEY when the first line is written; `none` writes no lines, e.g. while a journal
 * is replayed.
 */
export type JournalKey = (() => string) | 'none'

export type OpenOptions = {
  log: Log
  /**
   * A server locks the data folder. A command runs beside it. A mover runs alone, without time
   * limits.
   */
  role: 'server' | 'command' | 'mover'
  /** Keys the journal of a SQLite store. Unsubscribing, suppressing and erasing need it. */
  journalKey?: JournalKey
  migrations?: readonly Migration[]
  /** Of Postgres. Tests that are not about time pass longer ones than those of serving. */
  timeLimits?: TimeLimits
}

/** Names a store in a sentence for the operator, without a password. */
export const nameOf = (where: StoreLocation): string =>
  'dataDir' in where
    ? `the store in ${where.dataDir}`
    : `the database at ${hostOf(where.databaseUrl)}`

/** Host, port and database of an address, without the user's name and password. */
export function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StartRefused(
      'DATABASE_URL is not an address of the form postgres://user:password@host:5432/database: correct it, or remove it to use the built-in store.',
    )
  }
  const remedy = wrongDatabaseUrl(url)
  if (remedy !== null) throw new StartRefused(`DATABASE_URL is not usable: ${remedy}.`)
  return `${parsed.searchParams.get('host') ?? (parsed.host || 'localhost')}${parsed.pathname}`
}
