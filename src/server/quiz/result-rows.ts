import { sql, type Transaction } from 'kysely'
import type { PerformanceType, QuizResult } from '#contract/quiz.ts'
import { promises } from '#contract/promises.ts'
import { operatorMs } from '#contract/operator-times.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { QuizResultsTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** A saved row as it is returned. `createdAt` in ms since 1970. */
export type SavedRow = QuizResult & { id: string; createdAt: number; email: string }

/** The server starts the sequence of a result by itself if CALL-3 has not come after this time. */
const sequenceDelayMs = operatorMs('sequenceStart')

/** Of somebody who left, so many of those since then. */
const resultsAfterLeaving = 3

export const newRow = (
  { id, key, result }: { id: string; key: string | null; result: QuizResult },
  personId: string,
  now: number,
): QuizResultsTable => ({
  id,
  personId,
  idempotencyKey: key,
  createdAt: now,
  performance_type: result.performance_type,
  primary_score: result.primary_score,
  scores: JSON.stringify(result.scores),
  answers: JSON.stringify(result.answers),
  result_data: JSON.stringify(result.result_data),
  sequenceDueAt: now + sequenceDelayMs,
})

/**
 * Stores results that are their people's: the newest gives the type, and the oldest go. Returns the
 * ids of the inserted rows: a key that exists already inserts none.
 */
export async function storeProven(
  trx: Transaction<Schema>,
  rows: readonly QuizResultsTable[],
): Promise<Set<string>> {
  const inserted = await insertResults(trx, rows)
  const personIds = [...new Set(rows.map((row) => row.personId))]
  await deleteAfterLeaving(trx, personIds)
  await deleteOldest(trx, personIds)
  await copyQuizTypes(trx, personIds)
  return inserted
}

async function insertResults(
  trx: Transaction<Schema>,
  rows: readonly QuizResultsTable[],
): Promise<Set<string>> {
  const inserted = await insertRows(trx, 'save quiz results', rows, (values) =>
    trx
      .insertInto('quiz_results')
      .values(values as QuizResultsTable[])
      .onConflict((same) => same.column('idempotencyKey').doNothing())
      .returning('id'),
  )
  return new Set(inserted.map(({ id }) => id))
}

/** Copies the type of each person's last result to the person. */
async function copyQuizTypes(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return
  await trx
    .updateTable('people')
    .set({ quizType: lastQuizType })
    .where('id', 'in', personIds)
    .execute()
}

const lastQuizType = sql<PerformanceType>`coalesce((select performance_type from quiz_results
  where "personId" = people.id order by quiz_results."createdAt" desc, quiz_results.id desc limit 1), '')`

/**
 * Nothing proves who saves a result for somebody who left. A few wait for the person to come back,
 * so those from before are not pushed out.
 */
async function deleteAfterLeaving(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return
  const gone = await trx
    .selectFrom('people')
    .select(['id', 'leftAt'])
    .where('id', 'in', personIds)
    .where('state', '=', 'unsubscribed')
    .execute()
  for (const { id, leftAt } of gone)
    await deleteBeyond(trx, { personId: id, newest: resultsAfterLeaving, since: leftAt ?? 0 })
}

/** Strangers can save results with any address, so only the newest of a person stay. */
async function deleteOldest(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return
  const tooMany = await trx
    .selectFrom('quiz_results')
    .select('personId')
    .where('personId', 'in', personIds)
    .groupBy('personId')
    .having(({ fn }) => fn.countAll(), '>', promises.results.n)
    .execute()
  for (const { personId } of tooMany)
    await deleteBeyond(trx, { personId, newest: promises.results.n, since: 0 })
}

/** Deletes results after `since` (ms) but for the newest, and that of the active sequence. */
const deleteBeyond = (
  trx: Transaction<Schema>,
  { personId, newest, since }: { personId: string; newest: number; since: number },
) =>
  trx
    .deleteFrom('quiz_results')
    .where('personId', '=', personId)
    .where('createdAt', '>', since)
    .where(
      'id',
      'not in',
      trx
        .selectFrom('quiz_results')
        .select('quiz_results.id')
        .where('quiz_results.personId', '=', personId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(newest),
    )
    .where(
      'id',
      'not in',
      trx
        .selectFrom('sequences')
        .select('quizResultId')
        .where('sequences.personId', '=', personId)
        .where('state', '=', 'active'),
    )
    .execute()

/** The saved rows of these idempotency keys, by key, whether they are confirmed or not. */
export async function rowsByKey(
  trx: Transaction<Schema>,
  given: readonly (string | null)[],
): Promise<Map<string, SavedRow>> {
  const keys = [...new Set(given.flatMap((key) => key ?? []))]
  if (keys.length === 0) return new Map()
  const rowsIn = (table: 'quiz_results' | 'unconfirmed_results') =>
    trx
      // Both tables have the columns that are read, which Kysely cannot know of a union of names.
      .selectFrom(`${table} as saved` as 'quiz_results as saved')
      .innerJoin('people', 'people.id', 'saved.personId')
      .select(['idempotencyKey', 'saved.id', 'saved.createdAt', 'people.email'])
      .select(['performance_type', 'primary_score', 'scores', 'answers', 'result_data'])
      .where('idempotencyKey', 'in', keys)
      .execute()
  return new Map(
    [...(await rowsIn('quiz_results')), ...(await rowsIn('unconfirmed_results'))].map(
      ({ idempotencyKey, scores, answers, result_data: data, ...row }) => [
        idempotencyKey!,
        {
          ...row,
          scores: JSON.parse(scores),
          answers: JSON.parse(answers),
          result_data: JSON.parse(data),
        },
      ],
    ),
  )
}
