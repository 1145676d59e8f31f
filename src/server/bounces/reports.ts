import type { Transaction } from 'kysely'
import { operatorMs, operatorTime } from '#contract/promises/operator-times.ts'
import type { MailState, MailReportsTable, OutboxTable } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { kindOf } from '#server/outbox/operator-mails.ts'
import { countEnded } from '#server/delivery/outcome-counts.ts'
import type { Store, Db } from '#server/db/store.ts'
import {
  logLetterStop,
  type StopLog,
  recordLetterReport,
  type LetterStop,
} from '#server/letters/outcomes.ts'
import { addOnceReport, addReport, type Report } from '#server/signup/mail-reports.ts'
import type { Meaning } from '#server/answers/answer.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'

/*
 * A report about a mail, from its source to the person:
 *
 * outbox/mail-tokens.ts makes the token of a mail. delivery/message.ts puts it into the envelope
 * sender, and into the header that the configured provider returns.
 * webhook-routes.ts serves `/webhooks/{provider}`; one file for each provider verifies the call and
 * reads its report (postmark-webhook.ts, mailgun-webhook.ts, resend-webhook.ts, ses-webhook.ts).
 * Messages of the bounce mailbox come by handle-message.ts.
 * This file applies and counts a report from any source. delivery/record.ts does so with a refusal
 * in the SMTP dialogue. Both call signup/mail-reports.ts, which stores a report once and suppresses
 * or suspends the person.
 */

export type { Report }
type Applied = 'applied' | 'replayed' | 'unknown'

/**
 * BACK-4: stores a report about a mail, and suppresses or suspends its address. Bounces and
 * complaints may stop the letter that the mail belongs to: `stopped` is called before the commit
 * then. `replayed`: the report was applied before. `unknown`: there is no such mail, for instance
 * because its person was erased. The caller has checked that the report is genuine.
 */
export async function applyReport(
  trx: Transaction<Schema>,
  report: Report,
  now: number,
  stopped: (stop: LetterStop) => void = () => {},
): Promise<Applied> {
  const mail = await trx
    .selectFrom('outbox')
    .select(['personId', 'email', 'template', 'domain', 'state'])
    .select(['letterId', 'letterLanguage', 'letterSlot'])
    .where('id', '=', report.mailId)
    .executeTakeFirst()
  if (!mail) return 'unknown'
  const { personId, letterId } = mail
  if (personId === null) return applyOnceReport(trx, report, mail, now)
  if (!(await addReport(trx, { ...report, personId, letterId }, now))) return 'replayed'
  const outcome = counted[report.kind]
  if (outcome && leftUs.has(mail.state) && (await isFirst(trx, report, personId))) {
    const { domain, letterLanguage, letterSlot } = mail
    // Only a letter counts what was declined, for its operators to see.
    if (outcome !== 'declined') await countEnded(trx, [{ domain, outcome }], now)
    const ofLetter = letterId !== null && { letterId, letterLanguage, letterSlot, domain }
    const stop = ofLetter && (await recordLetterReport(trx, ofLetter, outcome, now))
    if (stop) stopped(stop)
  }
  return 'applied'
}

/** END-3: of a mail to an address that asked for one mail. Only people's mails are counted. */
async function applyOnceReport(
  trx: Transaction<Schema>,
  report: Report,
  { template, email }: Pick<OutboxTable, 'template' | 'email'>,
  now: number,
): Promise<Applied> {
  if (!kindOf(template).toPeople) return 'unknown'
  return (await addOnceReport(trx, { ...report, email }, now)) ? 'applied' : 'replayed'
}

/** The same in a transaction of its own. A letter that it stops is logged and counted. */
export async function storeReport(
  { store, ...stopLog }: { store: Store } & StopLog,
  report: Report,
  now: number,
): Promise<Applied> {
  let stops: LetterStop[] = []
  const applied = await store.transact((trx) => {
    stops = []
    return applyReport(trx, report, now, (stop) => stops.push(stop))
  })
  for (const stop of stops) logLetterStop(stopLog, stop)
  return applied
}

/**
 * BACK-3: stores that a person left or is suppressed at the provider, where the event names only the
 * address. It belongs to their latest mail; no letter counts it.
 */
export const storeDeparture = (
  store: Store,
  { email, ...report }: Omit<Report, 'mailId'> & { email: string },
  now: number,
): Promise<Applied> =>
  store.transact(async (trx) => {
    const person = await trx
      .selectFrom('people')
      .leftJoin('outbox', 'outbox.personId', 'people.id')
      .select(['people.id as personId', 'outbox.id as mailId'])
      .where('people.email', '=', email.trim().toLowerCase())
      .orderBy('outbox.id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!person) return 'unknown'
    const { personId, mailId } = person
    const isNew = await addReport(trx, { ...report, personId, mailId: mailId ?? '' }, now)
    return isNew ? 'applied' : 'replayed'
  })

/** A mail counts once with each outcome, however many servers report it. */
const counted = {
  'hard-bounce': 'returned',
  complaint: 'complained',
  'soft-bounce': 'declined',
  'out-of-office': null,
  refusal: 'declined',
  account: 'declined',
  unsubscribe: null,
} as const satisfies Record<Report['kind'], string | null>

const reportKinds = Object.keys(counted) as (keyof typeof counted)[]

/** A mail that the mail server refused was counted then. A fast report comes while it is `sending`. */
const leftUs: ReadonlySet<MailState> = new Set(['sending', 'sent', 'uncertain'])

/** Asked after the report is stored: its person is locked then. */
async function isFirst(
  trx: Transaction<Schema>,
  { mailId, kind }: Report,
  personId: string,
): Promise<boolean> {
  const alike = reportKinds.filter((other) => counted[other] === counted[kind])
  const reports = await trx
    .selectFrom('mail_reports')
    .select('id')
    .where('personId', '=', personId)
    .where('mailId', '=', mailId)
    .where('kind', 'in', alike)
    .limit(2)
    .execute()
  return reports.length === 1
}

/**
 * BACK-4: how a report is stored. Only a mailbox's own trouble bounces; a report that decides nothing
 * is a soft bounce. A refusal by policy and words about our account change nobody.
 */
export function kindOfMeaning(meaning: Meaning): Report['kind'] {
  switch (meaning.about) {
    case 'mailbox':
      return `${meaning.bounce}-bounce`
    case 'account':
      return 'account'
    case 'policy':
      return 'refusal'
    case 'nothing':
      return 'soft-bounce'
  }
}

/** What takes an address off the list of those that get mail. */
const suppressing: readonly MailReportsTable['kind'][] = ['hard-bounce', 'complaint']
const mostRead = 1_000

/**
 * DASH-6: of the latest thousand reports, the latest `most` that suppress an address, and then the
 * latest `most` others, with the address of their person.
 */
export const readRecentReports = async (db: Db, most: number) => [
  ...(await readLatest(db, 'in', most)),
  ...(await readLatest(db, 'not in', most)),
]

const readLatest = (db: Db, which: 'in' | 'not in', most: number) =>
  db
    .selectFrom(
      db
        .selectFrom('mail_reports')
        .select(['id', 'personId', 'kind', 'via', 'at', 'reason'])
        .orderBy('at', 'desc')
        .limit(mostRead)
        .as('latest'),
    )
    .innerJoin('people', 'people.id', 'latest.personId')
    .selectAll('latest')
    .select('people.email')
    .where('latest.kind', which, suppressing)
    .orderBy('latest.at', 'desc')
    .limit(most)
    .execute()

/** `mails`: how many got such an answer, at least; `reason`: the words of the latest. */
export type AccountReports = { mails: number; reason: string }

const windowMs = operatorMs('accountReports')
const fewestMails = 3
const mostCounted = 1_000

/**
 * What reports and webhooks of the last 24 hours say about our own mail account, once three mails to
 * large providers or proven addresses got such an answer; null before. Anybody can own a domain whose
 * server says so.
 */
export async function readAccountReports(db: Db, now: number): Promise<AccountReports | null> {
  const rows = await db
    .selectFrom('mail_reports')
    .innerJoin('people', 'people.id', 'mail_reports.personId')
    .select(['mailId', 'reason', 'email', 'people.state', 'placement'])
    .select(['people.createdAt', 'confirmedAt'])
    .where('kind', '=', 'account')
    .where('at', '>', now - windowMs)
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .limit(mostCounted)
    .execute()
  const counted = rows.filter(
    (row) => largeProviders.has(domainOf(row.email)) || hasProvenMailbox(row),
  )
  const mails = new Set(counted.map(({ mailId }) => mailId)).size
  return mails < fewestMails ? null : { mails, reason: counted[0]!.reason }
}

/** The same in the words of the dashboard, of the mail to operators and of `npm run mail -- status`. */
export const accountReportsInWords = ({ mails, reason }: AccountReports) => ({
  title: 'Mail comes back for a reason of your mail account',
  text: `${mails} mails of the last ${operatorTime('accountReports')} came back with words about your mail account or sender, the latest with: ${reason}. Mail is still sent, and nobody is suppressed for it. Look into the account at your mail provider: a limit, an unpaid bill or a sender that is not verified.`,
})
