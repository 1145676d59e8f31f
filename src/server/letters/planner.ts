import { sql, type Transaction } from 'kysely'
import { operatorTime } from '#contract/operator-times.ts'
import { openNudged, type Nudged } from '#server/config/recurring.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsForTime } from '#server/outbox/turns.ts'
import type { StopLog } from './outcomes.ts'
import { lanesOf } from './lanes.ts'
import { deleteRuns, lockRuns } from './runs.ts'
import { clockStopped, pauseLateLetters, resumeNotLate, startScheduled } from './states.ts'

type LetterPlannerDeps = {
  store: Store
  now: () => number
  /** while false nothing is done: the clock is doubtful */
  isTrusted?: () => boolean
  /** called after a commit that began a letter */
  queued: () => void
  /** called after a commit that paused letters because they are late */
  late?: (letterIds: readonly string[]) => void
}
export type LetterPlanner = Nudged

/**
 * What time does to letters, each minute and after each act on a letter: it pauses those that are
 * late, begins those whose time has come, and ends those that are done. Each is one conditional
 * update, so several servers may do it at once. The mails are fed by the claims (lanes.ts).
 */
export function openLetterPlanner({
  store,
  now,
  isTrusted = () => true,
  queued,
  late = () => {},
}: LetterPlannerDeps): LetterPlanner {
  return openNudged(async () => {
    if (!isTrusted()) return
    const { begun, lateIds } = await store.transact(async (trx) => {
      const resumed = await resumeNotLate(trx, now())
      const lateIds = await pauseLateLetters(trx, now())
      const begun = resumed + (await startScheduled(trx, now()))
      await finishLetters(trx, now())
      return { begun, lateIds }
    })
    if (begun > 0) queued()
    if (lateIds.length > 0) late(lateIds)
  })
}

/** Says that nothing could be sent of these letters for 72 hours, after the commit that paused them. */
export function logLateLetters({ log, metrics }: StopLog, letterIds: readonly string[]): void {
  for (const letter of letterIds) {
    metrics?.letterStops.inc({ rule: 'late' })
    log.error({ letter }, `a letter sent nothing for ${operatorTime('lateLetter')}: it is paused`)
  }
}

/** Ends the letters of which nobody is left, and no mail waits or is being sent. */
export async function finishLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const letters = await trx
    .selectFrom('letters')
    .select(['id', 'revision'])
    .where('state', '=', 'sending')
    .execute()
  if (letters.length === 0) return 0
  let finished = 0
  for (const letter of letters) {
    if (!(await isOver(trx, letter))) continue
    // A mail that another server gives back meanwhile is seen now, or begins the letter again.
    await lockLetter(trx, letter.id)
    if (!(await isOver(trx, letter))) continue
    await trx
      .updateTable('letters')
      .set({ state: 'done', endedAt: now, ...clockStopped(now) })
      .where('id', '=', letter.id)
      .where('state', '=', 'sending')
      .execute()
    await deleteRuns(trx, letter.id)
    finished++
  }
  return finished
}

/** Lanes first: a mail that is claimed between the reads is seen by one of them. */
const isOver = async (trx: Transaction<Schema>, letter: { id: string; revision: number }) =>
  (await lanesOf(trx, letter)).length === 0 && !(await lettersOfOpenMails(trx)).has(letter.id)

/** In the order of a stop: the letter, then its runs. */
async function lockLetter(trx: Transaction<Schema>, id: string): Promise<void> {
  await trx
    .updateTable('letters')
    .set({ state: sql`state` })
    .where('id', '=', id)
    .execute()
  await lockRuns(trx, id)
}

/** The letters of mails that are to be tried again, or are on the way. */
async function lettersOfOpenMails(db: Db): Promise<Set<string | null>> {
  const mails = db.selectFrom('outbox').select('letterId')
  const tried = mails.where(isDue).where(waitsForTime).where('priority', '=', priorities.letter)
  const rows = await tried.union(mails.where('state', '=', 'sending')).execute()
  return new Set(rows.map(({ letterId }) => letterId))
}
