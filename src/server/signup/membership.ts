import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, Transaction } from 'kysely'
import type { PersonState, SilencedState } from '#contract/waitlist.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { cancelMails, queueMails } from '#server/outbox/outbox.ts'
import { openAfterConfirmation } from '#server/outbox/waiting-domains.ts'
import { resumeSequence, stopSequences } from '#server/outbox/sequence-state.ts'
import { noteInJournal } from '#server/db/journal.ts'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { countConfirmed } from './source-counts.ts'

export const stateOf = async (db: Db, personId: string): Promise<PersonState | undefined> =>
  (await db.selectFrom('people').select('state').where('id', '=', personId).executeTakeFirst())
    ?.state

/**
 * Double opt-in's second step, for which a sequence may have waited. The first confirmation queues the welcome mail. Mail limits start anew with the state. Null for
 * somebody who gets no mail ever (bounced, complained, suppressed): only the operator lifts that.
 */
export async function confirmPerson(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<'done' | 'already' | null> {
  const before = await trx
    .selectFrom('people')
    .select([
      'email',
      'confirmed_at',
      'source',
      'referrer_host',
      'placement',
      'created_at',
      'imported_at',
    ])
    .where('id', '=', personId)
    .executeTakeFirst()
  const confirming = trx
    .updateTable('people')
    .set({ state: 'confirmed', confirmed_at: now, left_at: null, recent_mails: '[]' })
    .where('id', '=', personId)
    .where('state', 'in', ['unconfirmed', 'unsubscribed'])
  // `confirmed_at` outlives leaving, so two updates tell a first confirmation from a later one, also where two transactions confirm at once.
  const first = await confirming
    .where('confirmed_at', 'is', null)
    .where('placement', '!=', 'import')
    .returning('email')
    .executeTakeFirst()
  if (first) await queueWelcome(trx, personId, first.email, now)
  else if ((await confirming.executeTakeFirst()).numUpdatedRows === 0n)
    return (await stateOf(trx, personId)) === 'confirmed' ? 'already' : null
  await resumeSequence(trx, personId, now)
  if (before?.confirmed_at === null) await countConfirmed(trx, before, now)
  // Where others with addresses of the same domain wait for their first mail, more of them may be sent now.
  if (before) await openAfterConfirmation(trx, domainOf(before.email), now)
  return 'done'
}

/** CALL-1: once per person. It names the type of the newest quiz result, whose protocol follows. */
async function queueWelcome(
  trx: Transaction<Schema>,
  personId: string,
  email: string,
  now: number,
): Promise<void> {
  const result = await trx
    .selectFrom('quiz_results')
    .select('performance_type')
    .where('person_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  await queueMails(
    trx,
    [
      {
        personId,
        email,
        template: 'welcome',
        ...(result && { data: { quizType: result.performance_type } }),
      },
    ],
    now,
  )
}

/**
 * Leaves the list and takes back every mail that still waits, and the sequence. Who never confirmed is `removed`, and their mails go on counting. Who has left
 * `already` is told so, and leaves again where somebody has entered them since.
 */
export async function leave(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<'done' | 'removed' | 'already'> {
  const before = await trx
    .selectFrom('people')
    .select(['state', 'email'])
    .where('id', '=', personId)
    .executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('people')
    .set(({ ref, case: when }) => ({
      state: 'unsubscribed',
      left_at: now,
      recent_mails: when()
        .when('state', '=', 'confirmed')
        .then('[]')
        .else(ref('recent_mails'))
        .end(),
    }))
    .where('id', '=', personId)
    .where((person) =>
      person.or([
        person('state', 'in', ['unconfirmed', 'confirmed']),
        enteredAfterLeaving(person, now),
      ]),
    )
    .executeTakeFirst()
  if (!before || numUpdatedRows === 0n) return 'already'
  noteInJournal(trx, 'left', before.email, now)
  await cancelMails(trx, personId, 'left the list')
  await stopSequences(trx, personId)
  return before.state === 'unsubscribed'
    ? 'already'
    : before.state === 'unconfirmed'
      ? 'removed'
      : 'done'
}

/** By themselves or by a stranger, so that a confirm mail waits, or a quiz result for its sequence. */
const enteredAfterLeaving = (person: ExpressionBuilder<Schema, 'people'>, now: number) =>
  person.and([
    person('state', '=', 'unsubscribed'),
    person('left_at', '<', now),
    person.or([
      person.exists(
        person
          .selectFrom('outbox')
          .select('outbox.id')
          .whereRef('outbox.person_id', '=', 'people.id')
          .where('outbox.state', 'in', ['due', 'sending', 'overdue']),
      ),
      person.exists(
        person
          .selectFrom('quiz_results')
          .select('quiz_results.id')
          .whereRef('quiz_results.person_id', '=', 'people.id')
          .whereRef('quiz_results.created_at', '>', 'people.left_at'),
      ),
    ]),
  ])

/** No mail goes to this address ever again: it came back, was complained of, or the operator says so. Only the operator lifts that. */
export async function suppress(
  trx: Transaction<Schema>,
  { id, email }: { id: string; email: string },
  state: SilencedState,
  now: number,
): Promise<void> {
  await trx.updateTable('people').set({ state }).where('id', '=', id).execute()
  noteInJournal(trx, 'suppressed', email, now)
  await cancelMails(trx, id, `the address is ${state}`)
  await stopSequences(trx, id)
}

/** The same by address. One that is not on the list is entered for it, so that it stays silenced whoever enters it. True where it was there. */
export async function suppressAddress(
  trx: Transaction<Schema>,
  email: string,
  state: SilencedState,
  now: number,
): Promise<boolean> {
  const id = randomUUIDv7()
  const person = {
    id,
    email,
    state,
    placement: 'operator',
    source: '',
    created_at: now,
    confirmed_at: null,
    left_at: null,
    recent_mails: '[]',
    budget_domain: budgetDomain(domainOf(email)),
  }
  const { id: found } = await trx
    .insertInto('people')
    .values(person)
    .onConflict((same) => same.column('email').doUpdateSet({ email }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await suppress(trx, { id: found, email }, state, now)
  return found !== id
}
