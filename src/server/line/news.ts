import type { Transaction } from 'kysely'
import { promisedMs } from '#contract/promises.ts'
import { writePersonsEntry } from '#server/db/journal.ts'
import type { Schema } from '#server/db/schema.ts'

/** LINE-10: mails about friends are combined, at most one in this time. */
export const newsEveryMs = promisedMs('news')

/**
 * Something changed that the next mail about friends tells, unless its owner stopped these mails.
 */
export async function dueNews(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<void> {
  const link = await trx
    .selectFrom('line_links')
    .select(['news_due_at', 'news_at', 'news_stopped_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst()
  if (!link || link.news_stopped_at !== null || link.news_due_at !== null) return
  await trx
    .updateTable('line_links')
    .set({ news_due_at: Math.max(now, (link.news_at ?? -Infinity) + newsEveryMs) })
    .where('person_id', '=', personId)
    .execute()
}

/**
 * LINE-10: no more mails about friends, all others stay. `already`: they were stopped before. Null
 * for a person without a link, whom such mails never reach.
 */
export async function stopNews(
  trx: Transaction<Schema>,
  personId: string,
  now: number,
): Promise<'done' | 'already' | null> {
  const { numUpdatedRows } = await trx
    .updateTable('line_links')
    .set({ news_stopped_at: now, news_due_at: null })
    .where('person_id', '=', personId)
    .where('news_stopped_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) {
    await writePersonsEntry(trx, 'news-stopped', personId, now)
    return 'done'
  }
  return (await newsStopped(trx, personId)) === null ? null : 'already'
}

/** The next mail tells of all friends since the last one. */
export const resumeNews = (trx: Transaction<Schema>, personId: string, now: number) =>
  trx
    .updateTable('line_links')
    .set({ news_stopped_at: null, news_due_at: now })
    .where('person_id', '=', personId)
    .where('news_stopped_at', 'is not', null)
    .execute()

/** Whether a person has stopped these mails; null without a link. */
export async function newsStopped(
  db: Pick<Transaction<Schema>, 'selectFrom'>,
  personId: string,
): Promise<boolean | null> {
  const link = await db
    .selectFrom('line_links')
    .select('news_stopped_at')
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return link ? link.news_stopped_at !== null : null
}
