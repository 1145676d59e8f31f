import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { QuizResult } from '#contract/quiz.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { QuizResultsTable, Schema } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type Charges } from '#server/limits/budgets.ts'
import { addPeople, type NewSignUp } from '#server/signup/add-people.ts'
import type { OptIn } from '#server/signup/policy.ts'

/**
 * A valid result that the guard has admitted. `email` is the stored form (address.ts); `key` is the
 * page's idempotency key, or null. `charges` is null if limits are off.
 */
export type SaveRequest = {
  email: string
  key: string | null
  result: QuizResult
  consent: Consent
  charges: Charges | null
} & Pick<NewSignUp, 'source' | 'medium' | 'campaign' | 'referrer' | 'network'>

/** A saved row as it is returned. `createdAt` in ms since 1970. */
export type SavedRow = QuizResult & { id: string; createdAt: number; email: string }

/** `other-body`: the key has saved another result. */
export type SaveOutcome =
  | { outcome: 'saved'; row: SavedRow }
  | { outcome: 'other-body' }
  | { outcome: 'over-budget'; retryAfterMs: number }

export type SaveBatcher = WriteBatcher<SaveRequest, SaveOutcome>

export type SaveBatcherDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** called after a commit, which may have queued mails */
  committed: () => void
}

/** The server starts the sequence of a result by itself if CALL-3 has not come after this time. */
const sequenceDelayMs = 10 * 60_000

/** The newest results of one person that are stored. */
const resultsPerPerson = 20

/**
 * All results that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openSaveBatcher = ({ store, optIn, now, committed }: SaveBatcherDeps): SaveBatcher =>
  openWriteBatcher({
    async enter(requests) {
      const outcomes = await store.transact((trx) => saveAll(trx, requests, optIn, now()))
      committed()
      return outcomes
    },
  })

/**
 * Saves a batch of results in the caller's transaction: the budgets, then people, consents and
 * mails as for any sign-up, then the rows. A key that has saved before adds nothing and gets its
 * row again. Outcomes come in the order of the requests.
 */
export async function saveAll(
  trx: Transaction<Schema>,
  requests: readonly SaveRequest[],
  optIn: OptIn,
  now: number,
): Promise<SaveOutcome[]> {
  const budgets = await spend(
    trx,
    requests.map(({ charges }) => charges),
    now,
  )
  const admitted = requests.filter((_, index) => budgets[index]!.retryAfterMs === 0)
  const earlier = await rowsByKey(trx, admitted)
  const fresh = firstOfEachKey(admitted.filter(({ key }) => key === null || !earlier.has(key)))
  const people = await addPeople(trx, fresh.map(signUpOf), optIn, now)
  const drafts = fresh.map((save) => ({ save, row: newRow(save, people.get(save.email)!, now) }))
  const inserted = await insertResults(
    trx,
    drafts.map(({ row }) => row),
  )
  await deleteOldest(trx, [...new Set(drafts.map(({ row }) => row.person_id))])
  // Another process may have used a key since the lookup. Its row is the one that counts.
  const taken = await rowsByKey(
    trx,
    drafts.flatMap(({ save, row }) => (inserted.has(row.id) ? [] : [save])),
  )
  const own = new Map(drafts.map(({ save, row }) => [save, savedRow(save, row)]))
  const byKey = new Map([
    ...[...own].flatMap(([{ key }, row]) => (key === null ? [] : [[key, row] as const])),
    ...earlier,
    ...taken,
  ])
  return requests.map((save, index): SaveOutcome => {
    const { retryAfterMs } = budgets[index]!
    if (retryAfterMs > 0) return { outcome: 'over-budget', retryAfterMs }
    const row = save.key === null ? own.get(save)! : byKey.get(save.key)!
    return isSameBody(save, row) ? { outcome: 'saved', row } : { outcome: 'other-body' }
  })
}

/** Sorted by key, so that two writers cannot deadlock. */
function firstOfEachKey(saves: readonly SaveRequest[]): SaveRequest[] {
  const keyed = new Map(
    saves.toReversed().flatMap((save) => (save.key === null ? [] : [[save.key, save] as const])),
  )
  return [
    ...[...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, save]) => save),
    ...saves.filter(({ key }) => key === null),
  ]
}

/**
 * The mail names the type. For a listed person the sequence's first mail replaces 'you are on the
 * list'.
 */
const signUpOf = (save: SaveRequest): NewSignUp => ({
  ...save,
  placement: 'quiz',
  mail: { data: { quizType: save.result.performance_type }, skipListed: true },
})

const newRow = ({ key, result }: SaveRequest, personId: string, now: number): QuizResultsTable => ({
  id: randomUUID(),
  person_id: personId,
  idempotency_key: key,
  created_at: now,
  performance_type: result.performance_type,
  primary_score: result.primary_score,
  scores: JSON.stringify(result.scores),
  answers: JSON.stringify(result.answers),
  result_data: JSON.stringify(result.result_data),
  sequence_due_at: now + sequenceDelayMs,
})

/** Returns the ids of the inserted rows: a key that exists already inserts none. */
async function insertResults(
  trx: Transaction<Schema>,
  rows: readonly QuizResultsTable[],
): Promise<Set<string>> {
  const inserted = await insertRows(trx, 'save quiz results', rows, (values) =>
    trx
      .insertInto('quiz_results')
      .values(values as QuizResultsTable[])
      .onConflict((same) => same.column('idempotency_key').doNothing())
      .returning('id'),
  )
  return new Set(inserted.map(({ id }) => id))
}

/**
 * Strangers can save results with any address, so only the newest of a person stay, and the result
 * of the active sequence.
 */
async function deleteOldest(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return
  const tooMany = await trx
    .selectFrom('quiz_results')
    .select('person_id')
    .where('person_id', 'in', personIds)
    .groupBy('person_id')
    .having(({ fn }) => fn.countAll(), '>', resultsPerPerson)
    .execute()
  for (const { person_id: personId } of tooMany) {
    const of = trx
      .selectFrom('quiz_results')
      .select('quiz_results.id')
      .where('quiz_results.person_id', '=', personId)
    await trx
      .deleteFrom('quiz_results')
      .where('person_id', '=', personId)
      .where(
        'id',
        'not in',
        of.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(resultsPerPerson),
      )
      .where(
        'id',
        'not in',
        trx
          .selectFrom('sequences')
          .select('quiz_result_id')
          .where('sequences.person_id', '=', personId)
          .where('state', '=', 'active'),
      )
      .execute()
  }
}

async function rowsByKey(
  trx: Transaction<Schema>,
  saves: readonly SaveRequest[],
): Promise<Map<string, SavedRow>> {
  const keys = [...new Set(saves.flatMap(({ key }) => key ?? []))]
  if (keys.length === 0) return new Map()
  const rows = await trx
    .selectFrom('quiz_results')
    .innerJoin('people', 'people.id', 'quiz_results.person_id')
    .selectAll('quiz_results')
    .select('people.email')
    .where('idempotency_key', 'in', keys)
    .execute()
  return new Map(
    rows.map((row) => [
      row.idempotency_key!,
      {
        id: row.id,
        createdAt: row.created_at,
        email: row.email,
        performance_type: row.performance_type,
        primary_score: row.primary_score,
        scores: JSON.parse(row.scores),
        answers: JSON.parse(row.answers),
        result_data: JSON.parse(row.result_data),
      },
    ]),
  )
}

const savedRow = (
  save: SaveRequest,
  { id, created_at: createdAt }: QuizResultsTable,
): SavedRow => ({
  id,
  createdAt,
  email: save.email,
  ...save.result,
})

/** The texts are always the campaign's, and everything else follows from the answers. */
const isSameBody = ({ email, result }: SaveRequest, row: SavedRow): boolean =>
  email === row.email && JSON.stringify(result.answers) === JSON.stringify(row.answers)
