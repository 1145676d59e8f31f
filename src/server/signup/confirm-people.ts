import type { Transaction, Selectable } from 'kysely'
import type { NotResent } from '#contract/people/screens.ts'
import { isSilenced } from '#contract/people/waitlist.ts'
import { promisedMs } from '#contract/promises/promises.ts'
import { count } from '#server/counts/count.ts'
import { countsOfChange, countsOfFirstConfirmation } from '#server/counts/counted.ts'
import type { Schema } from '#server/db/schema.ts'
import { enterLine } from '#server/line/enter.ts'
import type { Press } from '#server/line/doubts.ts'
import { grantOffers } from '#server/offers/grants.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { queueMails } from '#server/outbox/outbox.ts'
import { welcomeData } from '#server/outbox/pending-mail.ts'
import { resumeSequences } from '#server/outbox/sequence-state.ts'
import { openAfterConfirmation } from '#server/outbox/waiting-domains.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import { readToChange } from './membership.ts'
import { isReturn, returnWaitMs, withRepeat } from './repeats.ts'
import { signUpMail, withMail } from './policy.ts'

/**
 * Null for a person who is silenced (bounced, complained, suppressed) or does not exist. `waitMs`:
 * the person has come back too often, and can again after this time.
 */
type ConfirmResult = 'done' | 'already' | { waitMs: number } | null

/**
 * Confirms a person: the second step of double opt-in. The first confirmation queues the welcome
 * mail and grants offers (LIVE-5), and each one resumes a sequence that waited for it, resets the
 * mail limits and ends a suspension. `press`: by which the person confirms, if they do it
 * themselves. `calendar` is the time by which a date decides, e.g. whether an offer has ended
 * (clock/clock.ts).
 */
export async function confirmPerson(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
  press: Press | null = null,
  calendar: number = now,
): Promise<ConfirmResult> {
  const before = await readToChange(trx, personId)
  if (!before || isSilenced(before.state)) return null
  if (before.state === 'confirmed') return 'already'
  // Only people who press themselves can repeat it without end.
  const waitMs = press ? returnWaitMs(before, now) : 0
  if (waitMs > 0) return { waitMs }
  await storeConfirmation(trx, before, press, now)
  // `confirmedAt` stays set after leaving.
  const isFirst = before.confirmedAt === null
  const isWelcome = isFirst && before.placement !== 'import'
  // A clock that is behind would make it late once it is right.
  if (isWelcome) await queueWelcome(trx, before, Math.max(now, calendar))
  await resumeSequences(trx, [personId], calendar)
  // Each confirmed person raises the budget of their domain, so its waiting first mails may leave.
  await openAfterConfirmation(trx, [domainOf(before.email)], now)
  if (isWelcome) await grantOffers(trx, [before], calendar)
  enterLine(trx, [{ id: personId, returns: !isFirst, press }], calendar)
  return 'done'
}

type Person = NonNullable<Awaited<ReturnType<typeof readToChange>>>

async function storeConfirmation(
  trx: Transaction<Schema>,
  before: Person,
  press: Press | null,
  now: number,
): Promise<void> {
  await trx
    .updateTable('people')
    .set({
      state: 'confirmed',
      confirmedAt: now,
      leftAt: null,
      recentMails: '[]',
      mailSuspendedUntil: null,
      ...(press && isReturn(before) && { repeats: withRepeat(before.repeats, 'return', now) }),
    })
    .where('id', '=', before.id)
    .execute()
  count(trx, countsOfChange(before, 'confirmed', now))
  if (before.confirmedAt === null) count(trx, countsOfFirstConfirmation(before, now))
}

/** CALL-1: once per person. */
async function queueWelcome(
  trx: Transaction<Schema>,
  { id, email }: Person,
  now: number,
): Promise<void> {
  const data = await welcomeData(trx, id)
  await queueMails(trx, [{ personId: id, email, template: 'welcome', data }], now)
}

/**
 * Whether the confirm mail can be sent again, or why not. `sent` counts the confirm mails so far,
 * as far as the limits need them.
 */
export type Resend = { may: true; sent: number } | ({ may: false } & NotResent)

type ResendRow = Pick<
  Selectable<PeopleTable>,
  'id' | 'email' | 'state' | 'recentMails' | 'leftAt' | 'importedAt'
>

/**
 * Whether an operator can send the confirm mail again: only to a person who asked for one, and
 * within the limits of a sign-up. `isWaiting`: a confirm mail to the person is not sent yet.
 */
function resendOf(person: ResendRow, isWaiting: boolean, now: number): Resend {
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
