import { sql, type Transaction } from 'kysely'
import type { EventCount } from '#contract/events.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { EventCountsTable, Schema } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type Spending, type Verdict } from '#server/limits/budgets.ts'

/** A batch of counts that the guard let through. `spending` is null where limits are off. */
export type Counting = { counts: readonly EventCount[]; spending: Spending | null }

const hourMs = 3_600_000

/** Of many visitors at once, all that came in one turn share one commit. `add` throws StoreUnavailable where the store does not answer. */
export const openCounts = (store: Store, now: () => number): WriteBatcher<Counting, Verdict> =>
  openWriteBatcher({
    enter: (countings) => store.transact((trx) => countAll(trx, countings, now())),
  })

/** Spends the budgets and adds what is within them to the hour's rows. Verdicts come in the order of the countings. */
export async function countAll(
  trx: Transaction<Schema>,
  countings: readonly Counting[],
  now: number,
): Promise<Verdict[]> {
  const verdicts = await spend(
    trx,
    countings.map(({ spending }) => spending),
    now,
  )
  const rows = summed(
    countings
      .filter((_, index) => verdicts[index]!.retryAfterMs === 0)
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
  return verdicts
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
