import type { Store } from '#server/db/open.ts'
import { openWriteBatcher } from '#server/db/write-batcher.ts'
import { joinAll, type JoinResult, type JoinRequest } from './join.ts'
import type { OptIn } from './policy.ts'

export type JoinBatcherDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** called after a commit that may have queued mails */
  committed: (rows: number) => void
  rowsPerCommit?: number
}

export type JoinBatcher = { join(joining: JoinRequest): Promise<JoinResult>; idle(): Promise<void> }

/** All sign-ups of one turn of the event loop share one commit. `join` throws StoreUnavailable where the store does not answer. */
export function openJoinBatcher({
  store,
  optIn,
  now,
  committed,
  rowsPerCommit,
}: JoinBatcherDeps): JoinBatcher {
  const { add, idle } = openWriteBatcher<JoinRequest, JoinResult>({
    itemsPerCommit: rowsPerCommit,
    async enter(requests) {
      const answers = await store.transact((trx) => joinAll(trx, requests, optIn, now()))
      committed(requests.length)
      return answers
    },
  })
  return { join: add, idle }
}
