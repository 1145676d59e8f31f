import type { Transaction } from 'kysely'
import type { LineTerms } from '#contract/line.ts'
import { openCredits } from '#contract/line-screens.ts'
import type { CreditsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { campaignLine } from './change-line.ts'
import { creditOf, setCreditState } from './credits.ts'
import { openLine, type OpenLine } from './line-head.ts'

/** `refused`: the friend is not another person. */
export type Ruling = 'counts' | 'refused'

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
  const line = await openLine(trx)
  const credit = await creditOf(trx, friendId)
  if (!campaignLine || !line || !credit) return 'gone'
  await ruleOn(trx, { line, terms: campaignLine, credit, ruling, operator }, now)
  await line.storeCounts()
  return 'done'
}

/** `before`: friends who confirmed later (ms) are not ruled on. `most`: so many at once. */
export type LinkRuling = {
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
  const line = await openLine(trx)
  if (!campaignLine || !line) return 0
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
  for (const credit of credits)
    await ruleOn(trx, { line, terms: campaignLine, credit, ruling, operator }, now)
  await line.storeCounts()
  return credits.length
}

type RulingOn = {
  line: OpenLine
  terms: LineTerms
  credit: CreditsTable
  ruling: Ruling
  operator: string
}

async function ruleOn(
  trx: Transaction<Schema>,
  { line, terms, credit, ruling, operator }: RulingOn,
  now: number,
): Promise<void> {
  const state = ruling === 'refused' ? 'refused' : await stateIfCounted(trx, credit)
  await trx
    .updateTable('credits')
    .set({ ruledAt: now, ruledBy: operator })
    .where('friendId', '=', credit.friendId)
    .execute()
  if (state !== credit.state) await setCreditState(trx, line, credit, state, terms, now)
}

/** The lock of the line is held, so no friend can leave or come back meanwhile. */
async function stateIfCounted(
  trx: Transaction<Schema>,
  { friendId }: CreditsTable,
): Promise<'counted' | 'taken-back'> {
  const isInLine = await trx
    .selectFrom('line')
    .select('order')
    .where('personId', '=', friendId)
    .executeTakeFirst()
  if (isInLine) return 'counted'
  const away = await trx
    .selectFrom('line_away')
    .select('why')
    .where('personId', '=', friendId)
    .executeTakeFirst()
  return away && away.why !== 'left' ? 'counted' : 'taken-back'
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
  if (!(await openLine(trx))) return false
  const { numUpdatedRows } = await trx
    .updateTable('rewards')
    .set({ state: 'withdrawn', note, at: now, dueAt: null })
    .where('personId', '=', personId)
    .where('step', '=', step)
    .where('state', 'in', ['reached', 'yours'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
