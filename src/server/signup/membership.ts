import { randomUUIDv7 } from 'node:crypto'
import type { ExpressionBuilder, Transaction } from 'kysely'
import { isSilenced, type PersonState, type SilencedState } from '#contract/waitlist.ts'
import { count } from '#server/counts/count.ts'
import {
  countsOfChange,
  countsOfFirstConfirmation,
  countsOfNew,
  operatorPlacement,
} from '#server/counts/count-people.ts'
import { lockedForChange } from '#server/db/lock-people.ts'
import { budgetDomain, domainOf } from '#server/outbox/budget-domain.ts'
import { cancelMails, queueMails } from '#server/outbox/outbox.ts'
import { hasPendingMail, welcomeData } from '#server/outbox/pending-mail.ts'
import { openAfterConfirmation } from '#server/outbox/waiting-domains.ts'
import { resumeSequence, stopSequences } from '#server/outbox/sequence-state.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import type { Db } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { markGoal } from '#server/offers/goal.ts'
import { enterLine, leaveLine } from '#server/line/change-line.ts'
import type { Press } from '#server/line/credit-friend.ts'
import { grantOffers } from '#server/offers/grant-offers.ts'

/** A person's state; undefined if the person does not exist. */
export const stateOf = async (db: Db, personId: string): Promise<PersonState | undefined> =>
  (await db.selectFrom('people').select('state').where('id', '=', personId).executeTakeFirst())
    ?.state

/** `press`: by which the person confirms, if they do it themselves. */
export type Confirmation = { personId: string; press: Press | null }

/** Null for a person who is silenced (bounced, complained, suppressed) or does not exist. */
export type ConfirmResult = 'done' | 'already' | null

/**
 * Confirms people in this order: the second step of double opt-in. The first confirmation of a
 * person queues the welcome mail and grants offers (LIVE-5), and each one resumes a sequence that
 * waited for it, resets the mail limits and ends a suspension. Results come in the same order.
 */
export async function confirmPeople(
  trx: Transaction<Schema>,
  confirmations: readonly Confirmation[],
  now: number,
): Promise<ConfirmResult[]> {
  if (confirmations.length > 1) await lockToChange(trx, confirmations)
  const results: ConfirmResult[] = []
  const domains = new Set<string>()
  for (const { personId, press } of confirmations) {
    const { result, email } = await confirmOne(trx, personId, now, press)
    results.push(result)
    if (email !== undefined) domains.add(domainOf(email))
  }
  // Each confirmed person raises the budget of their domain, so its waiting first mails may leave.
  await openAfterConfirmation(trx, domains, now)
  return results
}

/** The same for one person. */
export const confirmPerson = async (
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  press: Press | null = null,
): Promise<ConfirmResult> => (await confirmPeople(trx, [{ personId, press }], now))[0]!

/** In one order for all transactions, so that two of them cannot deadlock on Postgres. */
const lockToChange = (trx: Transaction<Schema>, people: readonly Confirmation[]) =>
  lockedForChange(
    trx,
    trx
      .selectFrom('people')
      .select('id')
      .where('id', 'in', [...new Set(people.map(({ personId }) => personId))])
      .orderBy('id'),
  ).execute()

/** Returns the person's address too, if this call confirmed them. */
async function confirmOne(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  press: Press | null,
): Promise<{ result: ConfirmResult; email?: string }> {
  const before = await readToChange(trx, personId)
  if (!before || isSilenced(before.state)) return { result: null }
  if (before.state === 'confirmed') return { result: 'already' }
  const { email, created_at, placement } = before
  await trx
    .updateTable('people')
    .set({
      state: 'confirmed',
      confirmed_at: now,
      left_at: null,
      recent_mails: '[]',
      mail_suspended_until: null,
    })
    .where('id', '=', personId)
    .execute()
  // `confirmed_at` stays set after leaving.
  const isFirst = before.confirmed_at === null
  count(trx, countsOfChange(before, 'confirmed', now))
  if (isFirst) count(trx, countsOfFirstConfirmation(before, now))
  if (isFirst && placement !== 'import') {
    await queueWelcome(trx, personId, email, now)
    grantOffers(trx, [{ id: personId, created_at, placement }], now)
  }
  await resumeSequence(trx, personId, now)
  enterLine(trx, [{ id: personId, returns: !isFirst, press }], now)
  markGoal(trx, now)
  return { result: 'done', email }
}

/** The person as the transaction changes them: on Postgres no other one can meanwhile. */
const readToChange = (trx: Transaction<Schema>, personId: string) =>
  lockedForChange(
    trx,
    trx
      .selectFrom('people')
      .select([
        'email',
        'state',
        'confirmed_at',
        'source',
        'referrer_host',
        'placement',
        'created_at',
        'imported_at',
      ])
      .where('id', '=', personId),
  ).executeTakeFirst()

/** CALL-1: once per person. */
async function queueWelcome(
  trx: Transaction<Schema>,
  personId: string,
  email: string,
  now: number,
): Promise<void> {
  const data = await welcomeData(trx, personId)
  await queueMails(trx, [{ personId, email, template: 'welcome', data }], now)
}

/**
 * Takes a person off the list and cancels their waiting mails and their sequence. Returns `removed`
 * if the person never confirmed; the mails they got still count towards the limits. Returns
 * `already` if they had left before; if mail is pending since, for instance because a stranger
 * signed them up, it is cancelled and the time of leaving is renewed.
 */
export async function leave(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<'done' | 'removed' | 'already'> {
  const before = await readToChange(trx, personId)
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
        signedUpAfterLeaving(person, now),
      ]),
    )
    .executeTakeFirst()
  if (!before || numUpdatedRows === 0n) return 'already'
  count(trx, countsOfChange(before, 'unsubscribed', now))
  if (before.state === 'confirmed') leaveLine(trx, personId, now)
  writeJournalEntry(trx, 'left', before.email, now)
  await cancelMails(trx, personId, 'left the list')
  await stopSequences(trx, personId)
  if (before.state === 'unsubscribed') return 'already'
  return before.state === 'unconfirmed' ? 'removed' : 'done'
}

const signedUpAfterLeaving = (person: ExpressionBuilder<Schema, 'people'>, now: number) =>
  person.and([
    person('state', '=', 'unsubscribed'),
    person('left_at', '<', now),
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
  writeJournalEntry(trx, 'suppressed', email, now)
  await cancelMails(trx, id, `the address is ${state}`)
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
  const id = randomUUIDv7()
  const person = {
    id,
    email,
    state,
    placement: operatorPlacement,
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
  if (found === id) count(trx, countsOfNew(person, now))
  await suppress(trx, { id: found, email }, state, now)
  return found !== id
}
