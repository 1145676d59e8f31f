import {
  PostgresAdapter,
  sql,
  type SelectQueryBuilder,
  type Transaction,
  type Kysely,
} from 'kysely'
import { mostAheadMs } from '#server/config/recent.ts'
import type { Schema } from './schema.ts'
import type { Engine } from './store.ts'

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

export const isPostgres = (db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

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
  if (!isPostgres(trx)) return
  const lock = sql.raw(as === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtext(${`ascend ${name}`}))`.execute(trx)
}

/** A job renews its lease more often than this; after a kill another server waits this long. */
export const jobLeaseMs = 30_000

/**
 * Takes or renews the lease of a job that one server runs for all. Returns false while another one
 * has it. A lease that ends later than any can was written by a clock that was ahead: it is void.
 */
export async function takeJobLease(
  trx: Transaction<Schema>,
  { name, owner }: { name: string; owner: string },
  now: number,
): Promise<boolean> {
  const until = now + jobLeaseMs
  const taken = await trx
    .insertInto('job_leases')
    .values({ name, owner, until })
    .onConflict((same) =>
      same
        .column('name')
        .doUpdateSet({ owner, until })
        .where(
          sql<boolean>`job_leases.owner = ${owner} or job_leases.until <= ${now} or job_leases.until > ${until + mostAheadMs}`,
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Lets another server take over at once. */
export const endJobLease = (
  trx: Transaction<Schema>,
  { name, owner }: { name: string; owner: string },
) => trx.deleteFrom('job_leases').where('name', '=', name).where('owner', '=', owner).execute()
