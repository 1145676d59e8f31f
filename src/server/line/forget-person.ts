import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { endHolds, releaseNumber } from './rewards.ts'

/** Deletes what the line keeps of a person who is erased. Their spots stay, without them. */
export async function forgetPerson(trx: Transaction<Schema>, personId: string): Promise<void> {
  await trx.deleteFrom('line_away').where('personId', '=', personId).execute()
  await trx.deleteFrom('line_links').where('personId', '=', personId).execute()
  await trx.deleteFrom('line_moves').where('personId', '=', personId).execute()
  const rewards = await trx
    .deleteFrom('rewards')
    .where('personId', '=', personId)
    .returningAll()
    .execute()
  // A number that was the person's may have been sent out, so it is not given again.
  for (const reward of rewards) if (reward.state === 'reached') await releaseNumber(trx, reward)
  await trx
    .updateTable('wave_spots')
    .set({ personId: null })
    .where('personId', '=', personId)
    .execute()
}

/**
 * LINE-4: these people were away for so long that their place is lost, with the friends who counted
 * for it and what they counted for others. Rewards that are theirs stay in the ledger, holds end
 * without one, and a link keeps its code. Call it with the line locked.
 */
export async function forgetReturn(
  trx: Transaction<Schema>,
  personIds: readonly string[],
  now: number,
): Promise<void> {
  if (personIds.length === 0) return
  await trx.deleteFrom('credits').where('ownerId', 'in', personIds).execute()
  await endHolds(trx, personIds, now)
  await trx
    .deleteFrom('credits')
    .where('friendId', 'in', personIds)
    .where('state', '=', 'taken-back')
    .execute()
  await trx.deleteFrom('line_moves').where('personId', 'in', personIds).execute()
  await trx
    .updateTable('line_links')
    .set({ firstPlace: null, firstAt: null })
    .where('personId', 'in', personIds)
    .execute()
}

/** LINE-3: the link of somebody who is off the list shows no name. */
export const forgetName = (trx: Transaction<Schema>, personId: string) =>
  trx
    .updateTable('line_links')
    .set({ name: '' })
    .where('personId', '=', personId)
    .where('name', '!=', '')
    .execute()
