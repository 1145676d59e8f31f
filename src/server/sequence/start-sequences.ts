import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { spendOfBatch, type BudgetResult, type Charges } from '#server/limits/budgets.ts'
import { lockResults, activateSequences } from './activate-sequences.ts'

/**
 * CALL-3: the sequence of a result, if it was saved with this address. The guard has admitted it.
 */
export type SequenceRequest = { email: string; quizResultId: string; charges: Charges | null }

export type SequenceBatcher = Batcher<SequenceRequest, BudgetResult>

/** `sequence` null: the campaign has none. Results are marked as started, and nothing is mailed. */
export type SequenceBatcherDeps = {
  store: Store
  sequence: SequenceCopy | null
  now: () => number
  /** the time by which sequences go; `now` by default (clock/clock.ts) */
  calendar?: () => number
  /** called after a commit, which may have made a step due */
  committed: () => void
}

/**
 * All calls that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openSequenceBatcher = ({
  store,
  sequence,
  now,
  calendar = now,
  committed,
}: SequenceBatcherDeps): SequenceBatcher =>
  openBatcher({
    async enter(requests) {
      const budgets = await store.transact((trx) =>
        startRequested(trx, store.engine, sequence, requests, now(), calendar()),
      )
      committed()
      return budgets
    },
  })

/**
 * Starts the requested sequences that have not started. Unknown results and other addresses are
 * ignored.
 */
export async function startRequested(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  sequence: SequenceCopy | null,
  requests: readonly SequenceRequest[],
  now: number,
  calendar: number = now,
): Promise<BudgetResult[]> {
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  const requested = new Set(admitted.map(({ quizResultId, email }) => `${quizResultId} ${email}`))
  const ids = [...new Set(admitted.map(({ quizResultId }) => quizResultId))]
  const results = await lockResults(trx, engine, ids)
  const matching = results.filter(({ id, email }) => requested.has(`${id} ${email}`))
  await activateSequences(trx, sequence, matching, calendar)
  return budgets
}

/**
 * Starts the sequences that were not requested in time: the page was closed or its call was lost.
 */
export const startMissed = (
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> => startDueBy(now, store, sequence, now)

/** Starts every sequence that has not started, also those that could still be requested. */
export const startAllMissed = (
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> => startDueBy(Number.MAX_SAFE_INTEGER, store, sequence, now)

const batchSize = 200

async function startDueBy(
  until: number,
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> {
  for (let found = batchSize; found === batchSize;) {
    found = await store.transact(async (trx) => {
      const due = await trx
        .selectFrom('quiz_results')
        .select('id')
        .where('sequenceDueAt', '<=', until)
        .orderBy('sequenceDueAt')
        .limit(batchSize)
        .execute()
      const ids = due.map(({ id }) => id)
      await activateSequences(trx, sequence, await lockResults(trx, store.engine, ids), now)
      return due.length
    })
  }
}
