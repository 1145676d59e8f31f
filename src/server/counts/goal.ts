import type { Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { readSums } from './read-sums.ts'

const { goal: campaignGoal } = campaign.figures.launch.value

/** The name of a goal in `launch_marks`: with another goal the campaign has a new one to reach. */
export const goalMark = `goal ${campaignGoal}`

/** People who are confirmed and have not left, as the counters have it. */
export async function readRegistered(db: Db): Promise<number> {
  const sums = await readSums(db, { totals: ['people_confirmed'] })
  return Math.max(0, sums.sinceStart('people_confirmed'))
}

/**
 * END-1: stores that the goal is reached, in the transaction that reaches it and has written its
 * counts.
 */
export async function storeGoal(trx: Transaction<Schema>, now: number): Promise<void> {
  if ((await readRegistered(trx)) < campaignGoal) return
  await trx
    .insertInto('launch_marks')
    .values({ name: goalMark, at: now })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
}
