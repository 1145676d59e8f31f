import type { Transaction } from 'kysely'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { spendOfBatch, type Charges } from '#server/limits/budgets.ts'
import { addPeople, type NewSignUp } from './add-people.ts'
import type { OptIn } from './policy.ts'

/** A sign-up that the guard has admitted. `charges` is null if limits are off. */
export type JoinRequest = NewSignUp & { charges: Charges | null }

export type JoinResult = { outcome: 'accepted' } | { outcome: 'over-budget'; retryAfterMs: number }

export type JoinBatcherDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** the time by which a date decides; `now` by default (clock/clock.ts) */
  calendar?: () => number
  /** called after a commit, which may have queued mails, with the number of sign-ups in it */
  committed: (rows: number) => void
  rowsPerCommit?: number | undefined
}

export type JoinBatcher = Batcher<JoinRequest, JoinResult>

/**
 * All sign-ups that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openJoinBatcher = ({
  store,
  optIn,
  now,
  calendar = now,
  committed,
  rowsPerCommit,
}: JoinBatcherDeps): JoinBatcher =>
  openBatcher({
    itemsPerCommit: rowsPerCommit,
    async enter(requests) {
      const results = await store.transact((trx) =>
        joinAll(trx, requests, optIn, now(), calendar()),
      )
      committed(requests.length)
      return results
    },
  })

/**
 * Stores a batch of sign-ups in the caller's transaction. It spends the budgets before it looks up
 * any address. Results come in the order of the requests.
 */
export async function joinAll(
  trx: Transaction<Schema>,
  requests: readonly JoinRequest[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<JoinResult[]> {
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  await addPeople(trx, admitted, optIn, now, calendar)
  return budgets.map(({ retryAfterMs }) =>
    retryAfterMs > 0 ? { outcome: 'over-budget', retryAfterMs } : { outcome: 'accepted' },
  )
}
