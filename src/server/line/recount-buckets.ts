import { sql } from 'kysely'
import type { LineHeadTable, LineTable } from '#server/db/line-schema.ts'
import type { Db, Store } from '#server/db/store.ts'
import { bucketKeys } from './buckets.ts'
import { openLine, readHead } from './line-head.ts'
import type { RecountPart } from './recount-part.ts'

type Difference = { level: number; bucket: number; n: number }

/** Counts and keys, one bucket of level 2 at a time. */
export const recountBuckets: RecountPart = async (store, { repair, stopping = () => false }) => {
  let [counts, keys] = [0, 0]
  for (let bucket = 0; !stopping(); bucket++) {
    const head = await readHead(store.db)
    if (!head || bucket > (await lastBucket(store.db))) break
    const wrong = await wrongKeys(store.db, bucket, head)
    const differences = await differencesIn(store.db, bucket)
    keys += wrong.length
    counts += differences.length
    if (repair && (wrong.length > 0 || differences.length > 0)) await repairBucket(store, bucket)
  }
  return { counts, keys }
}

async function lastBucket(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select max(last) as last from (
      select coalesce(max(key), 0) / ${sql.lit(bucketKeys[2])} as last from line
      union all select coalesce(max(bucket), 0) from line_counts where level = 2
      union all select coalesce(max(bucket), 0) * ${sql.lit(bucketKeys[1])} / ${sql.lit(bucketKeys[2])}
        from line_counts where level = 1
    ) as ends`.execute(db)
  return rows[0]!.last
}

const rangeOf = (bucket: number) => ({
  from: bucket * bucketKeys[2],
  to: (bucket + 1) * bucketKeys[2],
})

/**
 * What the counts of a bucket of level 2 lack, and those of level 1 in it. One statement, one
 * moment.
 */
async function differencesIn(db: Db, bucket: number): Promise<Difference[]> {
  const { from, to } = rangeOf(bucket)
  const people = sql`from line where key >= ${sql.lit(from)} and key < ${sql.lit(to)}`
  const { rows } = await sql<Difference>`
    select level, bucket, sum(n) as n from (
      select 1 as level, key / ${sql.lit(bucketKeys[1])} as bucket, 1 as n ${people}
      union all select 2, ${sql.lit(bucket)}, 1 ${people}
      union all select level, bucket, -n from line_counts
        where (level = 2 and bucket = ${sql.lit(bucket)})
          or (level = 1 and bucket >= ${sql.lit(from / bucketKeys[1])} and bucket < ${sql.lit(to / bucketKeys[1])})
    ) as counted group by level, bucket having sum(n) <> 0`.execute(db)
  return rows
}

/** People whose key differs from `keyOf` in line-head.ts, by the same rule in SQL. */
async function wrongKeys(db: Db, bucket: number, head: LineHeadTable): Promise<LineTable[]> {
  const { from, to } = rangeOf(bucket)
  const { rows } = await sql<LineTable>`
    select "personId", "order", friends, key from line
    where key >= ${sql.lit(from)} and key < ${sql.lit(to)}
      and key <> ${sql.lit(head.keyOffset)} + "order"
        - ${sql.lit(head.perFriend)} * case when friends < ${sql.lit(head.cap)} then friends else ${sql.lit(head.cap)} end`.execute(
    db,
  )
  return rows
}

const repairBucket = (store: Store, bucket: number): Promise<void> =>
  store.transact(async (trx) => {
    const line = await openLine(trx)
    if (!line) return
    for (const row of await wrongKeys(trx, bucket, line.head))
      await line.setFriends(row, row.friends)
    await line.storeCounts()
    for (const { level, bucket: own, n } of await differencesIn(trx, bucket))
      await trx
        .insertInto('line_counts')
        .values({ level, bucket: own, n })
        .onConflict((same) =>
          same.columns(['level', 'bucket']).doUpdateSet({ n: sql`line_counts.n + excluded.n` }),
        )
        .execute()
  })

/** The number of people in line, and the next order number. */
export const recountHead: RecountPart = async (store, { repair }) => {
  if (await isHeadRight(store.db)) return { head: 0 }
  if (repair)
    await store.transact(async (trx) => {
      await openLine(trx)
      await sql`update line_head set
        waiting = (select count(*) from line),
        "nextOrder" = (select coalesce(max(next), 1) from (${nextOrders}) as orders)
        where id = 1`.execute(trx)
    })
  return { head: 1 }
}

const nextOrders = sql`
  select "nextOrder" as next from line_head
  union all select max("order") + 1 from line
  union all select max("order") + 1 from line_away`

async function isHeadRight(db: Db): Promise<boolean> {
  const { rows } = await sql<{ waiting: number; counted: number; next: number; least: number }>`
    select waiting, "nextOrder" as next,
      (select coalesce(sum(n), 0) from line_counts where level = 2) as counted,
      (select max(next) from (${nextOrders}) as orders) as least
    from line_head where id = 1`.execute(db)
  const [head] = rows
  return !head || (head.counted === head.waiting && head.least === head.next)
}
