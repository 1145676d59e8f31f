import type { Transaction } from 'kysely'
import type { PersonState } from '#contract/waitlist.ts'
import { cancelMails } from '#server/mail/outbox.ts'
import { stopSequences } from '#server/quiz/sequences.ts'
import { noteInJournal } from '#server/store/journal.ts'
import type { Db } from '#server/store/open.ts'
import type { Schema } from '#server/store/schema.ts'

export const stateOf = async (db: Db, personId: string): Promise<PersonState | undefined> =>
  (await db.selectFrom('people').select('state').where('id', '=', personId).executeTakeFirst())?.state

/**
 * Double opt-in's second step. Mail limits start anew with the state. Null for somebody who gets no mail ever (bounced,
 * complained, suppressed): only the operator lifts that.
 */
export async function confirmPerson(trx: Transaction<Schema>, personId: string, now: number): Promise<'done' | 'already' | null> {
  const { numUpdatedRows } = await trx.updateTable('people')
    .set({ state: 'confirmed', confirmed_at: now, left_at: null, recent_mails: '[]' })
    .where('id', '=', personId).where('state', 'in', ['unconfirmed', 'unsubscribed']).executeTakeFirst()
  if (numUpdatedRows > 0n) return 'done'
  return (await stateOf(trx, personId)) === 'confirmed' ? 'already' : null
}

/** Leaves the list and takes back every mail that still waits, and the sequence. Who has left already is told so; who never confirmed is `removed`. */
export async function leave(trx: Transaction<Schema>, personId: string, now: number): Promise<'done' | 'removed' | 'already'> {
  const before = await trx.selectFrom('people').select(['state', 'email']).where('id', '=', personId).executeTakeFirst()
  const { numUpdatedRows } = await trx.updateTable('people')
    .set({ state: 'unsubscribed', left_at: now, recent_mails: '[]' })
    .where('id', '=', personId).where('state', 'in', ['unconfirmed', 'confirmed']).executeTakeFirst()
  if (!before || numUpdatedRows === 0n) return 'already'
  noteInJournal(trx, 'left', before.email, now)
  await cancelMails(trx, personId, 'left the list')
  await stopSequences(trx, personId)
  return before.state === 'unconfirmed' ? 'removed' : 'done'
}

/** No mail goes to this address any more: it came back, or was complained of. Only the operator lifts that. */
export async function suppress(trx: Transaction<Schema>, { id, email }: { id: string; email: string }, state: 'bounced' | 'complained' | 'suppressed', now: number): Promise<void> {
  await trx.updateTable('people').set({ state }).where('id', '=', id).execute()
  noteInJournal(trx, 'suppressed', email, now)
  await cancelMails(trx, id, `the address is ${state}`)
  await stopSequences(trx, id)
}
