import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { LetterState, PausedBy } from '#contract/letters/letters.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsForTime } from '#server/outbox/turns.ts'
import { openNudged, type Nudged } from '#server/config/recurring.ts'
import type { Db, Store } from '#server/db/store.ts'
import { isLateLetter, stoppedMail, lanesOf } from './lanes.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { deleteRuns, lockRuns } from './runs.ts'

/*
 * The states of a letter, and what changes them. Each change is one conditional update, so that one
 * of several writers makes it.
 *
 *   draft ──sent──> sending, or scheduled until its time has come
 *   scheduled ──unscheduled──> draft
 *   sending ──by an operator, above a limit, late──> paused ──resumed──> sending, scheduled
 *   scheduled ──late──> paused
 *   scheduled, sending, paused ──stopped──> stopped
 *   sending ──no mail is left──> done ──one of its mails is retried──> sending
 *
 * send.ts sends a draft. acts.ts declares what else operators do. outcomes.ts pauses a letter above a
 * limit. `openLetterPlanner` below does what time does: it begins a scheduled letter, pauses a late
 * one and ends one that is done. lanes.ts sends a letter again that was done. `holdAllLetters` pauses
 * all letters of a restored store. The ready mails of a paused letter wait in their lanes; a stop
 * cancels them.
 */

/** The cause of a pause as the commands write it. */
export const pausedReasons: Record<PausedBy, string> = {
  operator: 'by an operator',
  bounces: 'by itself: too many bounces',
  complaints: 'by itself: too many complaints',
  late: `by itself: nothing could be sent for ${operatorTime('lateLetter')}`,
  held: 'held: the store was put back to an earlier time, or mail was held',
}

/** `wrong state`: the letter is in a state from which the act does not lead; nothing was changed. */
export type Changed =
  | { outcome: 'done'; letter: Letter }
  | { outcome: 'wrong state'; letter: Letter }
  | { outcome: 'unknown' }

/** The states that each act begins from. */
export const actsFrom = {
  unschedule: ['scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  stop: ['scheduled', 'sending', 'paused'],
} as const satisfies Record<string, readonly LetterState[]>

/** Makes a scheduled letter a draft again. */
export async function unscheduleLetter(trx: Transaction<Schema>, id: string): Promise<Changed> {
  const changed = await change(trx, id, actsFrom.unschedule, {
    state: 'draft',
    frozenAt: null,
    sentBy: null,
    plannedAt: null,
    counted: null,
    movedAt: null,
  })
  if (changed.outcome !== 'done') return changed
  const lanes = await deleteRuns(trx, id)
  // There are some only where a clock was set back after its time had come.
  if (lanes.length > 0)
    await trx.deleteFrom('outbox').where(isDue).where('waits', 'in', lanes).execute()
  await trx.deleteFrom('letter_counts').where('letterId', '=', id).execute()
  return changed
}

/** The ramp's clock stands still while a letter is paused. */
export const pauseLetter = (
  trx: Transaction<Schema>,
  id: string,
  by: PausedBy,
  now: number,
): Promise<Changed> => change(trx, id, actsFrom.pause, { ...paused(by, now), ...clockStopped(now) })

/**
 * Holds all letters that are under way, also those in a pause: the store was restored to an earlier
 * time, and some of their people may have had them since. The operator resumes or stops each. Returns
 * how many.
 */
export async function holdAllLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set({ ...paused('held', now), ...clockStopped(now) })
    .where('state', 'in', actsFrom.stop)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The stop rules begin anew: mails that ended before the resume no longer count. */
export const resumeLetter = (trx: Transaction<Schema>, id: string, now: number): Promise<Changed> =>
  change(trx, id, actsFrom.resume, {
    ...goesOn(now),
    windowFrom: sql<number>`ended / 100 + 1`,
  })

/**
 * Final. Its ready mails are cancelled at once, also those that a claim is about to add. Those that
 * are tried again, or that a server has claimed and gives back, are cancelled when they would return to
 * their lane (`returnToLanes`).
 */
export async function stopLetter(
  trx: Transaction<Schema>,
  id: string,
  now: number,
): Promise<Changed> {
  const values = { state: 'stopped' as const, endedAt: now, ...clockStopped(now) }
  const changed = await change(trx, id, actsFrom.stop, values)
  if (changed.outcome !== 'done') return changed
  const lanes = await deleteRuns(trx, id)
  if (lanes.length > 0)
    await trx
      .updateTable('outbox')
      .set(stoppedMail)
      .where(isDue)
      .where('priority', '=', priorities.letter)
      .where('waits', 'in', lanes)
      .execute()
  return changed
}

/** One statement: of two operators at once, one changes the letter and the other is told. */
async function change(
  trx: Transaction<Schema>,
  id: string,
  from: readonly LetterState[],
  values: UpdateObject<Schema, 'letters'>,
): Promise<Changed> {
  const changed = await trx
    .updateTable('letters')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst()
  if (changed) return { outcome: 'done', letter: await letterOf(trx, changed) }
  const letter = await readLetter(trx, id)
  return letter ? { outcome: 'wrong state', letter } : { outcome: 'unknown' }
}

/** A clock that was ahead adds no negative time. */
const clockStopped = (now: number) => ({
  sendingMs: sql<number>`"sendingMs" + case when "sendingSince" < ${now} then ${now} - "sendingSince" else 0 end`,
  sendingSince: null,
})

const paused = (by: PausedBy, now: number) => ({
  state: 'paused' as const,
  pausedAt: now,
  pausedBy: by,
})

/** A letter whose time has not come is scheduled: the ramp's clock does not run while it waits. */
const goesOn = (now: number) => ({
  state: sql<LetterState>`case when "plannedAt" > ${now} then 'scheduled' else 'sending' end`,
  pausedAt: null,
  pausedBy: null,
  movedAt: sql<number>`case when "plannedAt" > ${now} then "plannedAt" else cast(${now} as bigint) end`,
  sendingSince: sql<
    number | null
  >`case when "plannedAt" > ${now} then null else cast(${now} as bigint) end`,
})

type LetterPlannerDeps = {
  store: Store
  now: () => number
  /** while false nothing is done: the clock is doubtful */
  isTrusted?: () => boolean
  /** while false no scheduled letter begins */
  maySend?: () => boolean
  /** called after a commit that began a letter */
  queued: () => void
  /** called after a commit that paused letters because they are late */
  late?: (letterIds: readonly string[]) => void
}

/**
 * What time does to letters, each minute and after each act on a letter: it pauses those that are
 * late, begins those whose time has come, and ends those that are done. Each is one conditional
 * update, so several servers may do it at once. The mails are fed by the claims (lanes.ts).
 */
export function openLetterPlanner({
  store,
  now,
  isTrusted = () => true,
  maySend = () => true,
  queued,
  late = () => {},
}: LetterPlannerDeps): Nudged {
  return openNudged(async () => {
    if (!isTrusted()) return
    const { begun, lateIds } = await store.transact(async (trx) => {
      const resumed = await resumeNotLate(trx, now())
      const lateIds = await pauseLateLetters(trx, now())
      const begun = resumed + (maySend() ? await startScheduled(trx, now()) : 0)
      await finishLetters(trx, now())
      return { begun, lateIds }
    })
    if (begun > 0) queued()
    if (lateIds.length > 0) late(lateIds)
  })
}

/** Undoes what a clock that was ahead has paused. Returns how many letters. */
async function resumeNotLate(trx: Transaction<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set(goesOn(now))
    .where('state', '=', 'paused')
    .where('pausedBy', '=', 'late')
    .where('pausedAt', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Pauses the letters that are late, until an operator resumes or stops each. The ramp's clock does
 * not count the time in which nothing left. Returns their ids.
 */
export async function pauseLateLetters(trx: Transaction<Schema>, now: number): Promise<string[]> {
  // A clock that was ahead wrote it.
  await trx
    .updateTable('letters')
    .set({ movedAt: now })
    .where('state', '=', 'sending')
    .where('movedAt', '>', now)
    .execute()
  const late = await trx
    .updateTable('letters')
    .set({
      ...paused('late', now),
      sendingMs: sql<number>`"sendingMs" + case when "sendingSince" < "movedAt" then "movedAt" - "sendingSince" else 0 end`,
      sendingSince: null,
    })
    .where('state', 'in', ['scheduled', 'sending'])
    .where(isLateLetter(now))
    .returning('id')
    .execute()
  return late.map(({ id }) => id)
}

/** Begins the letters whose time has come. Returns how many. */
export async function startScheduled(trx: Transaction<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set({ state: 'sending', sendingSince: now })
    .where('state', '=', 'scheduled')
    .where('plannedAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends the letters of which nobody is left, and no mail waits or is being sent. */
export async function finishLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const letters = await trx
    .selectFrom('letters')
    .select(['id', 'revision'])
    .where('state', '=', 'sending')
    .execute()
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
