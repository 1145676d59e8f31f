import { PostgresAdapter, sql, type Kysely } from 'kysely'
import type { Schema } from './schema.ts'

/**
 * Call it before anything else in the transaction, which holds it to its end: imports go on beside each other, and an erasure never beside an import. Without it
 * an import that has read who was erased could enter somebody whom an erasure just then looked for in vain. SQLite has one writer anyway.
 */
export async function takeErasureLock(trx: Kysely<Schema>, as: 'import' | 'erasure'): Promise<void> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return
  const lock = sql.raw(as === 'erasure' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext('ascend erasures'))`.execute(trx)
}
