import { createHash, randomBytes } from 'node:crypto'
import { newId } from '#server/db/new-id.ts'
import type { Selectable, Transaction } from 'kysely'
import { consentWording, type Consent } from '#contract/campaign.ts'
import { promisedMs } from '#contract/promises.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import type { Db, Store } from '#server/db/open.ts'
import type { OnceRequestsTable } from '#server/db/launch-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { signUpMail, withMail } from './policy.ts'
import { isSilencedAddress } from './silenced-address.ts'

/** END-3: an address that asked for one mail when the list opens again. It is not on the list. */
export type OnceRequest = Selectable<OnceRequestsTable>

const linkMs = promisedMs('unconfirmed')

/**
 * Stores an address and queues its confirm mail, under the limits of a sign-up: one in 24 hours and
 * three in all. A confirmed request and a silenced address get none. `network`: the keyed hash of
 * the network that asked.
 */
export async function requestOnce(
  trx: Transaction<Schema>,
  { email, consent, network }: { email: string; consent: Consent; network: string },
  now: number,
): Promise<void> {
  const values = {
    id: newId(),
    email,
    consentVersion: consent.version,
    wording: consentWording(consent),
    requestedAt: now,
    confirmedAt: null,
    recentMails: '[]',
    linkHash: null,
    linkExpiresAt: null,
    queuedAt: null,
  }
  const request = await trx
    .insertInto('once_requests')
    .values(values)
    // The update changes nothing; it returns and locks the row of a known address.
    .onConflict((same) => same.column('email').doUpdateSet({ email }))
    .returningAll()
    .executeTakeFirstOrThrow()
  const recentMails: number[] = JSON.parse(request.recentMails)
  const history = { state: 'unconfirmed' as const, recentMails, leftAt: null }
  const isWanted =
    request.confirmedAt === null &&
    signUpMail(history, { optIn: 'double' }, now) === 'confirm' &&
    !(await isSilencedAddress(trx, email, now))
  if (!isWanted) return
  await trx
    .updateTable('once_requests')
    .set({ recentMails: JSON.stringify(withMail(recentMails, now)) })
    .where('id', '=', request.id)
    .execute()
  const data = { requestId: request.id }
  await queueOperatorMail(trx, { email, template: 'once-confirm', data, network }, now)
}

/**
 * Makes the token of a request's link, as its mail is rendered; an earlier link stops working. Null
 * where the request is gone.
 */
export async function createOnceToken(
  store: Store,
  id: string,
  now: number,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { numUpdatedRows } = await store.transact((trx) =>
    trx
      .updateTable('once_requests')
      .set({ linkHash: hashOf(token), linkExpiresAt: now + linkMs })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n ? token : null
}

/** Whether the request of a mail is still there: it may have been deleted since it was queued. */
export const hasOnce = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('once_requests').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined

/** The request of a link. A confirmed one keeps its link, which can delete the address. */
export async function findOnce(db: Db, token: string, now: number): Promise<OnceRequest | null> {
  const found = await db
    .selectFrom('once_requests')
    .selectAll()
    .where('linkHash', '=', hashOf(token))
    .executeTakeFirst()
  if (!found || (found.confirmedAt === null && (found.linkExpiresAt ?? 0) <= now)) return null
  return found
}

export const confirmOnce = (trx: Transaction<Schema>, id: string, now: number) =>
  trx
    .updateTable('once_requests')
    .set({ confirmedAt: now })
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .execute()

/** Deletes addresses with the mails to them. Returns those that were there. */
export async function deleteOnce(
  trx: Transaction<Schema>,
  emails: readonly string[],
): Promise<string[]> {
  if (emails.length === 0) return []
  const rows = await trx
    .deleteFrom('once_requests')
    .where('email', 'in', emails)
    .returning('email')
    .execute()
  const deleted = rows.map(({ email }) => email)
  if (deleted.length > 0)
    await trx
      .deleteFrom('operator_mails')
      .where('email', 'in', deleted)
      .where('template', 'in', ['once-confirm', 'once'])
      .where('state', '<>', 'kept')
      .execute()
  return deleted
}

/** The owner deletes the address: a restore does not bring it back. */
export async function leaveClosedList(
  trx: Transaction<Schema>,
  email: string,
  now: number,
): Promise<void> {
  writeJournalEntry(trx, 'left-closed-list', email, now)
  await deleteOnce(trx, [email])
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
