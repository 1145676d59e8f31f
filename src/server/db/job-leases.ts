import { sql, type Transaction } from 'kysely'
import { mostAheadMs } from '#server/config/recent.ts'
import type { Schema } from './schema.ts'

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
