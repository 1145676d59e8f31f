import { sql, type RawBuilder } from 'kysely'
import { dayMs } from '#contract/time.ts'
import { bucketKeys, type RewardsTable } from '#server/db/line-schema.ts'
import { lockedForChange } from '#server/db/locks.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { Log } from '#server/config/log.ts'
import { withoutPlace } from './begin.ts'
import { settleFriends } from './credits.ts'
import { enterLine, eraseFromLine, leaveLine, noTerms } from './enter.ts'
import { keyInSql, lockLine, readHead, statesInLine } from './line.ts'
import { takeBack } from './rewards.ts'

/** How many rows of each kind a recount found wrong. */
export type Recount = {
  /** counts of people by key */
  counts: number
  /** people whose key is not that of their order number and friends */
  keys: number
  /** the next order number */
  head: number
  /** people whose number of friends is not that of their credits */
  friends: number
  /** held rewards for more friends than count */
  rewards: number
  /** people in line or invited who are not confirmed */
  notConfirmed: number
  /** confirmed people who have no place */
  withoutPlace: number
  /** people of whom the line keeps something though they were erased */
  erased: number
}

type Options = { repair: boolean; now: number; stopping?: () => boolean }

/**
 * LINE-1: compares the line with what it is made of, and repairs what differs: an operator's SQL can
 * leave such differences. It reads a page at a time without a lock, and looks again under the locks
 * before it repairs. People come first, because the counts follow from them.
 */
export async function recountLine(store: Store, options: Options): Promise<Recount> {
  const found: Recount = {
    counts: 0,
    keys: 0,
    head: 0,
    friends: 0,
    rewards: 0,
    notConfirmed: 0,
    withoutPlace: 0,
    erased: 0,
  }
  await eachPage(store.db, 'people.id', options, async (page) => {
    for (const { id } of await peopleWithoutPlace(store.db, page)) {
      found.withoutPlace++
      if (options.repair) await repairPerson(store, id, options.now)
    }
  })
  await eachPage(store.db, 'line.personId', options, async (page) => {
    for (const { id, kind } of await wrongRows(store.db, page)) {
      found[kind]++
      if (options.repair) await repairPerson(store, id, options.now)
    }
  })
  found.rewards = await checkRewards(store, options)
  found.counts = await checkCounts(store, options)
  found.head = await checkHead(store, options)
  return found
}

export const isSound = (found: Recount): boolean => Object.values(found).every((n) => n === 0)

/** Ids after `from` until `to`. */
type Page = { from: string; to: string }
const pageSize = 2_000

/** Calls `work` for each page of a column of ids. A rest follows each, for visitors. */
async function eachPage(
  db: Db,
  column: 'people.id' | 'line.personId',
  { stopping = () => false }: Options,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const id = sql.ref(column)
  for (let from = ''; !stopping();) {
    const { rows } = await sql<{ last: string | null }>`
      select max(id) as last from (
        select ${id} as id from ${sql.table(column.split('.')[0]!)}
        where ${id} > ${from} order by ${id} limit ${sql.lit(pageSize)}
      ) as page`.execute(db)
    const to = rows[0]?.last
    if (!to) return
    await work({ from, to })
    from = to
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The state is compared so that SQLite reads the page, not everybody in that state. */
const peopleWithoutPlace = (db: Db, { from, to }: Page) =>
  db
    .selectFrom('people')
    .leftJoin('line', 'line.personId', 'people.id')
    .select('people.id')
    .where(sql<boolean>`people.state || '' = 'confirmed'`)
    .where(withoutPlace)
    .where('people.id', '>', from)
    .where('people.id', '<=', to)
    .execute()

type WrongRow = { id: string; kind: 'erased' | 'notConfirmed' | 'friends' | 'keys' }

/** Rows of the line with what is wrong of each, the worst alone. */
async function wrongRows(db: Db, { from, to }: Page): Promise<WrongRow[]> {
  const head = await readHead(db)
  if (!head) return []
  const counted = sql`(select count(*) from credits
    where "ownerId" = line."personId" and credits.state in ('counted', 'place-only'))`
  const { rows } = await sql<WrongRow>`
    select id, kind from (
      select line."personId" as id, case
        when people.id is null then 'erased'
        when people.state <> 'confirmed' and line.state in ('waiting', 'invited') then 'notConfirmed'
        when friends <> ${counted} then 'friends'
        when key <> ${keyInSql(head)} then 'keys'
      end as kind
      from line left join people on people.id = line."personId"
      where line."personId" > ${from} and line."personId" <= ${to}
    ) as checked where kind is not null order by id`.execute(db)
  return rows
}

const repairPerson = (store: Store, id: string, now: number): Promise<void> =>
  store.transact(async (trx) => {
    const person = await lockedForChange(
      trx,
      trx.selectFrom('people').select('state').where('id', '=', id),
    ).executeTakeFirst()
    if (!person) return eraseFromLine(trx, id, now)
    const head = await lockLine(trx)
    if (!head) return
    const row = await trx
      .selectFrom('line')
      .select('state')
      .where('personId', '=', id)
      .executeTakeFirst()
    const isIn = row !== undefined && statesInLine.includes(row.state)
    if (person.state === 'confirmed' && !isIn) return enterLine(trx, [{ id, returns: true }], now)
    if (person.state !== 'confirmed' && isIn) leaveLine(trx, id, now)
    // A repair grants no rewards.
    await settleFriends(trx, head, id, noTerms, now)
    await trx
      .updateTable('line')
      .set({ key: keyInSql(head) })
      .where('personId', '=', id)
      .where('key', 'is not', null)
      .execute()
  })

/**
 * LINE-6: held rewards for more friends than count, which a repair takes back, in small
 * transactions.
 */
async function checkRewards(store: Store, options: Options): Promise<number> {
  const { repair, now, stopping = () => false } = options
  if (!repair) return (await brokenHolds(store.db, now)).length
  const steps = smallTransactions(store)
  for (let ended = 0; ;) {
    if (stopping() || (await brokenHolds(store.db, now, 1)).length === 0) return ended
    const some = await steps.step(async (trx) => {
      if (!(await lockLine(trx))) return 0
      const rows = await brokenHolds(trx, now, steps.rows())
      for (const row of rows) await takeBack(trx, row, now)
      return rows.length
    })
    if (some === 0) return ended
    ended += some
  }
}

type Broken = Pick<RewardsTable, 'personId' | 'step' | 'number'>

/** Once a hold has ended the reward is the person's, even before `settleRewards` has written it. */
async function brokenHolds(db: Db, now: number, limit = 1_000_000): Promise<Broken[]> {
  const { rows } = await sql<Broken>`
    select "personId", step, number from rewards
    where state = 'reached' and "dueAt" > ${sql.lit(now)} and step > (
      select count(*) from credits where "ownerId" = "personId" and credits.state = 'counted'
    ) order by "personId", step limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/**
 * The counts that the triggers keep against those of the rows, one bucket of level 2 at a time: by
 * one statement, of one moment.
 */
async function checkCounts(store: Store, { repair, stopping = () => false }: Options) {
  const head = await readHead(store.db)
  const last = head ? Math.floor((head.keyOffset + head.nextOrder) / bucketKeys[2]) : -1
  let wrong = 0
  for (let bucket = 0; bucket <= last && !stopping(); bucket++) {
    const { rows } = await sql`select 1 ${differentIn(bucket)}`.execute(store.db)
    wrong += rows.length
    if (rows.length > 0 && repair)
      await store.transact(async (trx) => {
        await lockLine(trx)
        await sql`insert into line_counts (level, bucket, n)
          select level, bucket, sum(n) ${differentIn(bucket)}
          on conflict (level, bucket) do update set n = line_counts.n + excluded.n`.execute(trx)
      })
  }
  return wrong
}

const perBucket = bucketKeys[2] / bucketKeys[1]

const differentIn = (bucket: number): RawBuilder<unknown> => {
  const [own, next] = [sql.lit(bucket), sql.lit(bucket + 1)]
  const people = sql`from line
    where key >= ${own} * ${sql.lit(bucketKeys[2])} and key < ${next} * ${sql.lit(bucketKeys[2])}`
  return sql`
    from (
      select 1 as level, key / ${sql.lit(bucketKeys[1])} as bucket, 1 as n ${people}
      union all select 2, ${own}, 1 ${people}
      union all select level, bucket, -n from line_counts
        where (level = 2 and bucket = ${own}) or (level = 1 and
          bucket >= ${own} * ${sql.lit(perBucket)} and bucket < ${next} * ${sql.lit(perBucket)})
    ) as counted group by level, bucket having sum(n) <> 0`
}

async function checkHead(store: Store, { repair }: Options): Promise<number> {
  const last = sql`(select coalesce(max("order"), 0) from line)`
  const { rows } = await sql`select 1 from line_head where "nextOrder" <= ${last}`.execute(store.db)
  if (rows.length > 0 && repair)
    await store.transact(async (trx) => {
      await lockLine(trx)
      await sql`update line_head set "nextOrder" = ${last} + 1 where "nextOrder" <= ${last}`.execute(
        trx,
      )
    })
  return rows.length
}

/** Once a day one of all servers recounts, repairs, and logs what it found. */
export async function recountDaily(
  store: Store,
  { log, now, stopping }: { log: Log; now: number; stopping: () => boolean },
): Promise<void> {
  if (!(await claimRecount(store, now))) return
  const found = await recountLine(store, { repair: true, now, stopping })
  if (!isSound(found)) log.warn({ found }, 'the line was counted again and repaired')
}

async function claimRecount({ db }: Store, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('line_head')
    .set({ checkedAt: now })
    .where('id', '=', 1)
    .where((row) =>
      row.or([
        row('checkedAt', 'is', null),
        row('checkedAt', '<=', now - dayMs),
        // a clock that was ahead
        row('checkedAt', '>', now),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
