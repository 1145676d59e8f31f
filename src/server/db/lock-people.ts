import type { Transaction } from 'kysely'
import type { Engine } from './migrate.ts'
import type { Schema } from './schema.ts'

/**
 * On Postgres nobody of these is erased until the transaction ends. Call it before their mails are locked: an erasure locks the person and then the mails, and
 * two that take them in different orders would wait for each other. SQLite has one writer anyway.
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
