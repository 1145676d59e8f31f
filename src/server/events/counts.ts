import type { Transaction } from 'kysely'
import type { EventCount } from '#contract/events.ts'
import { count } from '#server/counts/count.ts'
import type { Count } from '#server/counts/counted.ts'
import { sourceOf } from '#server/counts/sources.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { spendOfBatch, type BudgetResult, type Charges } from '#server/limits/budgets.ts'

/**
 * A batch of counts that the guard has admitted, with the origin of its page views. `charges` is
 * null if limits are off.
 */
export type CountRequest = {
  counts: readonly EventCount[]
  source?: string
  referrer?: string
  charges: Charges | null
}

export type CountBatcher = Batcher<CountRequest, BudgetResult>

/**
 * All counts that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openCountBatcher = (store: Store, now: () => number): CountBatcher =>
  openBatcher({
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
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  count(
    trx,
    admitted.flatMap((request) => countsIn(request, now)),
  )
  return budgets
}

/** Only page views have a source; the others are counted by the part of the page. */
const countsIn = ({ counts, source = '', referrer = '' }: CountRequest, at: number): Count[] =>
  counts.map(({ event: what, label, count }) =>
    what === 'page_view'
      ? {
          what,
          at,
          count,
          source: sourceOf({ source, referrerHost: referrer, placement: '' }),
          name: 'new',
        }
      : { what, at, count, placement: label },
  )
