import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Consent } from '#contract/campaign.ts'
import type { QuizResult } from '#contract/quiz.ts'
import { count } from '#server/counts/count.ts'
import type { Store } from '#server/db/open.ts'
import type { QuizResultsTable } from '#server/db/quiz-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { spendOfBatch, type Charges } from '#server/limits/budgets.ts'
import { addSignUps, isUnproven, type NewSignUp } from '#server/signup/add-people.ts'
import type { OptIn } from '#server/signup/policy.ts'
import { newRow, rowsByKey, storeProven, type SavedRow } from './result-rows.ts'
import { storeUnconfirmed } from './unconfirmed-results.ts'

/**
 * A valid result that the guard has admitted. `email` is the stored form (address.ts); `key` is the
 * page's idempotency key, or null. `charges` is null if limits are off. `provenFor`: the people who
 * sent it, as the request proves (proof.ts); left out where nobody need prove it.
 */
export type SaveRequest = {
  email: string
  key: string | null
  result: QuizResult
  consent: Consent
  charges: Charges | null
  provenFor?: readonly string[]
} & Pick<NewSignUp, 'source' | 'medium' | 'campaign' | 'referrer' | 'network' | 'press'>

/** `other-body`: the key has saved another result. */
export type SaveOutcome =
  | { outcome: 'saved'; row: SavedRow }
  | { outcome: 'other-body' }
  | { outcome: 'over-budget'; retryAfterMs: number }

export type SaveBatcher = Batcher<SaveRequest, SaveOutcome>

export type SaveBatcherDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** the time by which a date decides; `now` by default (clock/clock.ts) */
  calendar?: () => number
  /** called after a commit, which may have queued mails */
  committed: () => void
}

/**
 * All results that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openSaveBatcher = ({
  store,
  optIn,
  now,
  calendar = now,
  committed,
}: SaveBatcherDeps): SaveBatcher =>
  openBatcher({
    async enter(requests) {
      const outcomes = await store.transact((trx) =>
        saveAll(trx, requests, optIn, now(), calendar()),
      )
      committed()
      return outcomes
    },
  })

/**
 * Saves a batch of results in the caller's transaction: the budgets, then people, consents and
 * mails as for any sign-up, then the rows. A key that has saved before adds nothing and gets its
 * row again. QUIZ-9: a result of a confirmed person that nothing proves is a row of another table,
 * and the answer is the same. Outcomes come in the order of the requests.
 */
export async function saveAll(
  trx: Transaction<Schema>,
  requests: readonly SaveRequest[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<SaveOutcome[]> {
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  const earlier = await rowsByKey(
    trx,
    admitted.map(({ key }) => key),
  )
  const fresh = firstOfEachKey(admitted.filter(({ key }) => key === null || !earlier.has(key)))
  const { drafts, inserted } = await insertFresh(trx, fresh, optIn, { now, calendar })
  // Another process may have used a key since the lookup. Its row is the one that counts.
  const taken = await rowsByKey(
    trx,
    drafts.flatMap(({ save, row }) => (inserted.has(row.id) ? [] : [save.key])),
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

/** `inserted`: the ids of the rows that no other process has stored meanwhile. */
async function insertFresh(
  trx: Transaction<Schema>,
  fresh: readonly SaveRequest[],
  optIn: OptIn,
  { now, calendar }: { now: number; calendar: number },
) {
  const named = fresh.map((save) => ({ save, id: randomUUID() }))
  const people = await addSignUps(trx, named.map(signUpOf), optIn, now, calendar)
  const drafts = named.map(({ save, id }) => {
    const person = people.get(save.email)!
    const row = newRow({ ...save, id }, person.id, calendar)
    return { save, row, unproven: isUnproven(person, { provenFor: save.provenFor ?? null }) }
  })
  const inserted = new Set([
    ...(await storeProven(trx, rowsOf(drafts, false))),
    ...(await storeUnconfirmed(trx, rowsOf(drafts, true))),
  ])
  count(
    trx,
    drafts
      .filter(({ row }) => inserted.has(row.id))
      .map(({ row }) => ({ what: 'quiz_saved', at: now, placement: row.performance_type })),
  )
  return { drafts, inserted }
}

const rowsOf = (drafts: readonly { row: QuizResultsTable; unproven: boolean }[], which: boolean) =>
  drafts.filter(({ unproven }) => unproven === which).map(({ row }) => row)

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

const signUpOf = ({ save, id }: { save: SaveRequest; id: string }): NewSignUp => ({
  ...save,
  placement: 'quiz',
  quiz: {
    type: save.result.performance_type,
    resultId: id,
    provenFor: save.provenFor ?? null,
  },
})

const savedRow = (save: SaveRequest, { id, createdAt }: QuizResultsTable): SavedRow => ({
  id,
  createdAt,
  email: save.email,
  ...save.result,
})

/** The texts are always the campaign's, and everything else follows from the answers. */
const isSameBody = ({ email, result }: SaveRequest, row: SavedRow): boolean =>
  email === row.email && JSON.stringify(result.answers) === JSON.stringify(row.answers)
