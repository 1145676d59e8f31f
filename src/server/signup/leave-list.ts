import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { countLetterMails } from '#server/outbox/letter-counts.ts'
import { leave } from './membership.ts'

/**
 * Takes the reader of a mail off the list, by its link or by a mail to its address. LETTER-4: of a
 * letter's mail it is counted there.
 */
export async function leaveFromMail(
  trx: Transaction<Schema>,
  { personId, letterId }: { personId: string; letterId: string | null },
  now: number,
): ReturnType<typeof leave> {
  const left = await leave(trx, personId, now)
  if (left === 'done' && letterId !== null) await countLeft(trx, letterId, personId)
  return left
}

async function countLeft(
  trx: Transaction<Schema>,
  letterId: string,
  personId: string,
): Promise<void> {
  const { email } = await trx
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  await countLetterMails(trx, [{ letterId, domain: domainOf(email), outcome: 'left' }])
}
