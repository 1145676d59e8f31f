import type { Store } from '#server/db/open.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { confirmPeople, type Confirmation, type ConfirmResult } from './confirm-people.ts'

/** A friend who counts for somebody takes statements of their own, and the commit may not be late. */
const mostAtOnce = 64

export type ConfirmBatcherDeps = {
  store: Store
  now: () => number
  /** the time by which a date decides; `now` by default (clock/clock.ts) */
  calendar?: () => number
  /** called after a commit that confirmed somebody */
  confirmed: () => void
}

export type ConfirmBatcher = Batcher<Confirmation, ConfirmResult>

/**
 * Presses of the button 'confirm' that arrive in one turn of the event loop share one commit, and
 * take their order numbers with one statement (LINE-1). `add` throws StoreUnavailable if the store
 * does not answer.
 */
export const openConfirmBatcher = ({
  store,
  now,
  calendar = now,
  confirmed,
}: ConfirmBatcherDeps): ConfirmBatcher =>
  openBatcher({
    itemsPerCommit: mostAtOnce,
    async enter(confirmations) {
      const results = await store.transact((trx) =>
        confirmPeople(trx, confirmations, now(), calendar()),
      )
      if (results.includes('done')) confirmed()
      return results
    },
  })
