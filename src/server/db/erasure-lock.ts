import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Call it before anything else in the transaction, which holds it to its end: imports go on beside each other, and an erasure never beside an import. Without it
 * an import that has read who was erased could enter somebody whom an erasure just then looked for in vain. SQLite has one writer anyway.
 */
export const takeErasureLock = (trx: Kysely<Schema>, as: 'import' | 'erasure'): Promise<void> =>
  takeLock(trx, 'erasures', as === 'erasure' ? 'alone' : 'shared')

/** A lock by name, held until the transaction ends. Nothing on SQLite, which has one writer anyway. */
export async function takeLock(
  trx: Kysely<Schema>,
  name: string,
  as: 'alone' | 'shared',
): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  const lock = sql.raw(as === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext(${`ascend ${name}`}))`.execute(trx)
}
