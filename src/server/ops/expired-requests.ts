import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { deleteOnce } from '#server/signup/once-requests.ts'
import { nextUnless, type RetentionStep } from './expired-rows.ts'

/** END-3: addresses whose request for one mail was not confirmed. */
export const forgetUnconfirmedRequests = (
  trx: Transaction<Schema>,
  step: RetentionStep,
): Promise<string | null> => forgetOld(trx, step, { unconfirmed: true })

/** END-3: after 12 months also those that were confirmed, if their mail was not sent. */
export const forgetRequests = (
  trx: Transaction<Schema>,
  step: RetentionStep,
): Promise<string | null> => forgetOld(trx, step, { unconfirmed: false })

async function forgetOld(
  trx: Transaction<Schema>,
  { before, most }: RetentionStep,
  { unconfirmed }: { unconfirmed: boolean },
): Promise<string | null> {
  const old = await trx
    .selectFrom('once_requests')
    .select('email')
    .where('requestedAt', '<=', before)
    .$if(unconfirmed, (rows) => rows.where('confirmedAt', 'is', null))
    .orderBy('requestedAt')
    .limit(most)
    .execute()
  await deleteOnce(
    trx,
    old.map(({ email }) => email),
  )
  return nextUnless(old.length < most)
}
