import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { QuizResult } from '#contract/quiz.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { Store } from '#server/db/open.ts'
import type { QuizResultsTable, Schema } from '#server/db/schema.ts'
import { openWriteBatcher, type WriteBatcher } from '#server/db/write-batcher.ts'
import { spend, type Charges } from '#server/limits/budgets.ts'
import { enterPeople, type JoinRequest } from '#server/signup/join.ts'
import type { OptIn } from '#server/signup/policy.ts'

/** A result that the guard let through and whose parts follow from each other. `email` is the stored form; `key` the page's idempotency key, or null. */
export type SaveRequest = {
  email: string
  key: string | null
  result: QuizResult
  consent: Consent
  charges: Charges | null
} & Pick<JoinRequest, 'source' | 'medium' | 'campaign' | 'referrer' | 'requester'>

/** A saved row, as it is read back. `createdAt` in ms. */
export type SavedRow = QuizResult & { id: string; createdAt: number; email: string }

/** `other-body`: this key has saved something else already. */
export type SaveResult =
  | { outcome: 'saved'; row: SavedRow }
  | { outcome: 'other-body' }
  | { outcome: 'over-budget'; retryAfterMs: number }

/** What the mail for a save depends on. */
export type SaveTerms = { optIn: OptIn }

export type SaveDeps = SaveTerms & {
  store: Store
  now: () => number
  /** called after a commit that may have queued mails */ committed: () => void
}

/** Longest that a result waits for CALL-3; then the server starts its sequence by itself. */
const sequencePatienceMs = 10 * 60_000

/** Of one person. */
const resultsKept = 20

/** All results of one turn of the event loop share one commit. `add` throws StoreUnavailable where the store does not answer. */
export const openSaveBatcher = ({
  store,
  optIn,
  now,
  committed,
}: SaveDeps): WriteBatcher<SaveRequest, SaveResult> =>
  openWriteBatcher({
    async enter(saves) {
      const answers = await store.transact((trx) => saveAll(trx, saves, { optIn }, now()))
      committed()
      return answers
    },
  })

/**
 * Saves a batch of results in the caller's transaction: budgets first, then the people, their consents and mails as for any
 * sign-up, then the rows. A key that has saved already enters nobody anew and gets its row again.
 */
export async function saveAll(
  trx: Transaction<Schema>,
  saves: readonly SaveRequest[],
  { optIn }: SaveTerms,
  now: number,
): Promise<SaveResult[]> {
  const budgetResults = await spend(
    trx,
    saves.map(({ charges }) => charges),
    now,
  )
  const admitted = saves.filter((_, index) => budgetResults[index]!.retryAfterMs === 0)
  const earlier = await rowsOf(trx, admitted)
  const fresh = firstOfEachKey(admitted.filter(({ key }) => key === null || !earlier.has(key)))
  const people = await enterPeople(trx, fresh.map(joiningOf), optIn, now)
  const drafts = fresh.map((save) => [save, draft(save, people.get(save.email)!, now)] as const)
  const inserted = new Set(
    (
      await insertRows(
        trx,
        'save quiz results',
        drafts.map(([, row]) => row),
        (rows) =>
          trx
            .insertInto('quiz_results')
            .values(rows as QuizResultsTable[])
            .onConflict((same) => same.column('idempotency_key').doNothing())
            .returning('id'),
      )
    ).map(({ id }) => id),
  )
  await dropOldest(trx, [...new Set(drafts.map(([, row]) => row.person_id))])
  // Another process may have taken a key since it was looked for; its row is the one that counts.
  const taken = await rowsOf(
    trx,
    drafts.flatMap(([save, { id }]) => (inserted.has(id) ? [] : [save])),
  )

  const own = new Map(
    drafts.map(([save, { id }]) => [
      save,
      { id, createdAt: now, email: save.email, ...save.result },
    ]),
  )
  const ofKey = new Map([
    ...[...own].flatMap(([{ key }, row]) => (key === null ? [] : [[key, row] as const])),
    ...earlier,
    ...taken,
  ])
  return saves.map((save, index): SaveResult => {
    const { retryAfterMs } = budgetResults[index]!
    if (retryAfterMs > 0) return { outcome: 'over-budget', retryAfterMs }
    const row = save.key === null ? own.get(save)! : ofKey.get(save.key)!
    return sameBody(save, row) ? { outcome: 'saved', row } : { outcome: 'other-body' }
  })
}

/** Anybody can save results against anybody's address: the newest are kept, and the one whose sequence is under way. */
async function dropOldest(trx: Transaction<Schema>, personIds: readonly string[]) {
  if (personIds.length === 0) return
  const tooMany = await trx
    .selectFrom('quiz_results')
    .select('person_id')
    .where('person_id', 'in', personIds)
    .groupBy('person_id')
    .having(({ fn }) => fn.countAll(), '>', resultsKept)
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
        of.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(resultsKept),
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

/** In the order of the keys: two writers never wait for each other in a circle. */
function firstOfEachKey(saves: readonly SaveRequest[]): SaveRequest[] {
  const keyed = new Map(
    saves.toReversed().flatMap((save) => (save.key === null ? [] : [[save.key, save] as const])),
  )
  return [
    ...[...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, save]) => save),
    ...saves.filter(({ key }) => key === null),
  ]
}

const joiningOf = (save: SaveRequest): Omit<JoinRequest, 'charges'> => ({
  ...save,
  placement: 'quiz',
  quiz: save.result.performance_type,
})

const draft = ({ key, result }: SaveRequest, personId: string, now: number): QuizResultsTable => ({
  id: randomUUID(),
  person_id: personId,
  idempotency_key: key,
  created_at: now,
  performance_type: result.performance_type,
  primary_score: result.primary_score,
  scores: JSON.stringify(result.scores),
  answers: JSON.stringify(result.answers),
  result_data: JSON.stringify(result.result_data),
  sequence_due_at: now + sequencePatienceMs,
})

async function rowsOf(
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

/** The texts are the campaign's, whatever was sent: the answers say all else. */
const sameBody = ({ email, result }: SaveRequest, row: SavedRow): boolean =>
  email === row.email && JSON.stringify(result.answers) === JSON.stringify(row.answers)
