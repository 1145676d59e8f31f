import type { ExpressionBuilder, Transaction } from 'kysely'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import type { PersonState, SilencedState } from '#contract/people/waitlist.ts'
import { newId } from '#server/db/new-id.ts'
import { count } from '#server/counts/count.ts'
import { countsOfChange, countsOfNew, operatorPlacement } from '#server/counts/counted.ts'
import { lockedForChange } from '#server/db/locks.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { cancelMails } from '#server/outbox/outbox.ts'
import { hasPendingMail } from '#server/outbox/pending-mail.ts'
import { stopSequences } from '#server/outbox/sequence-state.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import type { Db } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { leaveLine } from '#server/line/enter.ts'
import { countLeft } from '#server/outbox/letter-counts.ts'
import { deleteOnce } from './once-requests.ts'

/** A person's state; undefined if the person does not exist. */
export const stateOf = async (db: Db, personId: string): Promise<PersonState | undefined> =>
  (await db.selectFrom('people').select('state').where('id', '=', personId).executeTakeFirst())
    ?.state

/** A person whom the transaction changes: on Postgres no other one can meanwhile. */
export const readToChange = (trx: Transaction<Schema>, personId: string) =>
  lockedForChange(
    trx,
    trx
      .selectFrom('people')
      .select([
        'id',
        'email',
        'state',
        'confirmedAt',
        'source',
        'referrerHost',
        'placement',
        'language',
        'createdAt',
        'importedAt',
        'repeats',
      ])
      .where('id', '=', personId),
  ).executeTakeFirst()

/** LANG-2: the person chooses the language of their mails and pages, also of what waits. */
export async function chooseLanguage(
  trx: Transaction<Schema>,
  personId: string,
  language: Language,
  now: number,
): Promise<void> {
  await trx
    .updateTable('people')
    .set({ language, languageChosenAt: now })
    .where('id', '=', personId)
    .where('language', '<>', language)
    .execute()
}

/**
 * Takes a person off the list and cancels their waiting mails and their sequence. Returns `removed`
 * if the person never confirmed; the mails they got still count towards the limits. Returns
 * `already` if they had left before; if mail is pending since, for instance because a stranger
 * signed them up, it is cancelled and the time of leaving is renewed. `letterId`: the letter by whose
 * mail a reader leaves, which counts it (LETTER-4).
 */
export async function leave(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  letterId: string | null = null,
): Promise<'done' | 'removed' | 'already'> {
  const before = await readToChange(trx, personId)
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set(({ ref, case: when }) => ({
      state: 'unsubscribed',
      leftAt: now,
      recentMails: when().when('state', '=', 'confirmed').then('[]').else(ref('recentMails')).end(),
    }))
    .where('id', '=', personId)
    .where((person) =>
      person.or([
        person('state', 'in', ['unconfirmed', 'confirmed']),
        signedUpAfterLeaving(person, now),
      ]),
    )
    .executeTakeFirst()
  if (!before || numUpdatedRows === 0n) return 'already'
  count(trx, countsOfChange(before, 'unsubscribed', now))
  if (before.state === 'confirmed') leaveLine(trx, personId, now)
  writeJournalEntry(trx, 'left', before.email, now)
  await deleteOnce(trx, [before.email])
  await cancelMails(trx, personId, 'left the list')
  await stopSequences(trx, personId)
  if (before.state === 'unsubscribed') return 'already'
  if (before.state === 'unconfirmed') return 'removed'
  if (letterId !== null)
    await countLeft(trx, { letterId, personId, domain: domainOf(before.email) })
  return 'done'
}

const signedUpAfterLeaving = (person: ExpressionBuilder<Schema, 'people'>, now: number) =>
  person.and([
    person('state', '=', 'unsubscribed'),
    person('leftAt', '<', now),
    hasPendingMail(person),
  ])

/**
 * Stops all mail to a person, because a mail bounced, the person complained or the operator says
 * so. Only the operator can lift it.
 */
export async function suppress(
  trx: Transaction<Schema>,
  { id, email }: { id: string; email: string },
  state: SilencedState,
  now: number,
): Promise<void> {
  const before = await readToChange(trx, id)
  if (before) count(trx, countsOfChange(before, state, now))
  if (before?.state === 'confirmed') leaveLine(trx, id, now)
  await trx.updateTable('people').set({ state }).where('id', '=', id).execute()
  writeJournalEntry(trx, 'suppressed', email, now, state)
  await cancelMails(trx, id, `the address is ${state}`)
  await deleteOnce(trx, [email])
  await stopSequences(trx, id)
}

/**
 * The same by address. An unknown address is added in that state, so that no later sign-up or
 * import brings mail to it; it counts as blocked, not as a person who joined. Returns whether the
 * address was known.
 */
export async function suppressAddress(
  trx: Transaction<Schema>,
  email: string,
  state: SilencedState,
  now: number,
): Promise<boolean> {
  const id = newId()
  const person = {
    id,
    email,
    state,
    language: campaign.language,
    placement: operatorPlacement,
    source: '',
    createdAt: now,
    confirmedAt: null,
    leftAt: null,
    recentMails: '[]',
    budgetDomain: budgetDomain(domainOf(email)),
  }
  const { id: found } = await trx
    .insertInto('people')
    .values(person)
    .onConflict((same) => same.column('email').doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow()
  if (found === id) count(trx, countsOfNew(person, now))
  await suppress(trx, { id: found, email }, state, now)
  return found !== id
}
