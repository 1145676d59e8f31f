import { subjectOf, waitingOf } from '#contract/letters/letters.ts'
import type { MailReportKind } from '#contract/people/personal-records.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { Db } from '#server/db/store.ts'
import { pageOf } from '#server/http/list.ts'
import { loader, notFound, ofId } from '#server/http/loader.ts'
import { readLetter, readLetterCounts, type Letter } from './letter.ts'

const mostShown = 200

/**
 * Why a recipient did not get a letter. `full`, `policy` and `account` suppress nobody: the mailbox
 * was full or closed, their server refused the mail, or the words were about the mail account.
 */
export type UndeliveredKind =
  | 'bounced'
  | 'complained'
  | 'refused'
  | 'policy'
  | 'full'
  | 'account'
  | 'uncertain'
  | 'overdue'
  | 'not sent'

type UndeliveredMail = Awaited<ReturnType<typeof failedMails>>[number]

/** LETTER-4: who did not get a letter, the latest first. A reader gets no links to people. */
export const loadUndelivered = loader(ofId, async ({ store: { db } }, { id }, { role }) => {
  const letter = await readLetter(db, id)
  if (!letter || letter.state === 'draft') return notFound
  const mails = eachOnce([
    ...(await failedMails(db, letter)),
    ...(await reportedMails(db, letter)),
  ]).sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
  const { rows, isMore } = pageOf(mails, mostShown)
  return {
    screen: 'letter-undelivered' as const,
    id,
    subject: subjectOf(letter),
    mails: role === 'operator' ? rows : rows.map((mail) => ({ ...mail, personId: null })),
    isMore,
    /** people who had not had the letter when it was stopped; 0 unless it was */
    stoppedBefore:
      letter.state === 'stopped' ? waitingOf((await readLetterCounts(db, id)).total) : 0,
  }
})

/** The mails of a letter that the mail server did not accept for certain, by their state. */
const failedStates = ['dead', 'uncertain', 'overdue', 'cancelled'] as const

/** Reads mails of each state by their time, not all mails of the letter. */
async function failedMails(db: Db, { id, frozenAt }: Letter) {
  const ofState = (state: (typeof failedStates)[number]) =>
    db
      .selectFrom('outbox')
      .innerJoin('people', 'people.id', 'outbox.personId')
      .select(['outbox.id', 'personId', 'outbox.email', 'dueAt as at'])
      .select(['outbox.state', 'outbox.reason', 'people.state as personState'])
      .select((mail) =>
        mail
          .selectFrom('mail_reports')
          .select('kind')
          .whereRef('mail_reports.personId', '=', 'outbox.personId')
          .whereRef('mail_reports.mailId', '=', 'outbox.id')
          .where('via', '=', 'smtp')
          .orderBy('at', 'desc')
          .limit(1)
          .as('answer'),
      )
      .where('outbox.state', '=', state)
      .where('dueAt', '>=', frozenAt ?? 0)
      .where('letterId', '=', id)
      .orderBy('dueAt', 'desc')
      .limit(mostShown + 1)
      .execute()
  const rows = (await Promise.all(failedStates.map(ofState))).flat()
  return rows.map(({ state, personState, answer, reason, ...row }) => ({
    ...row,
    kind: kindOfState[state] ?? kindOfAnswer(answer, personState),
    reason: reason ?? '',
  }))
}

const kindOfState: Partial<Record<MailState, UndeliveredKind>> = {
  uncertain: 'uncertain',
  overdue: 'overdue',
  cancelled: 'not sent',
}

/** `answer`: the report that the SMTP dialogue stored; a refusal for policy stores none. */
function kindOfAnswer(answer: MailReportKind | null, personState: PersonState): UndeliveredKind {
  if (answer === 'soft-bounce') return 'full'
  return answer === 'hard-bounce' || personState === 'bounced' ? 'bounced' : 'refused'
}

/** Accepted first, then reported. Departures and automatic replies came from people who got it. */
async function reportedMails(db: Db, { id, frozenAt }: Letter): Promise<UndeliveredMail[]> {
  const rows = await db
    .selectFrom('mail_reports')
    .innerJoin('outbox', 'outbox.id', 'mail_reports.mailId')
    .select(['outbox.id', 'outbox.personId', 'email', 'at', 'kind'])
    .select('mail_reports.reason')
    .where('kind', 'in', Object.keys(kindOfReport) as MailReportKind[])
    .where('via', '<>', 'smtp')
    .where('at', '>=', frozenAt ?? 0)
    .where('letterId', '=', id)
    .orderBy('at', 'desc')
    .limit(mostShown + 1)
    .execute()
  return rows.map((row) => ({ ...row, kind: kindOfReport[row.kind]! }))
}

const kindOfReport: Partial<Record<MailReportKind, UndeliveredKind>> = {
  'hard-bounce': 'bounced',
  complaint: 'complained',
  refusal: 'policy',
  'soft-bounce': 'full',
  account: 'account',
}

/** The first of these is shown of a mail with several reports. */
const byWeight: readonly UndeliveredKind[] = [
  'complained',
  'bounced',
  'refused',
  'policy',
  'full',
  'account',
  'uncertain',
  'overdue',
  'not sent',
]

/** One row for each mail: the weightiest of its reports, and of equal ones the latest. */
function eachOnce(mails: readonly UndeliveredMail[]): UndeliveredMail[] {
  const weight = ({ kind }: UndeliveredMail) => byWeight.indexOf(kind)
  return [...Map.groupBy(mails, ({ id }) => id).values()].map(
    (ofMail) => ofMail.toSorted((a, b) => weight(a) - weight(b) || b.at - a.at)[0]!,
  )
}
