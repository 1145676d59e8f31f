import type { ExpressionBuilder, Transaction } from 'kysely'
import { count } from '#server/counts/count.ts'
import { countsOfRemoval } from '#server/counts/count-people.ts'
import { journalHash } from '#server/db/journal-file.ts'
import type { Schema } from '#server/db/schema.ts'
import { rememberErased } from '#server/signup/erasure.ts'
import { deleteOnce } from '#server/signup/once-requests.ts'
import { nextUnless, type Forget, type RetentionStep } from './expired-rows.ts'

/**
 * Deletes people who never confirmed, unless their confirm link still works or a mail to them is
 * queued. It stores a keyed hash of each address that had left, so that no import adds it again.
 */
export async function forgetUnconfirmed(
  trx: Transaction<Schema>,
  { engine, secretKey, before, now, most }: RetentionStep,
): Promise<string | null> {
  const isForgettable = forgettable(before, now)
  const old = trx.selectFrom('people').select('people.id').where(isForgettable).limit(most)
  const people = await (engine === 'postgres' ? old.forUpdate().skipLocked() : old).execute()
  // Checked again under the lock: a person may have confirmed or signed up again meanwhile.
  const gone =
    people.length === 0
      ? []
      : await trx
          .deleteFrom('people')
          .where(
            'id',
            'in',
            people.map(({ id }) => id),
          )
          .where(isForgettable)
          .returning(['email', 'state', 'placement'])
          .execute()
  await rememberErased(
    trx,
    gone
      .filter(({ state }) => state === 'unsubscribed')
      .map(({ email }) => journalHash(secretKey, email)),
    now,
  )
  count(
    trx,
    gone.flatMap((person) => countsOfRemoval(person, now)),
  )
  return nextUnless(people.length < most)
}

/** A condition on `people`: never confirmed, old, and without a valid link or a queued mail. */
const forgettable =
  (before: number, now: number) =>
  ({ and, or, eb, not, exists, selectFrom }: ExpressionBuilder<Schema, 'people'>) =>
    and([
      eb('state', 'in', ['unconfirmed', 'unsubscribed']),
      eb('confirmedAt', 'is', null),
      eb('createdAt', '<=', before),
      // The sign-up of an imported person may be old.
      or([eb('importedAt', 'is', null), eb('importedAt', '<=', before)]),
      not(
        exists(
          selectFrom('link_tokens')
            .select('hash')
            .whereRef('link_tokens.personId', '=', 'people.id')
            .where('purpose', '=', 'confirm')
            .where('expiresAt', '>', now),
        ),
      ),
      not(
        exists(
          selectFrom('outbox')
            .select('outbox.id')
            .whereRef('outbox.personId', '=', 'people.id')
            .where('outbox.state', 'in', ['due', 'sending']),
        ),
      ),
    ])

/** END-3: addresses whose request for one mail was not confirmed. */
export const forgetUnconfirmedRequests: Forget = (trx, step) =>
  forgetOldRequests(trx, step, { unconfirmed: true })

/** END-3: after 12 months also those that were confirmed, if their mail was not sent. */
export const forgetRequests: Forget = (trx, step) =>
  forgetOldRequests(trx, step, { unconfirmed: false })

async function forgetOldRequests(
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
