import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/sequence.ts'
import { isSilenced, type PersonState } from '#contract/waitlist.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { QuizResultsTable, SequencesTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { startProgress } from './progress.ts'

/** A quiz result whose sequence has not started, with its person. */
export type Result = Pick<
  QuizResultsTable,
  'id' | 'person_id' | 'performance_type' | 'created_at'
> & {
  email: string
  state: PersonState
  left_at: number | null
}

/**
 * The results that have not started. Their people are locked until the transaction ends, in the
 * order in which sign-ups lock them. The results are read after the lock, so those that another
 * process has started meanwhile are left out.
 */
export async function lockResults(
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

type SequenceState = SequencesTable['state']

/** A person has one active sequence, that of the newest result. It replaces the older ones. */
export async function activateSequences(
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
    return newest.get(result.person_id) === result.id ? 'active' : 'replaced'
  }
  await insertSequences(trx, results, stateOf, now)
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

/** The id of each person's newest result, and the active sequences that it replaces. */
async function newestResults(
  trx: Transaction<Schema>,
  results: readonly Result[],
): Promise<{ newest: Map<string, string>; replaced: string[] }> {
  const active = await trx
    .selectFrom('sequences')
    .innerJoin('quiz_results', 'quiz_results.id', 'sequences.quiz_result_id')
    .select(['sequences.person_id', 'quiz_result_id as id', 'created_at'])
    .where('state', '=', 'active')
    .where('sequences.person_id', 'in', [...new Set(results.map(({ person_id }) => person_id))])
    .execute()
  const newest = new Map<string, Pick<Result, 'id' | 'created_at'>>(
    active.map((result) => [result.person_id, result]),
  )
  for (const result of results)
    if (!isUnwanted(result) && result.created_at >= (newest.get(result.person_id)?.created_at ?? 0))
      newest.set(result.person_id, result)
  return {
    newest: new Map([...newest].map(([personId, { id }]) => [personId, id])),
    replaced: active
      .filter(({ person_id, id }) => newest.get(person_id)!.id !== id)
      .map(({ id }) => id),
  }
}

async function replaceSequences(trx: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await trx
      .updateTable('sequences')
      .set({ state: 'replaced' })
      .where('quiz_result_id', 'in', ids)
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
      quiz_result_id: result.id,
      person_id: result.person_id,
      performance_type: result.performance_type,
      state: stateOf(result),
      started_at: now,
    })),
    (rows) => trx.insertInto('sequences').values(rows as SequencesTable[]),
  )

/**
 * True for a silenced person, and for one who left after taking the quiz. A person who left before
 * it may get the sequence once they confirm.
 */
const isUnwanted = ({ state, left_at, created_at }: Result): boolean =>
  isSilenced(state) || (state === 'unsubscribed' && (left_at ?? 0) >= created_at)
