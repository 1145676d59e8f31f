import { sql, type Transaction } from 'kysely'
import type { LineTerms, RewardTerms } from '#contract/line.ts'
import type { RewardsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * LINE-6: brings a person's rewards in step with the number of friends who count for rewards. A
 * reward that is theirs stays theirs. Call it with the line locked.
 */
export async function updateRewards(
  trx: Transaction<Schema>,
  personId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  if (terms.rewards.length === 0) return
  const friends = await friendsForRewards(trx, personId)
  const rows = await trx
    .selectFrom('rewards')
    .selectAll()
    .where('person_id', '=', personId)
    .execute()
  for (const reward of terms.rewards) {
    const row = rows.find(({ step }) => step === reward.friends)
    if (friends >= reward.friends && (!row || row.state === 'taken-back'))
      await reach(trx, personId, reward, terms, now)
    else if (friends < reward.friends && row?.state === 'reached') await takeBack(trx, row, now)
  }
}

/** Friends who count for rewards: not those whom only a week without a ruling made count. */
export async function friendsForRewards(
  trx: Transaction<Schema>,
  personId: string,
): Promise<number> {
  const { count } = await trx
    .selectFrom('credits')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('owner_id', '=', personId)
    .where('state', '=', 'counted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function reach(
  trx: Transaction<Schema>,
  personId: string,
  reward: RewardTerms,
  { holdHours }: LineTerms,
  now: number,
): Promise<void> {
  const number =
    reward.limit === null ? null : await reserve(trx, reward.friends, reward.limit, now)
  const reached = {
    ...(number === 'gone'
      ? { state: 'gone' as const, number: null, due_at: null }
      : { state: 'reached' as const, number, due_at: now + holdHours * 3_600_000 }),
    at: now,
    note: '',
  }
  await trx
    .insertInto('rewards')
    .values({ person_id: personId, step: reward.friends, ...reached })
    .onConflict((same) => same.columns(['person_id', 'step']).doUpdateSet(reached))
    .execute()
}

/** A limited reward is given once, so a number that was taken back is not given again once all are gone. */
async function reserve(
  trx: Transaction<Schema>,
  step: number,
  limit: number,
  now: number,
): Promise<number | 'gone'> {
  const counts = await trx
    .selectFrom('reward_counts')
    .selectAll()
    .where('step', '=', step)
    .executeTakeFirst()
  const reserved = counts?.reserved ?? 0
  if (counts?.gone_at || reserved >= limit) return 'gone'
  const next = { reserved: reserved + 1, gone_at: reserved + 1 === limit ? now : null }
  await trx
    .insertInto('reward_counts')
    .values({ step, ...next })
    .onConflict((same) => same.column('step').doUpdateSet(next))
    .execute()
  return reserved + 1
}

async function takeBack(
  trx: Transaction<Schema>,
  { person_id: personId, step, number }: RewardsTable,
  now: number,
): Promise<void> {
  await trx
    .updateTable('rewards')
    .set({ state: 'taken-back', number: null, at: now, due_at: null })
    .where('person_id', '=', personId)
    .where('step', '=', step)
    .execute()
  if (number !== null)
    await trx
      .updateTable('reward_counts')
      .set({ reserved: sql`reserved - 1` })
      .where('step', '=', step)
      .where('gone_at', 'is', null)
      .execute()
}
