import { sql, type SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

/** The number of rows. With `most` it stops there, so that its cost has a bound. */
export async function countRows<Table extends keyof Schema>(
  db: Db,
  rows: SelectQueryBuilder<Schema, Table, object>,
  most?: number,
): Promise<number> {
  const selected = rows.select(sql<number>`1`.as('one'))
  const counted = most === undefined ? selected : selected.limit(most)
  const { count } = await db
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
