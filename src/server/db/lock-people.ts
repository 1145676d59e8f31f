import type { Transaction } from 'kysely'
import type { Engine } from './migrate.ts'
import type { Schema } from './schema.ts'

/**
 * Prevents, on Postgres, the erasure of these people until the transaction ends. Call it before
 * locking their mails: an erasure locks the person first, so the other order could deadlock. SQLite
 * needs no lock: it has one writer.
 */
export async function lockPeople(
  trx: Transaction<Schema>,
  engine: Engine,
  ids: readonly string[],
): Promise<void> {
  if (engine === 'sqlite' || ids.length === 0) return
  await trx
    .selectFrom('people')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forKeyShare()
    .execute()
}
