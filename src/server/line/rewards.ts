import type { Transaction } from 'kysely'
import type { LineTerms, RewardTerms } from '#contract/line/line.ts'
import type { LiveOffer } from '#contract/live/figures.ts'
import { hourMs } from '#contract/time.ts'
import type { RewardCountsTable, RewardsTable } from '#server/db/line-schema.ts'
import { lockPeople } from '#server/db/locks.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/transaction.ts'
import type { Db, Store } from '#server/db/store.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { friendsOf } from './friends.ts'
import { lockLine } from './line.ts'

/**
 * LINE-6: brings a person's rewards in step with the number of friends who count for rewards: not
 * those whom only a week without a ruling made count. A
 * reward that is theirs stays theirs, and nobody earns what an offer gave them. Holds end without
 * the reward also while the campaign has no line. Call it with the line locked.
 */
export async function updateRewards(
  trx: Transaction<Schema>,
  personId: string,
  terms: LineTerms,
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('rewards')
    .selectAll()
    .where('personId', '=', personId)
    .execute()
  if (rows.length === 0 && terms.rewards.length === 0) return
  const { counted: friends } = await friendsOf(trx, personId)
  for (const row of rows) if (friends < row.step && isHeld(row, now)) await takeBack(trx, row, now)
  const offered = await offersOf(trx, personId)
  for (const reward of terms.rewards.filter(({ alsoBy }) => !alsoBy || !offered.has(alsoBy))) {
    const row = rows.find(({ step }) => step === reward.friends)
    if (friends >= reward.friends && (!row || row.state === 'taken-back'))
      await reach(trx, personId, reward, terms, now)
  }
}

/** The offers that the person was granted. */
export async function offersOf(db: Db, personId: string): Promise<ReadonlySet<LiveOffer>> {
  const rows = await db
    .selectFrom('offer_grants')
    .select('offer')
    .where('personId', '=', personId)
    .execute()
  return new Set(rows.map(({ offer }) => offer))
}

/**
 * Once the hold has ended the reward is the person's, even before `settleRewards` has written it.
 */
const isHeld = ({ state, dueAt }: RewardsTable, now: number) =>
  state === 'reached' && (dueAt === null || dueAt > now)

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
      ? { state: 'gone' as const, number: null, dueAt: null }
      : { state: 'reached' as const, number, dueAt: now + holdHours * hourMs }),
    at: now,
    note: '',
  }
  await trx
    .insertInto('rewards')
    .values({ personId, step: reward.friends, ...reached })
    .onConflict((same) => same.columns(['personId', 'step']).doUpdateSet(reached))
    .execute()
}

/**
 * Reserves a piece of a limited reward and returns its number: the smallest that was taken back, or
 * the next. Once all are reserved it is gone, also if one is taken back later.
 */
async function reserve(
  trx: Transaction<Schema>,
  step: number,
  limit: number,
  now: number,
): Promise<number | 'gone'> {
  const counts = await readCounts(trx, step)
  if (counts.goneAt !== null || counts.reserved >= limit) return 'gone'
  const [freed, ...others] = numbersIn(counts)
  const reserved = counts.reserved + 1
  await storeCounts(trx, {
    step,
    reserved,
    freed: JSON.stringify(others),
    goneAt: reserved === limit ? now : null,
  })
  return freed ?? reserved
}

/** A person's piece is free again, unless all were reserved before. */
export async function releaseNumber(
  trx: Transaction<Schema>,
  { step, number }: Pick<RewardsTable, 'step' | 'number'>,
): Promise<void> {
  if (number === null) return
  const counts = await readCounts(trx, step)
  if (counts.goneAt !== null) return
  const freed = [...numbersIn(counts), number].sort((a, b) => a - b)
  await storeCounts(trx, {
    ...counts,
    reserved: counts.reserved - 1,
    freed: JSON.stringify(freed),
  })
}

const readCounts = async (trx: Transaction<Schema>, step: number): Promise<RewardCountsTable> =>
  (await trx
    .selectFrom('reward_counts')
    .selectAll()
    .where('step', '=', step)
    .executeTakeFirst()) ?? { step, reserved: 0, freed: '[]', goneAt: null }

const numbersIn = ({ freed }: RewardCountsTable): number[] => JSON.parse(freed)

async function storeCounts(trx: Transaction<Schema>, counts: RewardCountsTable): Promise<void> {
  await trx
    .insertInto('reward_counts')
    .values(counts)
    .onConflict((same) => same.column('step').doUpdateSet(counts))
    .execute()
}

/**
 * LINE-6: takes a reward from a person for a proven ring. `note`: why, for the ledger. A limited
 * one is not given to somebody else, so its number stays. Returns whether the person had it.
 */
export async function withdrawReward(
  trx: Transaction<Schema>,
  personId: string,
  step: number,
  note: string,
  now: number,
): Promise<boolean> {
  if (!(await lockLine(trx))) return false
  const { numUpdatedRows } = await trx
    .updateTable('rewards')
    .set({ state: 'withdrawn', note, at: now, dueAt: null })
    .where('personId', '=', personId)
    .where('step', '=', step)
    .where('state', 'in', ['reached', 'yours'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the rewards of a person who is erased. */
export async function forgetRewards(trx: Transaction<Schema>, personId: string): Promise<void> {
  const rewards = await trx
    .deleteFrom('rewards')
    .where('personId', '=', personId)
    .returningAll()
    .execute()
  // A number that was the person's may have been sent out, so it is not given again.
  for (const reward of rewards) if (reward.state === 'reached') await releaseNumber(trx, reward)
}

/** Ends all holds of these people without the reward. Call it with the line locked. */
export async function endHolds(
  trx: Transaction<Schema>,
  personIds: readonly string[],
  now: number,
): Promise<void> {
  const rows = await trx
    .selectFrom('rewards')
    .selectAll()
    .where('personId', 'in', personIds)
    .where('state', '=', 'reached')
    .execute()
  for (const row of rows) if (isHeld(row, now)) await takeBack(trx, row, now)
}

/** A hold ends without the reward; its piece is free again. Call it with the line locked. */
export async function takeBack(
  trx: Transaction<Schema>,
  row: Pick<RewardsTable, 'personId' | 'step' | 'number'>,
  now: number,
): Promise<void> {
  await trx
    .updateTable('rewards')
    .set({ state: 'taken-back', number: null, at: now, dueAt: null })
    .where('personId', '=', row.personId)
    .where('step', '=', row.step)
    .execute()
  await releaseNumber(trx, row)
}

/**
 * LINE-6: rewards whose hold has ended become their people's, in small transactions. A mail names
 * all that a person gets at once. Returns how many rewards. A person who left gets theirs when they
 * come back. `stopping`: whether the server ends.
 */
export async function settleRewards(
  store: Store,
  now: number,
  stopping: () => boolean = () => false,
): Promise<number> {
  const steps = smallTransactions(store)
  for (let settled = 0; ;) {
    const found = await dueRewards(store.db, now).limit(steps.rows()).execute()
    if (found.length === 0 || stopping()) return settled
    settled += await steps.step((trx) => settle(trx, store.engine, found, now))
  }
}

/** Of people who are in the line, or were invited from it. */
const dueRewards = (db: Db, now: number) =>
  db
    .selectFrom('rewards')
    .innerJoin('people', 'people.id', 'rewards.personId')
    .select(['rewards.personId', 'step', 'email'])
    .where('rewards.state', '=', 'reached')
    .where('dueAt', '<=', now)
    .where('people.state', '=', 'confirmed')
    .orderBy('dueAt')

/**
 * People are locked before the line, as by all that changes it. With the line locked no reward is
 * taken back or settled twice.
 */
async function settle(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  found: readonly { personId: string; step: number }[],
  now: number,
): Promise<number> {
  const personIds = found.map((reward) => reward.personId)
  await lockPeople(trx, engine, personIds)
  await lockLine(trx)
  const due = await dueRewards(trx, now).where('rewards.personId', 'in', personIds).execute()
  for (const { personId, step } of due)
    await trx
      .updateTable('rewards')
      .set({ state: 'yours', at: now, dueAt: null })
      .where('personId', '=', personId)
      .where('step', '=', step)
      .execute()
  await queueMails(
    trx,
    [...Map.groupBy(due, (reward) => reward.personId)].map(([personId, rewards]) => ({
      personId,
      email: rewards[0]!.email,
      template: 'reward',
      data: { rewards: rewards.map(({ step }) => step).sort((a, b) => b - a) },
    })),
    now,
  )
  return due.length
}
