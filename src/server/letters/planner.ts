import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Store, Db } from '#server/db/open.ts'
import { endJobLease, jobLeaseMs, takeJobLease } from '#server/db/job-leases.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { startScheduled, clockStopped } from './acts.ts'
import { pauseLateLetters, resumeNotLate } from './late.ts'
import { queueRecipients } from './queue-recipients.ts'
import { clearWaitingMails, hasWaitingMails } from './waiting-mails.ts'

export type LetterPlannerDeps = {
  store: Store
  now: () => number
  /** while false nothing is done: the clock is doubtful */
  isTrusted?: () => boolean
  /** called after a commit that queued mails or began a letter */
  queued: () => void
  /** called after a commit that paused letters because they are late */
  late?: (letterIds: readonly string[]) => void
  /** true while nobody else writes: recipients are then queued without rests */
  alone?: () => boolean
}
export type LetterPlanner = {
  run(): Promise<void>
  /** Runs soon. Call it after a letter was sent, scheduled, resumed or stopped. */
  nudge(): void
  stop(): Promise<void>
}

const job = 'letters'
/** How soon a server looks again after another one had the lease: that one may have been killed. */
const lookAgainMs = jobLeaseMs / 3

/**
 * Does what letters need in the background, on one server at a time: pauses those that are late,
 * begins those whose time has come, queues recipients, removes mails of letters that were stopped or
 * unscheduled, and ends letters. It runs each minute and after each act on a letter. Without the lease two servers would
 * do the same work, and one of them in vain: the letter's cursor decides.
 */
export function openLetterPlanner({
  store,
  now,
  isTrusted = () => true,
  queued,
  late = () => {},
  alone = () => false,
}: LetterPlannerDeps): LetterPlanner {
  const lease = { name: job, owner: randomUUID() }
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  let leaseUntil = 0
  let lookAgain: NodeJS.Timeout | undefined

  const hasLease = async () => {
    // SQLite has one server, and its store the lock.
    if (store.engine === 'sqlite') return true
    const at = now()
    const taken = await store.transact((trx) => takeJobLease(trx, lease, at))
    leaseUntil = taken ? at + jobLeaseMs : 0
    return taken
  }
  /** Renews the lease at half its time. A clock that jumps ends the run; the next one goes on. */
  const renewed = async () => {
    const left = leaseUntil - now()
    return (left > jobLeaseMs / 2 && left <= jobLeaseMs) || hasLease()
  }

  async function runAll() {
    try {
      for (again = true; again;) {
        again = false
        if (stopped || !isTrusted() || !(await hasLetters(store))) return
        if (!(await hasLease())) return lookAgainLater()
        await pauseLate()
        if ((await store.transact((trx) => startScheduled(trx, now()))) > 0) queued()
        await clearWaitingMails(store, { goOn })
        await queueRecipients(store, { now, goOn, queued, alone })
        await store.transact((trx) => finishLetters(trx, now()))
      }
    } finally {
      running = null
    }
  }
  async function pauseLate() {
    if ((await store.transact((trx) => resumeNotLate(trx, now()))) > 0) queued()
    const ids = await store.transact((trx) => pauseLateLetters(trx, now()))
    if (ids.length > 0) late(ids)
  }
  function lookAgainLater() {
    clearTimeout(lookAgain)
    lookAgain = setTimeout(nudge, lookAgainMs).unref()
  }
  const goOn = async () => !stopped && isTrusted() && (await renewed())
  const run = async () => {
    if (!stopped) await (running ??= runAll())
  }
  // A failure is not handled here: the job of the next minute runs again and logs.
  function nudge() {
    again = true
    run().catch(() => undefined)
  }
  return {
    run,
    nudge,
    async stop() {
      stopped = true
      clearTimeout(lookAgain)
      await running?.catch(() => undefined)
      await store.transact((trx) => endJobLease(trx, lease)).catch(() => undefined)
    },
  }
}

const hasLetters = async ({ db }: Store): Promise<boolean> =>
  (await db.selectFrom('letters').select('id').limit(1).executeTakeFirst()) !== undefined

/** Ends the letters of which every mail is queued, and none waits or is being sent. */
export async function finishLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const letters = await trx
    .selectFrom('letters')
    .select('id')
    .where('state', '=', 'sending')
    .where('queuedAt', 'is not', null)
    .execute()
  let finished = 0
  for (const { id } of letters) {
    if (await hasMailsLeft(trx, id)) continue
    await trx
      .updateTable('letters')
      .set({ state: 'done', endedAt: now, ...clockStopped(now) })
      .where('id', '=', id)
      .where('state', '=', 'sending')
      .execute()
    finished++
  }
  return finished
}

/** By indexes: mails in the letter's turns, those tried before, those on the way. */
async function hasMailsLeft(db: Db, id: string): Promise<boolean> {
  const rows = () => db.selectFrom('outbox').select('id').limit(1)
  const [tried, onTheWay] = [
    rows()
      .where(isDue)
      .where('waits', 'in', [waitsFor.time, waitsFor.turn])
      .where('priority', '=', priorities.letter)
      .where(sql<boolean>`"letterId" = ${id}`),
    rows()
      .where('state', '=', 'sending')
      .where(sql<boolean>`"letterId" = ${id}`),
  ]
  for (const query of [tried, onTheWay]) if (await query.executeTakeFirst()) return true
  return hasWaitingMails(db, id)
}
