import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** LINE-10: mails about friends are combined, at most one in this time. */
export const newsEveryMs = 24 * 3_600_000

/** Something changed that the next mail about friends tells, unless its owner stopped these mails. */
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
