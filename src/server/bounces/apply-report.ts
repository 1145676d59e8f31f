import type { Transaction } from 'kysely'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { countEnded } from '#server/delivery/outcome-counts.ts'
import type { Store } from '#server/db/store.ts'
import { countLetterMails } from '#server/outbox/letter-counts.ts'
import { logLetterStop, type StopLog } from '#server/letters/describe.ts'
import {
  recordLetterReport,
  type LetterStop,
  type ReportedLetterMail,
} from '#server/letters/outcomes.ts'
import { addOnceReport, addReport, type Report } from '#server/signup/mail-reports.ts'
import type { Meaning } from '#server/answers/meaning.ts'

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
    .select(['personId', 'domain', 'state', 'letterId', 'letterSlot'])
    .where('id', '=', report.mailId)
    .executeTakeFirst()
  if (!mail) return applyOnceReport(trx, report, now)
  const { personId, letterId } = mail
  if (!(await addReport(trx, { ...report, personId, letterId }, now))) return 'replayed'
  const outcome = counted[report.kind]
  if (outcome && leftUs.has(mail.state) && (await isFirst(trx, report, mail.personId))) {
    const stop =
      outcome === 'declined'
        ? await countDeclined(trx, mail)
        : await countReport(trx, mail, outcome, now)
    if (stop) stopped(stop)
  }
  return 'applied'
}

/** END-3: of a mail to an address that asked for one mail. Only people's mails are counted. */
async function applyOnceReport(
  trx: Transaction<Schema>,
  report: Report,
  now: number,
): Promise<Applied> {
  const mail = await trx
    .selectFrom('operator_mails')
    .select('email')
    .where('id', '=', report.mailId)
    .where('template', 'in', ['once-confirm', 'once'])
    .executeTakeFirst()
  if (!mail) return 'unknown'
  return (await addOnceReport(trx, { ...report, email: mail.email }, now)) ? 'applied' : 'replayed'
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

async function countReport(
  trx: Transaction<Schema>,
  mail: Omit<ReportedLetterMail, 'letterId'> & { letterId: string | null },
  outcome: 'returned' | 'complained',
  now: number,
): Promise<LetterStop | null> {
  const { letterId } = mail
  await countEnded(trx, [{ domain: mail.domain, outcome }], now)
  return letterId === null ? null : recordLetterReport(trx, { ...mail, letterId }, outcome, now)
}

/** Only its letter counts it, for its operators to see. It stops no letter. */
async function countDeclined(
  trx: Transaction<Schema>,
  { letterId, domain }: { letterId: string | null; domain: string },
): Promise<null> {
  if (letterId !== null) await countLetterMails(trx, [{ letterId, domain, outcome: 'declined' }])
  return null
}

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
