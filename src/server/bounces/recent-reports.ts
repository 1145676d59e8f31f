import { operatorMs, operatorTime } from '#contract/operator-times.ts'
import type { Db } from '#server/db/store.ts'
import type { MailReportsTable } from '#server/db/outbox-schema.ts'
import { domainOf } from '#server/outbox/budget-domain.ts'
import { largeProviders } from '#server/outbox/large-providers.ts'
import { hasProvenMailbox } from '#server/signup/policy.ts'

type RecentReport = Awaited<ReturnType<typeof readLatest>>[number]

/** What takes an address off the list of those that get mail. */
const suppressing: readonly MailReportsTable['kind'][] = ['hard-bounce', 'complaint']
const mostRead = 1_000

/**
 * DASH-6: of the latest thousand reports, the latest `most` that suppress an address, and then the
 * latest `most` others, with the address of their person.
 */
export const readRecentReports = async (db: Db, most: number): Promise<RecentReport[]> => [
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
    .select([
      'latest.id',
      'latest.personId',
      'people.email',
      'latest.kind',
      'latest.via',
      'latest.at',
      'latest.reason',
    ])
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
