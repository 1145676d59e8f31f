import { sql, type Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { bucketKeys } from './buckets.ts'

/** Counts all people by key anew. Call it with the line locked, or before it begins. */
export async function countKeys(trx: Transaction<Schema>): Promise<void> {
  await trx.deleteFrom('line_counts').execute()
  for (const [level, keys] of Object.entries(bucketKeys))
    await sql`insert into line_counts (level, bucket, n)
      select ${sql.lit(Number(level))}, key / ${sql.lit(keys)}, count(*) from line group by 2`.execute(
      trx,
    )
}
