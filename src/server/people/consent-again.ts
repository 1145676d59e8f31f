import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from 'kysely'
import { consentWording, isCurrentConsent, type Campaign } from '#contract/campaign.ts'
import { isSilenced } from '#contract/waitlist.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Press } from '#server/line/doubts.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { stateOf } from '#server/signup/membership.ts'

/**
 * Stores the consent of a person who opened the link in a mail, and so owns the mailbox, to the
 * current wording in the page's language, and confirms the person. A confirmed person who has
 * agreed to the current wording of another language has agreed already. A silenced person stays
 * silenced. Null for an unknown id.
 */
export async function consentAgain(
  trx: Transaction<Schema>,
  { personId, press }: { personId: string; press: Press | null },
  consents: Campaign['consents'],
  now: number,
): Promise<'done' | 'already' | 'silenced' | null> {
  const state = await stateOf(trx, personId)
  if (state === undefined) return null
  if (isSilenced(state)) return 'silenced'
  const last = await trx
    .selectFrom('consents')
    .select('version')
    .where('person_id', '=', personId)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (state === 'confirmed' && isCurrentConsent(consents, last?.version)) return 'already'
  const [consent] = consents
  await trx
    .insertInto('consents')
    .values({
      id: randomUUIDv7(),
      person_id: personId,
      version: consent.version,
      wording: consentWording(consent),
      placement: 'me',
      source: null,
      given_at: now,
    })
    .execute()
  await confirmPerson(trx, personId, now, press)
  return 'done'
}
