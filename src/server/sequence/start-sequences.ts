import type { Transaction } from 'kysely'
import type { Campaign } from '#contract/campaign.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import type { Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { spendOne, type BudgetResult, type Charges } from '#server/limits/budgets.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { QuizResultsTable, SequencesTable } from '#server/db/quiz-schema.ts'
import { startProgress } from './progress.ts'

/**
 * CALL-3: the sequence of a result, if it was saved with this address. The guard has admitted it.
 */
type SequenceRequest = { email: string; quizResultId: string; charges: Charges | null }

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

/** A quiz result whose sequence has not started, with its person. */
type Result = Pick<QuizResultsTable, 'id' | 'personId' | 'performance_type' | 'createdAt'> & {
  email: string
  state: PersonState
  leftAt: number | null
}

/**
 * The results that have not started. Their people are locked until the transaction ends, in the
 * order in which sign-ups lock them. The results are read after the lock, so those that another
 * process has started meanwhile are left out.
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
      inner.selectFrom('quiz_results').select('personId').where('quiz_results.id', 'in', ids),
    )
  if (engine === 'postgres') await people.forNoKeyUpdate().execute()
  return trx
    .selectFrom('quiz_results')
    .innerJoin('people', 'people.id', 'quiz_results.personId')
    .select([
      'quiz_results.id',
      'personId',
      'performance_type',
      'quiz_results.createdAt',
      'people.email',
      'people.state',
      'people.leftAt',
    ])
    .where('quiz_results.id', 'in', ids)
    .where('sequenceDueAt', 'is not', null)
    .orderBy('quiz_results.createdAt')
    .orderBy('quiz_results.id')
    .execute()
}

type SequenceState = SequencesTable['state']

/** A person has one active sequence, that of the newest result. It replaces the older ones. */
async function activateSequences(
  trx: Transaction<Schema>,
  sequence: SequenceCopy | null,
  results: readonly Result[],
  now: number,
): Promise<void> {
  if (results.length === 0) return
  const { newest, replaced } = await newestResults(trx, results)
  await replaceSequences(trx, replaced)
  const stateOf = (result: Result): SequenceState => {
    if (isUnwanted(result)) return 'stopped'
    return newest.get(result.personId) === result.id ? 'active' : 'replaced'
  }
  await insertSequences(trx, results, stateOf, now)
  const starts = results
    .filter((result) => stateOf(result) === 'active')
    .map(({ personId, state, performance_type: type }) => ({
      personId,
      type,
      confirmed: state === 'confirmed',
    }))
  if (sequence) await startProgress(trx, sequence, starts, now)
  await trx
    .updateTable('quiz_results')
    .set({ sequenceDueAt: null })
    .where(
      'id',
      'in',
      results.map(({ id }) => id),
    )
    .execute()
}

/** The id of each person's newest result, and the active sequences that it replaces. */
async function newestResults(
  trx: Transaction<Schema>,
  results: readonly Result[],
): Promise<{ newest: Map<string, string>; replaced: string[] }> {
  const active = await trx
    .selectFrom('sequences')
    .innerJoin('quiz_results', 'quiz_results.id', 'sequences.quizResultId')
    .select(['sequences.personId', 'quizResultId as id', 'createdAt'])
    .where('state', '=', 'active')
    .where('sequences.personId', 'in', [...new Set(results.map(({ personId }) => personId))])
    .execute()
  const newest = new Map<string, Pick<Result, 'id' | 'createdAt'>>(
    active.map((result) => [result.personId, result]),
  )
  for (const result of results)
    if (!isUnwanted(result) && result.createdAt >= (newest.get(result.personId)?.createdAt ?? 0))
      newest.set(result.personId, result)
  return {
    newest: new Map([...newest].map(([personId, { id }]) => [personId, id])),
    replaced: active
      .filter(({ personId, id }) => newest.get(personId)!.id !== id)
      .map(({ id }) => id),
  }
}

async function replaceSequences(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .updateTable('sequences')
      .set({ state: 'replaced' })
      .where('quizResultId', 'in', ids)
      .execute()
}

const insertSequences = (
  trx: Transaction<Schema>,
  results: readonly Result[],
  stateOf: (result: Result) => SequenceState,
  now: number,
) =>
  insertRows(
    trx,
    'start sequences',
    results.map((result) => ({
      quizResultId: result.id,
      personId: result.personId,
      performance_type: result.performance_type,
      state: stateOf(result),
      startedAt: now,
    })),
    (rows) => trx.insertInto('sequences').values(rows as SequencesTable[]),
  )

/**
 * True for a silenced person, and for one who left after taking the quiz. A person who left before
 * it may get the sequence once they confirm.
 */
const isUnwanted = ({ state, leftAt, createdAt }: Result): boolean =>
  isSilenced(state) || (state === 'unsubscribed' && (leftAt ?? 0) >= createdAt)
