import { sql, type Transaction } from 'kysely'
import type { PerformanceType, QuizResult } from '#contract/quiz.ts'
import { promises } from '#contract/promises.ts'
import { operatorMs } from '#contract/operator-times.ts'
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
 * Stores a result that is its person's: the newest gives the type, and the oldest go. Returns false
 * where its key exists already.
 */
export async function storeProven(
  trx: Transaction<Schema>,
  row: QuizResultsTable,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('quiz_results')
    .values(row)
    .onConflict((same) => same.column('idempotencyKey').doNothing())
    .executeTakeFirstOrThrow()
  const { personId } = row
  await deleteAfterLeaving(trx, personId)
  await deleteOldest(trx, personId)
  await trx
    .updateTable('people')
    .set({ quizType: lastQuizType })
    .where('id', '=', personId)
    .execute()
  return numInsertedOrUpdatedRows !== 0n
}

const lastQuizType = sql<PerformanceType>`coalesce((select performance_type from quiz_results
  where "personId" = people.id order by quiz_results."createdAt" desc, quiz_results.id desc limit 1), '')`

/**
 * Nothing proves who saves a result for somebody who left. A few wait for the person to come back,
 * so those from before are not pushed out.
 */
async function deleteAfterLeaving(trx: Transaction<Schema>, personId: string) {
  const gone = await trx
    .selectFrom('people')
    .select('leftAt')
    .where('id', '=', personId)
    .where('state', '=', 'unsubscribed')
    .executeTakeFirst()
  if (gone)
    await deleteBeyond(trx, { personId, newest: resultsAfterLeaving, since: gone.leftAt ?? 0 })
}

/** Strangers can save results with any address, so only the newest of a person stay. */
async function deleteOldest(trx: Transaction<Schema>, personId: string) {
  const { saved } = await trx
    .selectFrom('quiz_results')
    .select(({ fn }) => fn.countAll<number>().as('saved'))
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow()
  if (saved > promises.results.n)
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

/** The saved row of an idempotency key, whether it is confirmed or not. */
export async function rowOfKey(
  trx: Transaction<Schema>,
  key: string,
): Promise<SavedRow | undefined> {
  const rowIn = (table: 'quiz_results' | 'unconfirmed_results') =>
    trx
      // Both tables have the columns that are read, which Kysely cannot know of a union of names.
      .selectFrom(`${table} as saved` as 'quiz_results as saved')
      .innerJoin('people', 'people.id', 'saved.personId')
      .select(['saved.id', 'saved.createdAt', 'people.email'])
      .select(['performance_type', 'primary_score', 'scores', 'answers', 'result_data'])
      .where('idempotencyKey', '=', key)
      .executeTakeFirst()
  const found = (await rowIn('quiz_results')) ?? (await rowIn('unconfirmed_results'))
  return (
    found && {
      ...found,
      scores: JSON.parse(found.scores),
      answers: JSON.parse(found.answers),
      result_data: JSON.parse(found.result_data),
    }
  )
}
