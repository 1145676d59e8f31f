import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/**
 * How many transactions of this Postgres database wait for this one. It reads the locks, because
 * `pg_stat_activity` is the same for the whole of a transaction.
 */
export const waitingFor = async (trx: Transaction<Schema>): Promise<number> =>
  (
    await sql`select distinct pid from pg_locks
      where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
  ).rows.length
