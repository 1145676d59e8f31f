import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { QuizResultsTable, Schema, SequencesTable } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type Charges, type BudgetResult } from '#server/limits/budgets.ts'
import { startProgress } from './progress.ts'

/** CALL-3, let through by the guard: the sequence of this result, if it was saved against this address. */
export type SequenceRequest = { email: string; quizResultId: string; charges: Charges | null }

const missedAtOnce = 200

/** `sequence` null: results are noted, and nothing is mailed. */
export type SequencesDeps = {
  store: Store
  sequence: SequenceCopy | null
  now: () => number
  /** called after a commit that may have made a step due */ committed: () => void
}

export const openSequenceBatcher = ({
  store,
  sequence,
  now,
  committed,
}: SequencesDeps): WriteBatcher<SequenceRequest, BudgetResult> =>
  openWriteBatcher({
    async enter(requests) {
      const budgetResults = await store.transact((trx) =>
        startRequested(trx, store.engine, sequence, requests, now()),
      )
      committed()
      return budgetResults
    },
  })

/** Starts what is asked for and not started yet. An unknown result, or another's address, is answered like any other. */
export async function startRequested(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  sequence: SequenceCopy | null,
  requests: readonly SequenceRequest[],
  now: number,
): Promise<BudgetResult[]> {
  const budgetResults = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  const admitted = requests.filter((_, index) => budgetResults[index]!.retryAfterMs === 0)
  const asked = new Set(admitted.map(({ quizResultId, email }) => `${quizResultId} ${email}`))
  const results = await lockResults(trx, engine, [
    ...new Set(admitted.map(({ quizResultId }) => quizResultId)),
  ])
  await startAll(
    trx,
    sequence,
    results.filter(({ id, email }) => asked.has(`${id} ${email}`)),
    now,
  )
  return budgetResults
}

/** Starts what nobody asked for in time: the page was closed, or the call did not arrive. */
export const startMissed = (
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> => startDueBy(now, store, sequence, now)

/** Starts all that is not started yet, also what could still be asked for. */
export const startAllMissed = (
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> => startDueBy(Number.MAX_SAFE_INTEGER, store, sequence, now)

async function startDueBy(
  until: number,
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
): Promise<void> {
  for (let found = missedAtOnce; found === missedAtOnce;) {
    found = await store.transact(async (trx) => {
      const due = await trx
        .selectFrom('quiz_results')
        .select('id')
        .where('sequence_due_at', '<=', until)
        .orderBy('sequence_due_at')
        .limit(missedAtOnce)
        .execute()
      await startAll(
        trx,
        sequence,
        await lockResults(
          trx,
          store.engine,
          due.map(({ id }) => id),
        ),
        now,
      )
      return due.length
    })
  }
}

type Result = Pick<QuizResultsTable, 'id' | 'person_id' | 'performance_type' | 'created_at'> & {
  email: string
  state: PersonState
  left_at: number | null
}

/**
 * Those not started yet, with their people locked until the transaction ends, in the order in which sign-ups lock them. Read
 * once the lock is there: what another process has started meanwhile is then seen.
 */
async function lockResults(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  ids: readonly string[],
): Promise<Result[]> {
  if (ids.length === 0) return []
  const people = trx
    .selectFrom('people')
    .select('id')
    .orderBy('email')
    .where('id', 'in', (inner) =>
      inner.selectFrom('quiz_results').select('person_id').where('quiz_results.id', 'in', ids),
    )
  if (engine === 'postgres') await people.forNoKeyUpdate().execute()
  return trx
    .selectFrom('quiz_results')
    .innerJoin('people', 'people.id', 'quiz_results.person_id')
    .select([
      'quiz_results.id',
      'person_id',
      'performance_type',
      'quiz_results.created_at',
      'people.email',
      'people.state',
      'people.left_at',
    ])
    .where('quiz_results.id', 'in', ids)
    .where('sequence_due_at', 'is not', null)
    .orderBy('quiz_results.created_at')
    .orderBy('quiz_results.id')
    .execute()
}

/** Of a person's sequences the one of the newest result is active; the others are replaced. Their progress is one, and goes on or begins anew. */
async function startAll(
  trx: Transaction<Schema>,
  sequence: SequenceCopy | null,
  results: readonly Result[],
  now: number,
): Promise<void> {
  if (results.length === 0) return
  const active = new Map(
    (
      await trx
        .selectFrom('sequences')
        .innerJoin('quiz_results', 'quiz_results.id', 'sequences.quiz_result_id')
        .select(['sequences.person_id', 'quiz_result_id', 'created_at'])
        .where('state', '=', 'active')
        .where('sequences.person_id', 'in', [...new Set(results.map(({ person_id }) => person_id))])
        .execute()
    ).map(({ person_id, quiz_result_id: id, created_at }) => [person_id, { id, created_at }]),
  )
  const older = new Set([...active.values()].map(({ id }) => id))
  for (const result of results)
    if (!isUnwanted(result) && result.created_at >= (active.get(result.person_id)?.created_at ?? 0))
      active.set(result.person_id, result)
  for (const { id } of active.values()) older.delete(id)

  if (older.size > 0)
    await trx
      .updateTable('sequences')
      .set({ state: 'replaced' })
      .where('quiz_result_id', 'in', [...older])
      .execute()
  const stateOf = (result: Result) =>
    isUnwanted(result)
      ? 'stopped'
      : active.get(result.person_id)!.id === result.id
        ? 'active'
        : 'replaced'
  const rows = results.map((result): SequencesTable => ({
    quiz_result_id: result.id,
    person_id: result.person_id,
    performance_type: result.performance_type,
    state: stateOf(result),
    started_at: now,
  }))
  await insertRows(trx, 'start sequences', rows, (values) =>
    trx.insertInto('sequences').values(values as SequencesTable[]),
  )
  const starts = results
    .filter((result) => stateOf(result) === 'active')
    .map(({ person_id: personId, state, performance_type: type }) => ({
      personId,
      type,
      confirmed: state === 'confirmed',
    }))
  if (sequence) await startProgress(trx, sequence, starts, now)
  await trx
    .updateTable('quiz_results')
    .set({ sequence_due_at: null })
    .where(
      'id',
      'in',
      results.map(({ id }) => id),
    )
    .execute()
}

/** Somebody who left before the quiz has asked anew: their sequence waits for the confirmation, as that of everybody unconfirmed. */
const isUnwanted = ({ state, left_at, created_at }: Result): boolean =>
  isSilenced(state) || (state === 'unsubscribed' && (left_at ?? 0) >= created_at)
