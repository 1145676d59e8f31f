import type { Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import type { LetterStops, StopLimit } from '#contract/letter-plan.ts'
import type { StopCheck } from '#contract/letter-screens.ts'
import type { Db } from '#server/db/open.ts'
import type { LetterSlotsTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { pauseLetter } from './states.ts'

export const mailsOfSlot = 100

/** The slot of the mail that ended as number `ended`, from 0. */
export const slotOf = (ended: number): number => Math.floor(ended / mailsOfSlot)

export type Slot = Pick<LetterSlotsTable, 'slot' | 'sent' | 'bounced' | 'complained'>

/**
 * LETTER-3: how far a letter is from its limits. `slots`: those since the last resume, in their
 * order. Bounces are those of the last 2,000 mails, complaints those of all accepted mails.
 */
export function checkSlots(slots: readonly Slot[], limits: LetterStops): StopCheck[] {
  const recent = slots.slice(-Math.ceil(limits.bounces.of / mailsOfSlot))
  const [ended, accepted] = [sumOf(recent, 'sent'), sumOf(slots, 'sent') - sumOf(slots, 'bounced')]
  return [
    {
      rule: 'bounces',
      found: sumOf(recent, 'bounced'),
      mails: ended,
      most: mostOf(limits.bounces, ended),
    },
    {
      rule: 'complaints',
      found: sumOf(slots, 'complained'),
      mails: accepted,
      most: mostOf(limits.complaints, accepted),
    },
  ]
}

export const isExceeded = ({ found, most }: StopCheck): boolean => found > most

const mostOf = ({ atLeast, share }: StopLimit, mails: number) => Math.max(atLeast, share * mails)
const sumOf = (slots: readonly Slot[], what: 'sent' | 'bounced' | 'complained') =>
  slots.reduce((sum, slot) => sum + slot[what], 0)

/** The checks of a letter as they are now; null if it does not exist. */
export async function readStopChecks(db: Db, letterId: string): Promise<StopCheck[] | null> {
  const letter = await db
    .selectFrom('letters')
    .select('windowFrom')
    .where('id', '=', letterId)
    .executeTakeFirst()
  if (!letter) return null
  const slots = await db
    .selectFrom('letter_slots')
    .select(['slot', 'sent', 'bounced', 'complained'])
    .where('letterId', '=', letterId)
    .where('slot', '>=', letter.windowFrom)
    .orderBy('slot')
    .execute()
  return checkSlots(slots, campaign.letters.stops)
}

/** A letter that stopped by itself. It is paused until an operator resumes it. */
export type LetterStop = { letterId: string } & StopCheck

/**
 * Pauses a letter that is being sent if it is above a limit, in the transaction of the bounce or
 * complaint. Call it after the change of `letter_slots`.
 */
export async function applyStopRules(
  trx: Transaction<Schema>,
  letterId: string,
  now: number,
): Promise<LetterStop | null> {
  const exceeded = (await readStopChecks(trx, letterId))?.find(isExceeded)
  if (!exceeded) return null
  const { outcome } = await pauseLetter(trx, letterId, exceeded.rule, now)
  return outcome === 'done' ? { letterId, ...exceeded } : null
}
