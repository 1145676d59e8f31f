import type { Db } from '#server/db/open.ts'
import type { MailReportsTable } from '#server/db/outbox-schema.ts'

export type RecentReport = Awaited<ReturnType<typeof readLatest>>[number]

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
