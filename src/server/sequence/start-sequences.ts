import type { Transaction } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import { isSilenced, type PersonState } from '#contract/people/waitlist.ts'
import { parseAddress } from '#contract/address/address.ts'
import { type Store, StoreUnavailable } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { spendOne, type BudgetResult, type Charges } from '#server/limits/budgets.ts'
import type { QuizResultsTable } from '#server/db/quiz-schema.ts'
import type { Log } from '#server/config/log.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import type { CallRoute } from '#server/http/guards.ts'
import { admissionOf } from '#server/signup/guard.ts'
import type { SignUpDeps } from '#server/signup/sign-up.ts'
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
  for (const result of results)
    if (result.email === email) await activate(trx, sequence, result, calendar)
  return budget
}

const batchSize = 200

/**
 * Starts the sequences that were not requested in time: the page was closed or its call was lost.
 * `dueBy`: the time by which they had to be; Infinity for those that could still be requested.
 */
export async function startMissed(
  store: Store,
  sequence: SequenceCopy | null,
  now: number,
  dueBy: number = now,
): Promise<void> {
  for (let found = batchSize; found === batchSize;) {
    found = await store.transact(async (trx) => {
      const due = await trx
        .selectFrom('quiz_results')
        .select('id')
        .where('sequenceDueAt', '<=', Math.min(dueBy, Number.MAX_SAFE_INTEGER))
        .orderBy('sequenceDueAt')
        .limit(batchSize)
        .execute()
      const ids = due.map(({ id }) => id)
      for (const result of await lockResults(trx, store.engine, ids))
        await activate(trx, sequence, result, now)
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

type SequenceState = Schema['sequences']['state']

/** A person has one active sequence, that of the newest result. It replaces the older one. */
async function activate(
  trx: Transaction<Schema>,
  sequence: SequenceCopy | null,
  result: Result,
  now: number,
): Promise<void> {
  const { id, personId, performance_type } = result
  const active = await trx
    .selectFrom('sequences')
    .innerJoin('quiz_results', 'quiz_results.id', 'sequences.quizResultId')
    .select(['quizResultId as id', 'createdAt'])
    .where('sequences.personId', '=', personId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  const state = stateOf(result, active)
  if (active && state === 'active')
    await trx
      .updateTable('sequences')
      .set({ state: 'replaced' })
      .where('quizResultId', '=', active.id)
      .execute()
  await trx
    .insertInto('sequences')
    .values({ quizResultId: id, personId, performance_type, state, startedAt: now })
    .execute()
  if (sequence && state === 'active')
    await startProgress(
      trx,
      sequence,
      { personId, type: performance_type, confirmed: result.state === 'confirmed' },
      now,
    )
  await trx.updateTable('quiz_results').set({ sequenceDueAt: null }).where('id', '=', id).execute()
}

function stateOf(result: Result, active: { createdAt: number } | undefined): SequenceState {
  if (isUnwanted(result)) return 'stopped'
  return active && active.createdAt > result.createdAt ? 'replaced' : 'active'
}

/**
 * True for a silenced person, and for one who left after taking the quiz. A person who left before
 * it may get the sequence once they confirm.
 */
const isUnwanted = ({ state, leftAt, createdAt }: Result): boolean =>
  isSilenced(state) || (state === 'unsubscribed' && (leftAt ?? 0) >= createdAt)

type SequenceDeps = Pick<SignUpDeps, 'metrics'> & StartDeps & { log: Log }

const refuse = refuseAsJson({
  400: 'Send JSON with exactly these: {"email": "…", "performance_type": "…", "quiz_result_id": "…", "result_data": {…}}.',
  403: 'This call came from a page of another site. Send it from the page of the quiz or from a server.',
  429: 'Too many calls from this network. Try again after the seconds in Retry-After, or leave it: the sequence starts by itself.',
  503: 'The sequence is not started yet. Try again after the seconds in Retry-After, or leave it: it starts by itself.',
})

/**
 * CALL-3: starts the mail sequence of a quiz result. The answer does not reveal whether the result
 * exists or whose it is. A store that is unavailable is only a warning, because the server starts
 * the sequence by itself later (QUIZ-9).
 */
export const triggerSequence = (deps: SequenceDeps): CallRoute => ({
  refuse,
  answered: (status) => deps.metrics.sequenceCalls.inc({ status }),
  async handler(request, reply) {
    const body = sequenceBody.safeParse(request.body)
    if (!body.success) throw new Refusal(400)
    const { trapped, charges } = admissionOf(request)
    const { email, quiz_result_id: quizResultId } = body.data
    if (!trapped)
      withinBudget(
        await startSequence(deps, {
          email: parseAddress(email) ?? '',
          quizResultId: isUuid(quizResultId) ? quizResultId : '',
          charges: toSequenceBudgets(charges),
        }).catch(orLater(request, deps)),
      )
    return reply.header('cache-control', 'no-store').send({ ok: true })
  },
})

const retryAfterS = 5

/** The server starts the sequence by itself later, so this is no more than a warning. */
const orLater =
  ({ id }: FastifyRequest, { log }: SequenceDeps) =>
  (error: unknown): never => {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn({ reqId: id, reason: error.message }, 'a sequence was not started')
    throw new Refusal(503, { retryAfterS })
  }

/**
 * Budgets as large as those of sign-ups but separate, so that a save and its call do not halve
 * them.
 */
const toSequenceBudgets = (charges: Charges | null): Charges | null =>
  charges && charges.map((charge) => ({ ...charge, key: `sequence ${charge.key}` }))

const isUuid = (text: string): boolean => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(text)

/**
 * CALL-3: exactly these fields. The type and the texts are validated but not used: the stored
 * result has its own.
 */
const sequenceBody = z.strictObject({
  email: z.string(),
  performance_type: z.string(),
  quiz_result_id: z.string(),
  result_data: z.record(z.string(), z.unknown()),
})
