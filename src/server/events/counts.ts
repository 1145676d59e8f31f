import { sql, type Transaction } from 'kysely'
import type { EventCount } from '#contract/events.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { EventCountsTable, Schema } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type Charges, type BudgetResult } from '#server/limits/budgets.ts'

/** A batch of counts that the guard let through. `charges` is null where limits are off. */
export type CountRequest = { counts: readonly EventCount[]; charges: Charges | null }

const hourMs = 3_600_000

/** Of many visitors at once, all that came in one turn share one commit. `add` throws StoreUnavailable where the store does not answer. */
export const openCountBatcher = (
  store: Store,
  now: () => number,
): WriteBatcher<CountRequest, BudgetResult> =>
  openWriteBatcher({
    enter: (requests) => store.transact((trx) => countAll(trx, requests, now())),
  })

/** Spends the budgets and adds what is within them to the hour's rows. Verdicts come in the order of the requests. */
export async function countAll(
  trx: Transaction<Schema>,
  requests: readonly CountRequest[],
  now: number,
): Promise<BudgetResult[]> {
  const budgetResults = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  const rows = summed(
    requests
      .filter((_, index) => budgetResults[index]!.retryAfterMs === 0)
      .flatMap(({ counts }) => counts),
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
  return budgetResults
}

/** One row for each name, in sorted order: two writers never wait for each other in a circle. */
function summed(counts: readonly EventCount[], hour: number): EventCountsTable[] {
  const rows = new Map<string, EventCountsTable>()
  for (const { event, label, count } of counts) {
    const key = `${event} ${label}`
    rows.set(key, { hour, event, label, count: (rows.get(key)?.count ?? 0) + count })
  }
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
