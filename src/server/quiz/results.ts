import { sql, type Transaction } from 'kysely'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { PerformanceType, QuizResult } from '#contract/quiz/quiz.ts'
import { promisedMs, promises, unconfirmedResultsPerPerson } from '#contract/promises/promises.ts'
import { meResult } from '#contract/people/personal-data.ts'
import type { PageVisit } from '#contract/render.ts'
import type { QuizResultsTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { readToChange } from '#server/signup/membership.ts'
import { linkHandler, type LinkDeps } from '#server/signup/links.ts'

/** A saved row as it is returned. `createdAt` in ms since 1970. */
export type SavedRow = QuizResult & { id: string; createdAt: number; email: string }

/** Of somebody who left, so many of those since then. */
const resultsAfterLeaving = 3

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

/**
 * QUIZ-9: stores a result that nothing proves to be its person's. The newest three of a person
 * stay. Returns false where its key exists already.
 */
export async function storeUnconfirmed(
  trx: Transaction<Schema>,
  result: QuizResultsTable,
): Promise<boolean> {
  const { sequenceDueAt: _, ...row } = result
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('unconfirmed_results')
    .values(row)
    .onConflict((same) => same.column('idempotencyKey').doNothing())
    .executeTakeFirstOrThrow()
  await keepNewest(trx, row.personId)
  return numInsertedOrUpdatedRows !== 0n
}

const keepNewest = (trx: Transaction<Schema>, personId: string) =>
  trx
    .deleteFrom('unconfirmed_results')
    .where('personId', '=', personId)
    .where(
      'id',
      'not in',
      trx
        .selectFrom('unconfirmed_results')
        .select('id')
        .where('personId', '=', personId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(unconfirmedResultsPerPerson),
    )
    .execute()

/** A result that its person is asked about. `confirmed`: it is theirs already. */
type AskedResult = { type: PerformanceType; savedAt: number; confirmed: boolean }

/** Null for an id that is not the person's, or that has expired. */
async function findAsked(
  db: Db | Transaction<Schema>,
  { personId, resultId }: { personId: string; resultId: string },
  now: number,
): Promise<AskedResult | null> {
  const find = (table: 'quiz_results' | 'unconfirmed_results') =>
    db
      .selectFrom(table)
      .select(['performance_type', 'createdAt'])
      .where('id', '=', resultId)
      .where('personId', '=', personId)
  const waits = await find('unconfirmed_results')
    .where('createdAt', '>', now - promisedMs('unconfirmedResult'))
    .executeTakeFirst()
  const found = waits ?? (await find('quiz_results').executeTakeFirst())
  return found
    ? { type: found.performance_type, savedAt: found.createdAt, confirmed: !waits }
    : null
}

/**
 * The person says that the result is theirs: it becomes their newest, and its sequence starts within
 * a minute. Null as for `findAsked`.
 */
export async function confirmResult(
  trx: Transaction<Schema>,
  asked: { personId: string; resultId: string },
  now: number,
): Promise<AskedResult | null> {
  await readToChange(trx, asked.personId)
  const found = await findAsked(trx, asked, now)
  if (!found || found.confirmed) return found
  const row = await trx
    .deleteFrom('unconfirmed_results')
    .where('id', '=', asked.resultId)
    .returningAll()
    .executeTakeFirstOrThrow()
  await storeProven(trx, { ...row, createdAt: now, sequenceDueAt: now })
  return found
}

type Visit = Extract<PageVisit, { page: 'me-result' }>

/** QUIZ-9: asks whether a result is the person's. A GET changes nothing: scanners follow links. */
export const askResult = (deps: LinkDeps) =>
  linkHandler('me', deps, async ({ personId, action }, reply) => {
    const asked = { personId, resultId: resultIn(reply) }
    const found = await findAsked(deps.store.db, asked, deps.calendar())
    return found && pageOf(found, found.confirmed ? 'already' : 'ask', action, asked.resultId)
  })

/** The button 'Yes, this is my result', which confirms that one and no other. */
export const resultPost = (deps: LinkDeps) =>
  linkHandler('me', deps, async ({ personId, action }, reply) => {
    const asked = { personId, resultId: resultIn(reply) }
    const found = await deps.store.transact((trx) => confirmResult(trx, asked, deps.calendar()))
    return found && pageOf(found, found.confirmed ? 'already' : 'done', action, asked.resultId)
  })

const ofResult = z.object({ result: z.string() })
const resultIn = ({ request }: FastifyReply): string => ofResult.parse(request.params).result

const pageOf = (
  { type, savedAt }: AskedResult,
  view: Visit['view'],
  mePath: string,
  resultId: string,
): Visit => ({
  page: 'me-result',
  view,
  type,
  savedAt,
  action: `${mePath}/${meResult}/${encodeURIComponent(resultId)}`,
})
