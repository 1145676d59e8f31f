import type { Selectable, Transaction } from 'kysely'
import { consentWording, type Consent } from '#contract/campaign/consents.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { promisedMs } from '#contract/promises/promises.ts'
import type { Launch } from '#contract/launch/launch.ts'
import { minuteMs } from '#contract/time.ts'
import { silencedStates } from '#contract/people/waitlist.ts'
import { hashOfToken, newId, newToken } from '#server/db/new-id.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import type { Db, Store } from '#server/db/store.ts'
import { mailStates } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { onceTemplates, queueOperatorMail } from '#server/outbox/operator-mails.ts'
import { countRows } from '#server/db/rows.ts'
import { signUpMail, withMail } from './policy.ts'

/** END-3: an address that asked for one mail when the list opens again. It is not on the list. */
export type OnceRequest = Selectable<Schema['once_requests']>

const linkMs = promisedMs('unconfirmed')

type OnceSignUp = { email: string; consent: Consent; network: string; language: Language }

/**
 * Stores an address and queues its confirm mail, under the limits of a sign-up: one in 24 hours and
 * three in all. A confirmed request and a silenced address get none. `network`: the keyed hash of
 * the network that asked.
 */
export async function requestOnce(
  trx: Transaction<Schema>,
  { email, consent, network, language }: OnceSignUp,
  now: number,
): Promise<void> {
  const values = {
    id: newId(),
    email,
    language,
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
 * Whether an address gets no mail at `now`, although its mail has no person: it is suppressed, has
 * bounced or complained, or its mail is suspended. Asked just before each such mail that is not urgent.
 */
export async function isSilencedAddress(db: Db, email: string, now: number): Promise<boolean> {
  const silenced = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', email)
    .where((person) =>
      person.or([person('state', 'in', silencedStates), person('mailSuspendedUntil', '>', now)]),
    )
    .executeTakeFirst()
  return silenced !== undefined
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
  const token = newToken()
  const { numUpdatedRows } = await store.transact((trx) =>
    trx
      .updateTable('once_requests')
      .set({ linkHash: hashOfToken(token), linkExpiresAt: now + linkMs })
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n ? token : null
}

/**
 * LANG-2: the language of the mails to a request; undefined where it has been deleted since they were
 * queued.
 */
export const languageOfOnce = async (db: Db, id: string): Promise<Language | undefined> =>
  (await db.selectFrom('once_requests').select('language').where('id', '=', id).executeTakeFirst())
    ?.language

/** The request of a link. A confirmed one keeps its link, which can delete the address. */
export async function findOnce(db: Db, token: string, now: number): Promise<OnceRequest | null> {
  const found = await db
    .selectFrom('once_requests')
    .selectAll()
    .where('linkHash', '=', hashOfToken(token))
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

/** Named one by one, as the index of these mails begins with the state. */
const notKept = mailStates.filter((state) => state !== 'kept')

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
      .deleteFrom('outbox')
      .where('personId', 'is', null)
      .where('email', 'in', deleted)
      .where('template', 'in', onceTemplates)
      .where('state', 'in', notKept)
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

/** So long the list has to be open: an operator can take back an opening by mistake. */
export const openBeforeMs = 10 * minuteMs
const mostQueued = 50
/** So many wait for their budgets at once: none of them is given up for its age (14 days). */
const mostWaiting = 1_000

/**
 * END-3: queues the one mail to confirmed requests once the list was open for 10 minutes after it
 * was closed, and deletes the addresses whose mail was sent. Returns whether mails were queued.
 */
export async function runOnceMails(store: Store, launch: Launch, now: number): Promise<boolean> {
  await store.transact(async (trx) => {
    const ended = await trx
      .selectFrom('outbox')
      .innerJoin('once_requests', 'once_requests.email', 'outbox.email')
      .select('once_requests.email')
      .where('outbox.personId', 'is', null)
      .where('outbox.template', '=', 'once')
      .where('outbox.state', 'not in', ['due', 'sending'])
      .limit(mostQueued * 2)
      .execute()
    await deleteOnce(
      trx,
      ended.map(({ email }) => email),
    )
  })
  if (launch.state !== 'open' || launch.since === null || now < launch.since + openBeforeMs)
    return false
  const { since } = launch
  return store.transact(async (trx) => {
    await deleteUnwanted(trx, now)
    const most = Math.min(mostQueued, mostWaiting - (await countWaiting(trx)))
    if (most <= 0) return false
    const due = await trx
      .updateTable('once_requests')
      .set({ queuedAt: now })
      .where('queuedAt', 'is', null)
      .where(
        'id',
        'in',
        trx
          .selectFrom('once_requests')
          .select('id')
          .where('confirmedAt', 'is not', null)
          .where('queuedAt', 'is', null)
          .where('requestedAt', '<', since)
          .orderBy('requestedAt')
          .limit(most),
      )
      .returning(['id', 'email'])
      .execute()
    for (const { id, email } of due)
      await queueOperatorMail(trx, { email, template: 'once', data: { requestId: id } }, now)
    return due.length > 0
  })
}

/** Deletes the requests of people who left since then, and of addresses that get no mail. */
async function deleteUnwanted(trx: Transaction<Schema>, now: number): Promise<void> {
  const unwanted = await trx
    .selectFrom('once_requests')
    .innerJoin('people', 'people.email', 'once_requests.email')
    .select('once_requests.email')
    .where(({ or, eb, ref }) =>
      or([
        eb('people.state', 'in', silencedStates),
        eb('people.mailSuspendedUntil', '>', now),
        eb('people.leftAt', '>', ref('once_requests.requestedAt')),
      ]),
    )
    .execute()
  await deleteOnce(
    trx,
    unwanted.map(({ email }) => email),
  )
}

const countWaiting = (trx: Transaction<Schema>): Promise<number> =>
  countRows(
    trx,
    trx
      .selectFrom('outbox')
      .where('personId', 'is', null)
      .where('template', '=', 'once')
      .where('state', 'in', ['due', 'sending']),
  )

/**
 * After a restore: addresses of the backup may have had their one mail since, so none is sent to
 * them. Returns how many there are.
 */
export async function withholdOnceMails(store: Store, now: number): Promise<number> {
  return store.transact(async (trx) => {
    await trx
      .deleteFrom('outbox')
      .where('personId', 'is', null)
      .where('template', 'in', onceTemplates)
      .where('state', 'in', ['due', 'sending'])
      .execute()
    const { numUpdatedRows } = await trx
      .updateTable('once_requests')
      .set({ queuedAt: now })
      .where('queuedAt', 'is', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}
