import { sql } from 'kysely'
import type { RewardsTable } from '#server/db/line-schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db, Store } from '#server/db/store.ts'
import { openLine } from './line-head.ts'
import type { RecountOptions, RecountPart } from './recount-part.ts'
import { takeBack } from './rewards.ts'

/** Held rewards against the friends who count for them. */
export const recountRewards: RecountPart = async (store, options) => {
  if (options.repair) return { rewards: await endBrokenHolds(store, options) }
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${brokenHolds(options.now)}`.execute(store.db)
  return { rewards: rows[0]!.n }
}

/**
 * LINE-6: takes back the held rewards that have fewer friends than they need, in small transactions.
 * Returns how many rewards.
 */
async function endBrokenHolds(
  store: Store,
  { now, stopping = () => false }: Pick<RecountOptions, 'now' | 'stopping'>,
): Promise<number> {
  const steps = smallTransactions(store)
  const endSome = () =>
    steps.step(async (trx) => {
      if (!(await openLine(trx))) return 0
      const rows = await readBroken(trx, now, steps.rows())
      for (const row of rows) await takeBack(trx, row, now)
      return rows.length
    })
  for (let ended = 0; ;) {
    if (stopping() || (await readBroken(store.db, now, 1)).length === 0) return ended
    const some = await endSome()
    if (some === 0) return ended
    ended += some
  }
}

type Broken = Pick<RewardsTable, 'personId' | 'step' | 'number'>

const readBroken = async (db: Db, now: number, limit: number): Promise<Broken[]> =>
  (
    await sql<Broken>`select "personId", step, number from ${brokenHolds(now)}
      order by "personId", step limit ${sql.lit(limit)}`.execute(db)
  ).rows

/** Once a hold has ended the reward is the person's, even before settle-rewards.ts has written it. */
const brokenHolds = (now: number) => sql`(
  select "personId", step, number from rewards
  where state = 'reached' and "dueAt" > ${sql.lit(now)} and step > (
    select count(*) from credits where "ownerId" = "personId" and credits.state = 'counted'
  )
) as broken`
