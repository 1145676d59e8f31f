import type { Transaction } from 'kysely'
import { isCurrentConsent, type Campaign } from '#contract/campaign.ts'
import { isSilenced } from '#contract/waitlist.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Press } from '#server/line/doubts.ts'
import { confirmPerson } from '#server/signup/confirm-people.ts'
import { insertConsents } from '#server/signup/consents.ts'
import { readToChange } from '#server/signup/membership.ts'

/**
 * Stores the consent of a person who opened the link in a mail, and so owns the mailbox, to the
 * current wording in the page's language, and confirms the person. A confirmed person who has
 * agreed to the current wording of another language has agreed already. A silenced person stays
 * silenced. `waitMs`: the person came back too often, and can again after this time. Null for an
 * unknown id.
 */
export async function consentAgain(
  trx: Transaction<Schema>,
  { personId, press }: { personId: string; press: Press | null },
  consents: Campaign['consents'],
  now: number,
  calendar: number = now,
): Promise<'done' | 'already' | 'silenced' | { waitMs: number } | null> {
  const person = (await readToChange(trx, [personId])).get(personId)
  if (!person) return null
  if (isSilenced(person.state)) return 'silenced'
  if (person.state === 'confirmed' && (await hasAgreed(trx, personId, consents))) return 'already'
  const confirmed = await confirmPerson(trx, personId, now, press, calendar)
  if (confirmed !== null && typeof confirmed === 'object') return confirmed
  await insertConsents(trx, [{ personId, consent: consents[0], placement: 'me' }], now)
  return 'done'
}

async function hasAgreed(
  trx: Transaction<Schema>,
  personId: string,
  consents: Campaign['consents'],
): Promise<boolean> {
  const given = await trx
    .selectFrom('consents')
    .select('version')
    .where('personId', '=', personId)
    .execute()
  return given.some(({ version }) => isCurrentConsent(consents, version))
}
