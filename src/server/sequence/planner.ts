import type { Transaction } from 'kysely'
import type { SequenceCopy } from '#contract/quiz/sequence.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { PersonState } from '#contract/people/waitlist.ts'
import { openNudged, type Nudged } from '#server/config/recurring.ts'
import type { Store, Db } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities, queueMails, type MailToQueue } from '#server/outbox/outbox.ts'
import { progressOf, writeProgress } from './progress.ts'
import { nextAction, withFirstMail, type NextAction, type Progress } from './steps.ts'

/*
 * A sequence, from a quiz result to its last mail:
 *
 * start-sequences.ts starts it when the page asks, and ten minutes after
 * the result if the page did not ask (jobs.ts).
 * progress.ts stores how far a person is. steps.ts is the rule: which step is next, when, and what
 * stops the sequence. This file queues the mails of due steps; delivery/record.ts notes which have
 * arrived.
 * outbox/sequence-state.ts makes a sequence due that waited for a confirmation.
 * plan-report.ts applies the same rule to the coming days, for `npm run mail -- plan`.
 */

type PlannerDeps = {
  store: Store
  sequence: SequenceCopy | null
  now: () => number
  /** while false nothing is planned: the clock is doubtful */
  isTrusted?: () => boolean
  /** called after a commit that queued mails, with the names of their steps */
  queued: (steps: readonly string[]) => void
}
/**
 * Queues the mails of due steps, one run at a time: each minute, and right after a start, a
 * confirmation and a mail that arrived.
 */
export function openPlanner({
  store,
  sequence,
  now,
  isTrusted = () => true,
  queued,
}: PlannerDeps): Nudged {
  return openNudged(async () => {
    if (!sequence || !isTrusted()) return false
    const { planned, steps } = await queueDue(store, sequence, now())
    if (steps.length > 0) queued(steps)
    return planned === batchSize
  })
}

/** The most people that one call of `queueDue` plans. */
const batchSize = 200

/**
 * Plans a batch of due people in one transaction: queues steps that are due, moves the others to
 * their day, and ends sequences that are over. Opens no transaction if nobody is due.
 */
async function queueDue(
  store: Store,
  copy: SequenceCopy,
  now: number,
): Promise<{ planned: number; steps: string[] }> {
  const due = await dueProgress(store.db, now, batchSize).execute()
  if (due.length === 0) return { planned: 0, steps: [] }
  const ids = due.map(({ personId }) => personId)
  return store.transact(async (trx) => {
    const people = await lockDuePeople(trx, store.engine, ids, now)
    const plans = people.map((person) => ({
      ...person,
      next: notBefore(person.mailSuspendedUntil, nextAction(copy, person, now)),
    }))
    const toQueue = plans.filter((plan) => isDue(plan, now))
    const others = plans.filter((plan) => !isDue(plan, now))
    await queueSteps(trx, toQueue, now)
    await writeProgress(
      trx,
      others.map(({ personId, progress, next }) => ({
        personId,
        progress: { ...progress, dueAt: next.action === 'send' ? next.at : null },
        mailId: null,
      })),
    )
    await endSequences(
      trx,
      'stopped',
      others.filter(({ next }) => next.action === 'stop'),
    )
    await endSequences(
      trx,
      'finished',
      others.filter(({ next }) => next.action === 'finish'),
    )
    return { planned: people.length, steps: toQueue.map(({ next }) => next.step.name) }
  })
}

/**
 * The people whose next step is to be planned. Uses an index, however many people are in a
 * sequence.
 */
export const dueProgress = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('sequence_places')
    .select('personId')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(limit)

type DuePerson = {
  personId: string
  email: string
  state: PersonState
  mailSuspendedUntil: number | null
  active: boolean
  type: PerformanceType | null
  progress: Progress
}
/** Soft bounces have suspended mail until then: the step is not late, however long that was. */
const notBefore = (suspendedUntil: number | null, next: NextAction): NextAction =>
  next.action === 'send' ? { ...next, at: Math.max(next.at, suspendedUntil ?? 0) } : next

type Plan = DuePerson & { next: NextAction }
type PlanToQueue = Plan & { next: Extract<NextAction, { action: 'send' }> }

const isDue = (plan: Plan, now: number): plan is PlanToQueue =>
  plan.next.action === 'send' && plan.next.at <= now

/**
 * Reads people after locking them, because another server may have planned them already. People
 * locked by another transaction are skipped until the next minute.
 */
async function lockDuePeople(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  personIds: readonly string[],
  now: number,
): Promise<DuePerson[]> {
  const people = trx.selectFrom('people').select('id').where('id', 'in', personIds)
  const locked =
    engine === 'postgres'
      ? (await people.forNoKeyUpdate().skipLocked().execute()).map(({ id }) => id)
      : personIds
  if (locked.length === 0) return []
  const rows = await trx
    .selectFrom('sequence_places')
    .innerJoin('people', 'people.id', 'sequence_places.personId')
    .leftJoin('sequences', (join) =>
      join.onRef('sequences.personId', '=', 'people.id').on('sequences.state', '=', 'active'),
    )
    .selectAll('sequence_places')
    .select(['people.email', 'people.state', 'people.mailSuspendedUntil'])
    .select('sequences.performance_type as type')
    .where('sequence_places.personId', 'in', locked)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .execute()
  return rows.map((row) => ({ ...row, active: row.type !== null, progress: progressOf(row) }))
}

async function queueSteps(
  trx: Transaction<Schema>,
  plans: readonly PlanToQueue[],
  now: number,
): Promise<void> {
  const mailIds = await queueMails(trx, plans.map(mailOf), now)
  await writeProgress(
    trx,
    plans.map(({ personId, progress, next }, index) => {
      const firstMailsAt = next.isFirst
        ? withFirstMail(progress.firstMailsAt, now)
        : progress.firstMailsAt
      return {
        personId,
        progress: { ...progress, dueAt: null, firstMailsAt },
        mailId: mailIds[index]!,
      }
    }),
  )
}

/**
 * `dueAt` is the step's own time: it decides whether the mail is overdue and waits for the
 * operator.
 */
const mailOf = ({
  personId,
  email,
  type,
  next: { step, isFirst, at },
}: PlanToQueue): MailToQueue => ({
  personId,
  email,
  template: 'sequence',
  data: { step: step.name, quizType: type!, afterDays: step.afterDays },
  priority: isFirst ? priorities.awaited : priorities.later,
  dueAt: at,
})

async function endSequences(
  trx: Transaction<Schema>,
  state: 'stopped' | 'finished',
  people: readonly Plan[],
): Promise<void> {
  if (people.length === 0) return
  const ids = people.map(({ personId }) => personId)
  await trx
    .updateTable('sequences')
    .set({ state })
    .where('personId', 'in', ids)
    .where('state', '=', 'active')
    .execute()
}
