import { PostgresAdapter, type SelectQueryBuilder, type Transaction } from 'kysely'
import type { Engine } from './store.ts'
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

/**
 * Whether the person exists, and on Postgres no other transaction can erase them before this one
 * ends. Call it before inserting a row that refers to them.
 */
export async function lockPerson(trx: Transaction<Schema>, id: string): Promise<boolean> {
  const query = trx.selectFrom('people').select('id').where('id', '=', id)
  const locked = isPostgres(trx) ? query.forKeyShare() : query
  return (await locked.executeTakeFirst()) !== undefined
}

/**
 * Locks the rows of people that a transaction is about to change, on Postgres, so that it sees the
 * state that it changes. The lock does not block the claim of their mails.
 */
export const lockedForChange = <Row>(
  trx: Transaction<Schema>,
  query: SelectQueryBuilder<Schema, 'people', Row>,
): SelectQueryBuilder<Schema, 'people', Row> => (isPostgres(trx) ? query.forNoKeyUpdate() : query)

/**
 * Locks a person whom a transaction is about to erase, on Postgres: no mail to them is added between
 * the reading of their mails and the erasure.
 */
export async function lockForErasure(trx: Transaction<Schema>, email: string): Promise<void> {
  if (!isPostgres(trx)) return
  await trx.selectFrom('people').select('id').where('email', '=', email).forUpdate().execute()
}

const isPostgres = (trx: Transaction<Schema>) =>
  trx.getExecutor().adapter instanceof PostgresAdapter
