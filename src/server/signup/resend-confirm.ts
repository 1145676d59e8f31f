import type { Selectable, Transaction } from 'kysely'
import type { NotResent } from '#contract/person-screens.ts'
import { promisedMs } from '#contract/promises.ts'
import { isSilenced } from '#contract/waitlist.ts'
import type { Db, Store } from '#server/db/open.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { welcomeData } from '#server/outbox/pending-mail.ts'
import { signUpMail, withMail } from './policy.ts'

/**
 * Whether the confirm mail can be sent again, or why not. `sent` counts the confirm mails so far,
 * as far as the limits need them.
 */
export type Resend = { may: true; sent: number } | ({ may: false } & NotResent)

type Person = Pick<
  Selectable<PeopleTable>,
  'id' | 'email' | 'state' | 'recentMails' | 'leftAt' | 'importedAt'
>

/**
 * Whether an operator can send the confirm mail again: only to a person who asked for one, and
 * within the limits of a sign-up. `isWaiting`: a confirm mail to the person is not sent yet.
 */
function resendOf(person: Person, isWaiting: boolean, now: number): Resend {
  const { state, leftAt, importedAt } = person
  const recentMails: number[] = JSON.parse(person.recentMails)
  if (state === 'confirmed') return { may: false, why: 'confirmed' }
  if (state === 'unsubscribed') return { may: false, why: 'left' }
  if (isSilenced(state)) return { may: false, why: 'silenced' }
  if (isWaiting) return { may: false, why: 'waiting' }
  if (importedAt !== null && recentMails.length === 0) return { may: false, why: 'not-requested' }
  if (signUpMail({ state, recentMails, leftAt }, { optIn: 'double' }, now) === 'confirm')
    return { may: true, sent: recentMails.length }
  return recentMails.length >= 3
    ? { may: false, why: 'three' }
    : { may: false, why: 'recent', mayAt: recentMails.at(-1)! + promisedMs('confirmPause') }
}

/** The same for a stored person; null if they do not exist. */
export async function readResend(db: Db, personId: string, now: number): Promise<Resend | null> {
  const person = await rowOf(db, personId).executeTakeFirst()
  return person ? resendOf(person, await isWaiting(db, personId), now) : null
}

/**
 * Queues the confirm mail again, if it may be sent. The earlier links stay valid. Locks the person,
 * so that of two operators one queues a mail.
 */
export async function resendConfirm(
  trx: Transaction<Schema>,
  { engine }: Pick<Store, 'engine'>,
  personId: string,
  now: number,
): Promise<Resend | null> {
  const person = await rowOf(trx, personId)
    .$if(engine === 'postgres', (row) => row.forUpdate())
    .executeTakeFirst()
  if (!person) return null
  const resend = resendOf(person, await isWaiting(trx, personId), now)
  if (!resend.may) return resend
  const recentMails: number[] = JSON.parse(person.recentMails)
  await trx
    .updateTable('people')
    .set({ recentMails: JSON.stringify(withMail(recentMails, now)) })
    .where('id', '=', personId)
    .execute()
  const data = await welcomeData(trx, personId)
  await queueMails(trx, [{ personId, email: person.email, template: 'confirm', data }], now)
  return resend
}

const rowOf = (db: Db, personId: string) =>
  db
    .selectFrom('people')
    .select(['id', 'email', 'state', 'recentMails', 'leftAt', 'importedAt'])
    .where('id', '=', personId)

const isWaiting = async (db: Db, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('personId', '=', personId)
    .where('template', '=', 'confirm')
    .where('state', 'in', ['due', 'sending', 'overdue'])
    .limit(1)
    .executeTakeFirst()) !== undefined
