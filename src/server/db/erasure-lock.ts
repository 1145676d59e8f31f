import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Excludes erasures while imports run; imports can run beside each other. Call it first in the
 * transaction, which holds the lock until its end. Otherwise an import that has read the erased
 * addresses could enter one that an erasure is just looking for. SQLite needs no lock: it has one
 * writer.
 */
export const takeErasureLock = (trx: Kysely<Schema>, as: 'import' | 'erasure'): Promise<void> =>
  takeLock(trx, 'erasures', as === 'erasure' ? 'alone' : 'shared')

/**
 * Takes a named lock until the transaction ends. It does nothing on SQLite, which has one writer.
 */
export async function takeLock(
  trx: Kysely<Schema>,
  name: string,
  as: 'alone' | 'shared',
): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  const lock = sql.raw(as === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext(${`ascend ${name}`}))`.execute(trx)
}
