import type { Transaction } from 'kysely'
import { lockPeople } from '#server/db/lock-people.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db, Store } from '#server/db/store.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { openLine } from './line-head.ts'

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
const dueRewards = (db: Db | Transaction<Schema>, now: number) =>
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
  await openLine(trx)
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
