import { sql } from 'kysely'
import type { Db, Store } from '#server/db/open.ts'
import { smallTransactions, type SmallTransactionsOptions } from '#server/db/small-transactions.ts'
import { largeProviders, otherProviders } from '#server/outbox/large-providers.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'

/** As the outbox says why. */
const stoppedReason = 'the letter was stopped'

/**
 * Cancels the waiting mails of stopped letters, and removes those of letters that became drafts
 * again, in small transactions. A mail that was tried before is cancelled by the claim.
 */
export async function clearWaitingMails(
  store: Store,
  { goOn, ...how }: SmallTransactionsOptions & { goOn: () => Promise<boolean> },
): Promise<void> {
  const steps = smallTransactions(store, how)
  for (const { id, state } of await lettersToClear(store.db).execute())
    for (let rows = 1n; rows > 0n && (await goOn());)
      rows = await steps.step(async (trx) => {
        const [queue] = (await waitingQueues(id).execute(trx)).rows
        if (!queue) return 0n
        const some = mailsOfQueue(trx, queue.waits, steps.rows())
        if (state === 'draft')
          return (await trx.deleteFrom('outbox').where('id', 'in', some).executeTakeFirst())
            .numDeletedRows
        const cancelled = trx
          .updateTable('outbox')
          .set({ state: 'cancelled', waits: waitsFor.time, reason: stoppedReason })
          .where('id', 'in', some)
        return (await cancelled.executeTakeFirst()).numUpdatedRows
      })
}

/**
 * What the waiting mails of a letter wait for: one lookup of outbox_by_turn for each provider, also
 * for one that large-providers.ts has no longer. For a range of `waits` SQLite would read all due
 * mails, by outbox_by_due.
 */
export const waitingQueues = (letterId: string) => sql<{ waits: string }>`
  select waits from (
    select column1 as waits from (values ${sql.join(providers.map((name) => sql`(cast(${waitsFor.letter(letterId, name)} as text))`))}) as known
    union select '#' || "letterId" || ' ' || provider from letter_counts where "letterId" = ${letterId}
  ) as queue
  where exists (
    select 1 from outbox where ${isDue} and priority = ${sql.lit(priorities.letter)} and outbox.waits = queue.waits)`

/** Whether mails of a letter wait; of a draft, those of an earlier schedule. */
export const hasWaitingMails = async (db: Db, id: string): Promise<boolean> =>
  (await waitingQueues(id).execute(db)).rows.length > 0

/** The next mails of a queue. */
export const mailsOfQueue = (db: Db, waits: string, most: number) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where(isDue)
    .where('waits', '=', waits)
    .where('priority', '=', priorities.letter)
    .orderBy('turn')
    .limit(most)

/** Drafts that were scheduled once, and stopped letters, of which mails wait. */
export const lettersToClear = (db: Db) =>
  db
    .selectFrom('letters')
    .select(['id', 'state'])
    .where('state', 'in', ['stopped', 'draft'])
    .where(
      sql<boolean>`exists (
        select 1 from (values ${sql.join(providers.map((name) => sql`(cast(${name} as text))`))}) as provider
        where exists (
          select 1 from outbox where ${isDue} and priority = ${sql.lit(priorities.letter)}
            and waits = '#' || letters.id || ' ' || provider.column1))`,
    )

const providers = [...largeProviders, otherProviders]
