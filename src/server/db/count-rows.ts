import { sql, type SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'
import type { Db } from './store.ts'

type Rows<Table extends keyof Schema> = SelectQueryBuilder<Schema, Table, object>

/** The number of rows. With `most` it stops there, so that its cost has a bound. */
export const countRows = async <Table extends keyof Schema>(
  db: Db,
  rows: Rows<Table>,
  most?: number,
): Promise<number> => (await countEach(db, [rows], most))[0]!

/** The same for several queries in one statement: on Postgres each statement is sent and planned. */
export async function countEach<Table extends keyof Schema>(
  db: Db,
  queries: readonly Rows<Table>[],
  most?: number,
): Promise<number[]> {
  const counts = queries.map((rows, index) => {
    const selected = rows.select(sql<number>`1`.as('one'))
    const counted = most === undefined ? selected : selected.limit(most)
    return db
      .selectFrom(counted.as('counted'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .as(`count${index}`)
  })
  const row = await db.selectNoFrom(counts).executeTakeFirstOrThrow()
  return queries.map((_, index) => row[`count${index}`]!)
}
