import type { Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import { beforeCommit } from '#server/db/before-commit.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { readSums } from '#server/counts/read-sums.ts'

const { goal: campaignGoal } = campaign.figures.launch.value

/** The name of a goal in `launch_marks`: with another goal the campaign has a new one to reach. */
export const goalMark = (goal: number = campaignGoal): string => `goal ${goal}`

/** People who are confirmed and have not left, as the counters have it. */
export async function readRegistered(db: Db): Promise<number> {
  const sums = await readSums(db, { totals: ['people_confirmed'] })
  return Math.max(0, sums.sinceStart('people_confirmed'))
}

const marking = new WeakSet<Transaction<Schema>>()

/**
 * END-1: stores that the goal is reached, in the transaction that reaches it. Call it after `count`,
 * so that it reads what this transaction has counted.
 */
export function markGoal(trx: Transaction<Schema>, now: number, goal: number = campaignGoal): void {
  if (marking.has(trx)) return
  marking.add(trx)
  beforeCommit(trx, () => storeGoal(trx, now, goal))
}

/** The same at once. */
export async function storeGoal(
  trx: Transaction<Schema>,
  now: number,
  goal: number = campaignGoal,
): Promise<void> {
  if ((await readRegistered(trx)) < goal) return
  await trx
    .insertInto('launch_marks')
    .values({ name: goalMark(goal), at: now })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
}
