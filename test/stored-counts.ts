import type { Db } from '#server/db/store.ts'

/**
 * The hourly counts of parts of the page, in the order of time, event and part. Page views have a
 * source instead of a part.
 */
export const partCounts = (db: Db) =>
  db
    .selectFrom('hourly_counts')
    .select(['hour', 'what as event', 'placement as label', 'count'])
    .where('source', '=', '')
    .where('placement', '<>', '')
    .orderBy('hour')
    .orderBy('what')
    .orderBy('placement')
    .execute()

/** The hourly counts by source, of sign-ups also by placement. */
export const sourceCounts = (db: Db) =>
  db
    .selectFrom('hourly_counts')
    .selectAll()
    .where('source', '<>', '')
    .orderBy('hour')
    .orderBy('what')
    .orderBy('source')
    .execute()

/** The hours in which this was counted. */
export const countedHours = async (db: Db, what: string): Promise<number[]> =>
  (
    await db
      .selectFrom('hourly_counts')
      .select('hour')
      .distinct()
      .where('what', '=', what)
      .orderBy('hour')
      .execute()
  ).map(({ hour }) => hour)
