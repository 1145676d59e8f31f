import type { Transaction } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { SequenceCopy } from '#contract/sequence.ts'
import type { PersonState } from '#contract/waitlist.ts'
import { priorities, queueMails, type MailToQueue } from '#server/outbox/outbox.ts'
import type { Db, Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { progressOf, writeProgress } from './progress.ts'
import { nextFor, withFirstMail, type Next, type Progress } from './steps.ts'

export type PlannerDeps = {
  store: Store
  sequence: SequenceCopy | null
  now: () => number
  /** called after a commit that queued mails, with the steps' names */ queued: (
    steps: readonly string[],
  ) => void
}
export type Planner = {
  run(): Promise<void>
  /** call it after a commit that may have made a step due */ nudge(): void
  idle(): Promise<void>
}

const atOnce = 200

/** Takes due steps to the outbox, one run at a time: each minute, and right after a start, a confirmation and a mail that arrived. */
export function openPlanner({ store, sequence, now, queued }: PlannerDeps): Planner {
  let running: Promise<void> | null = null
  let again = false
  async function runAll(copy: SequenceCopy) {
    try {
      for (again = true; again;) {
        again = false
        const { looked, steps } = await queueDue(store, copy, now())
        if (steps.length > 0) queued(steps)
        again ||= looked === atOnce
      }
    } finally {
      running = null
    }
  }
  const run = async () => {
    if (sequence) await (running ??= runAll(sequence))
  }
  return {
    run,
    // What fails here is done by the job of the next minute, which logs.
    nudge() {
      again = true
      run().catch(() => undefined)
    },
    async idle() {
      await running?.catch(() => undefined)
    },
  }
}

/** Queues the steps that are due, moves the others to their day, and ends what is over: people and mails in one transaction, and none where nothing is due. */
export async function queueDue(
  store: Store,
  copy: SequenceCopy,
  now: number,
): Promise<{ looked: number; steps: string[] }> {
  const due = await dueProgress(store.db, now, atOnce).execute()
  if (due.length === 0) return { looked: 0, steps: [] }
  return store.transact(async (trx) => {
    const standings = await lockStandings(
      trx,
      store.engine,
      due.map(({ person_id }) => person_id),
      now,
    )
    const planned = standings.map((standing) => ({
      ...standing,
      next: nextFor(copy, standing, now),
    }))
    const mails = planned.filter(isDue(now))
    const others = planned.filter((one) => !isDue(now)(one))
    const ids = await queueMails(trx, mails.map(mailOf), now)
    await writeProgress(trx, [
      ...mails.map(({ personId, progress, next }, index) => ({
        personId,
        progress: {
          ...progress,
          dueAt: null,
          firsts: next.isFirst ? withFirstMail(progress.firsts, now) : progress.firsts,
        },
        mailId: ids[index]!,
      })),
      ...others.map(({ personId, progress, next }) => ({
        personId,
        progress: { ...progress, dueAt: next.does === 'send' ? next.at : null },
        mailId: null,
      })),
    ])
    for (const [does, state] of [
      ['stop', 'stopped'],
      ['finish', 'finished'],
    ] as const)
      await endSequences(
        trx,
        others.filter(({ next }) => next.does === does),
        state,
      )
    return { looked: standings.length, steps: mails.map(({ next }) => next.step.name) }
  })
}

/** An index lookup, however many people are in a sequence. */
export const dueProgress = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('sequence_places')
    .select('person_id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)

type Standing = {
  personId: string
  email: string
  state: PersonState
  active: boolean
  type: PerformanceType | null
  progress: Progress
}
type Planned = Standing & { next: Next }
type ToQueue = Planned & { next: Extract<Next, { does: 'send' }> }

const isDue =
  (now: number) =>
  (one: Planned): one is ToQueue =>
    one.next.does === 'send' && one.next.at <= now

/** People are read once they are locked: another server may have been faster. Whom somebody else holds is left to them, or to the next minute. */
async function lockStandings(
  trx: Transaction<Schema>,
  engine: Store['engine'],
  personIds: readonly string[],
  now: number,
): Promise<Standing[]> {
  const people = trx.selectFrom('people').select('id').where('id', 'in', personIds)
  const held =
    engine === 'postgres'
      ? (await people.forNoKeyUpdate().skipLocked().execute()).map(({ id }) => id)
      : personIds
  if (held.length === 0) return []
  const rows = await trx
    .selectFrom('sequence_places')
    .innerJoin('people', 'people.id', 'sequence_places.person_id')
    .leftJoin('sequences', (join) =>
      join.onRef('sequences.person_id', '=', 'people.id').on('sequences.state', '=', 'active'),
    )
    .selectAll('sequence_places')
    .select(['people.email', 'people.state', 'sequences.performance_type'])
    .where('sequence_places.person_id', 'in', held)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  return rows.map(({ person_id: personId, email, state, performance_type: type, ...row }) => ({
    personId,
    email,
    state,
    active: type !== null,
    type,
    progress: progressOf(row),
  }))
}

/** Due when its day came, not when it was looked at: how late a mail is decides whether it leaves by itself. */
const mailOf = ({ personId, email, type, next: { step, isFirst, at } }: ToQueue): MailToQueue => ({
  personId,
  email,
  template: 'sequence',
  data: { step: step.name, quizType: type!, afterDays: step.afterDays },
  priority: isFirst ? priorities.awaited : priorities.later,
  dueAt: at,
})

async function endSequences(
  trx: Transaction<Schema>,
  people: readonly Planned[],
  state: 'stopped' | 'finished',
): Promise<void> {
  if (people.length > 0)
    await trx
      .updateTable('sequences')
      .set({ state })
      .where(
        'person_id',
        'in',
        people.map(({ personId }) => personId),
      )
      .where('state', '=', 'active')
      .execute()
}
