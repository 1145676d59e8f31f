import type { Transaction } from 'kysely'
import { openCredits, type Ruling } from '#contract/line-screens.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { creditOf, setCreditState, settleFriends } from './credits.ts'
import { campaignLine } from './enter.ts'
import { lockLine } from './head.ts'

/**
 * LINE-4, LINE-5: an operator rules on a friend's credit, also on one that counts already or was
 * ruled on before. A friend who is off the list counts when they come back. `gone`: the credit was
 * deleted meanwhile.
 */
export async function ruleOnCredit(
  trx: Transaction<Schema>,
  friendId: string,
  ruling: Ruling,
  operator: string,
  now: number,
): Promise<'done' | 'gone'> {
  const head = await lockLine(trx)
  const credit = await creditOf(trx, friendId)
  if (!campaignLine || !head || !credit) return 'gone'
  await ruleOn(trx, credit, ruling, operator, now)
  await settleFriends(trx, head, credit.ownerId, campaignLine, now)
  return 'done'
}

/** `before`: friends who confirmed later (ms) are not ruled on. `most`: so many at once. */
type LinkRuling = {
  ownerId: string
  ruling: Ruling
  operator: string
  before: number
  most: number
}

/**
 * LINE-5: the same for friends of one link who wait for a ruling or count for the place only.
 * Returns how many it ruled on: fewer than `most` once there are no more.
 */
export async function ruleOnLink(
  trx: Transaction<Schema>,
  { ownerId, ruling, operator, before, most }: LinkRuling,
  now: number,
): Promise<number> {
  const head = await lockLine(trx)
  if (!campaignLine || !head) return 0
  const credits = await trx
    .selectFrom('credits')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('state', 'in', openCredits)
    .where('at', '<=', before)
    .orderBy('at')
    .orderBy('friendId')
    .limit(most)
    .execute()
  for (const credit of credits) await ruleOn(trx, credit, ruling, operator, now)
  if (credits.length > 0) await settleFriends(trx, head, ownerId, campaignLine, now)
  return credits.length
}

async function ruleOn(
  trx: Transaction<Schema>,
  { friendId, state: before }: CreditsTable,
  ruling: Ruling,
  operator: string,
  now: number,
): Promise<void> {
  const state = ruling === 'refused' ? 'refused' : await stateIfCounted(trx, friendId)
  await trx
    .updateTable('credits')
    .set({ ruledAt: now, ruledBy: operator })
    .where('friendId', '=', friendId)
    .execute()
  if (state !== before) await setCreditState(trx, [friendId], state, now)
}

/** The lock of the line is held, so no friend can leave or come back meanwhile. */
async function stateIfCounted(
  trx: Transaction<Schema>,
  friendId: string,
): Promise<'counted' | 'taken-back'> {
  const friend = await trx
    .selectFrom('line')
    .select('state')
    .where('personId', '=', friendId)
    .executeTakeFirst()
  return !friend || friend.state === 'left' || friend.state === 'gone' ? 'taken-back' : 'counted'
}

