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
    .select(['newsDueAt', 'newsAt', 'newsStoppedAt'])
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!link || link.newsStoppedAt !== null || link.newsDueAt !== null) return
  await trx
    .updateTable('line_links')
    .set({ newsDueAt: Math.max(now, (link.newsAt ?? -Infinity) + newsEveryMs) })
    .where('personId', '=', personId)
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
    .set({ newsStoppedAt: now, newsDueAt: null })
    .where('personId', '=', personId)
    .where('newsStoppedAt', 'is', null)
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
    .set({ newsStoppedAt: null, newsDueAt: now })
    .where('personId', '=', personId)
    .where('newsStoppedAt', 'is not', null)
    .execute()

/** Whether a person has stopped these mails; null without a link. */
export async function newsStopped(
  db: Pick<Transaction<Schema>, 'selectFrom'>,
  personId: string,
): Promise<boolean | null> {
  const link = await db
    .selectFrom('line_links')
    .select('newsStoppedAt')
    .where('personId', '=', personId)
    .executeTakeFirst()
  return link ? link.newsStoppedAt !== null : null
}
