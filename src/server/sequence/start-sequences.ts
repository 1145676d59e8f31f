import type { Transaction } from 'kysely'
import type { Campaign } from '#contract/campaign.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { spendOne, type BudgetResult, type Charges } from '#server/limits/budgets.ts'
import { lockResults, activateSequences } from './activate-sequences.ts'

/**
 * CALL-3: the sequence of a result, if it was saved with this address. The guard has admitted it.
 */
export type SequenceRequest = { email: string; quizResultId: string; charges: Charges | null }

/**
 * `campaign.sequence` null: the campaign has none. Results are marked as started, and nothing is
 * mailed.
 */
export type StartDeps = {
  store: Store
  campaign: Pick<Campaign, 'sequence'>
  now: () => number
  /** the time by which sequences go (clock/clock.ts) */
  calendar: () => number
  /** called after a commit, which may have made a step due */
  stepsDue: () => void
}

/**
 * Starts the requested sequence if it has not started. Unknown results and other addresses are
 * ignored. Throws StoreUnavailable if the store does not answer.
 */
export async function startSequence(
  { store, campaign, now, calendar, stepsDue }: StartDeps,
  request: SequenceRequest,
): Promise<BudgetResult> {
  const budget = await store.transact((trx) =>
    startRequested(trx, store.engine, campaign.sequence, request, now(), calendar()),
  )
  stepsDue()
  return budget
}

/** The same in the caller's transaction. */
export async function startRequested(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  sequence: SequenceCopy | null,
  { email, quizResultId, charges }: SequenceRequest,
  now: number,
  calendar: number = now,
): Promise<BudgetResult> {
  const budget = await spendOne(trx, charges, now)
  if (budget.retryAfterMs > 0) return budget
  const results = await lockResults(trx, engine, [quizResultId])
  const own = results.filter((result) => result.email === email)
  await activateSequences(trx, sequence, own, calendar)
  return budget
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
