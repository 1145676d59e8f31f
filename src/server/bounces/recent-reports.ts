import type { Db } from '#server/db/open.ts'

export type RecentReport = Awaited<ReturnType<typeof readRecentReports>>[number]

/** DASH-6: the latest reports with the address of their person, the newest first, by an index. */
export const readRecentReports = (db: Db, most: number) =>
  db
    .selectFrom('mail_reports')
    .innerJoin('people', 'people.id', 'mail_reports.person_id')
    .select([
      'mail_reports.id',
      'mail_reports.person_id as personId',
      'people.email',
      'mail_reports.kind',
      'mail_reports.via',
      'mail_reports.at as atMs',
      'mail_reports.reason',
    ])
    .orderBy('mail_reports.at', 'desc')
    .limit(most)
    .execute()
