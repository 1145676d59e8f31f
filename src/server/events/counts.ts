import { sql, type Transaction } from 'kysely'
import type { EventCount } from '#contract/events.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { EventCountsTable, Schema } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type BudgetResult, type Charges } from '#server/limits/budgets.ts'

/** A batch of counts that the guard has admitted. `charges` is null if limits are off. */
export type CountRequest = { counts: readonly EventCount[]; charges: Charges | null }

export type CountBatcher = WriteBatcher<CountRequest, BudgetResult>

const hourMs = 3_600_000

/**
 * All counts that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openCountBatcher = (store: Store, now: () => number): CountBatcher =>
  openWriteBatcher({
    enter: (requests) => store.transact((trx) => countAll(trx, requests, now())),
  })

/**
 * Adds the counts that are within their budgets to the hour's rows. Results come in the order of
 * the requests.
 */
export async function countAll(
  trx: Transaction<Schema>,
  requests: readonly CountRequest[],
  now: number,
): Promise<BudgetResult[]> {
  const budgets = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  const admitted = requests.filter((_, index) => budgets[index]!.retryAfterMs === 0)
  const rows = sumByEvent(
    admitted.flatMap(({ counts }) => counts),
    now - (now % hourMs),
  )
  await insertRows(trx, 'count events', rows, (values) =>
    trx
      .insertInto('event_counts')
      .values(values as EventCountsTable[])
      .onConflict((same) =>
        same
          .columns(['hour', 'event', 'label'])
          .doUpdateSet({ count: sql`event_counts.count + excluded.count` }),
      ),
  )
  return budgets
}

/** One row for each event and label, in sorted order, so that two writers cannot deadlock. */
function sumByEvent(counts: readonly EventCount[], hour: number): EventCountsTable[] {
  const rows = new Map<string, EventCountsTable>()
  for (const { event, label, count } of counts) {
    const key = `${event} ${label}`
    rows.set(key, { hour, event, label, count: (rows.get(key)?.count ?? 0) + count })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
