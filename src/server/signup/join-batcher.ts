import type { Store } from '#server/db/open.ts'
import { openWriteBatcher } from '#server/db/write-batcher.ts'
import { joinAll, type Joined, type Joining } from './join.ts'
import type { OptIn } from './policy.ts'

export type JoinBatchDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** called after a commit that may have queued mails */
  committed: (rows: number) => void
  rowsPerCommit?: number
}

export type JoinBatch = { join(joining: Joining): Promise<Joined>; idle(): Promise<void> }

/** All sign-ups of one turn of the event loop share one commit. `join` throws StoreUnavailable where the store does not answer. */
export function openJoinBatch({
  store,
  optIn,
  now,
  committed,
  rowsPerCommit,
}: JoinBatchDeps): JoinBatch {
  const { add, idle } = openWriteBatcher<Joining, Joined>({
    itemsPerCommit: rowsPerCommit,
    async enter(joinings) {
      const answers = await store.transact((trx) => joinAll(trx, joinings, optIn, now()))
      committed(joinings.length)
      return answers
    },
  })
  return { join: add, idle }
}
