import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { LetterState, PausedBy } from '#contract/letters.ts'
import { operatorMs, operatorTime } from '#contract/operator-times.ts'
import type { LettersTable } from '#server/db/letter-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { priorities } from '#server/outbox/outbox.ts'
import { isDue, waitsFor } from '#server/outbox/turns.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'
import { deleteRuns } from './runs.ts'

export const isHeld = ({ state, pausedBy }: Pick<LettersTable, 'state' | 'pausedBy'>): boolean =>
  state === 'paused' && pausedBy === 'held'

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

/** The fields of a mail that waited when its letter was stopped. */
export const stoppedMail = {
  state: 'cancelled' as const,
  waits: waitsFor.time,
  reason: 'the letter was stopped',
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

/** A clock that was ahead adds no negative time. */
export const clockStopped = (now: number) => ({
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
  if (changed) return { outcome: 'done', letter: letterOf(changed) }
  const letter = await readLetter(trx, id)
  return letter ? { outcome: 'wrong state', letter } : { outcome: 'unknown' }
}

/** How long a letter that sends nothing may go on without the operator's approval. */
const patienceMs = operatorMs('lateLetter')

/**
 * LETTER-2: whether a letter is late: nothing of it has left for 72 hours after its planned time or
 * its last resume, as where every server was stopped, and people are left whose mail was never tried.
 * A mail that is tried again has 72 hours of its own (delivery/classify.ts). `letters` is a table of
 * the query.
 */
export function isLateLetter(now: number) {
  return sql<boolean>`(
    letters."movedAt" < ${now - patienceMs}
    and exists (select 1 from letter_runs where letter_runs."letterId" = letters.id and (
      letter_runs."endedAt" is null
      or exists (select 1 from outbox where ${isDue} and outbox.turn > 0
        and outbox.waits = '#' || letter_runs."letterId" || ' ' || letter_runs.provider
        and outbox.priority = ${sql.lit(priorities.letter)}))))`
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

/** Undoes what a clock that was ahead has paused. Returns how many letters. */
export async function resumeNotLate(trx: Transaction<Schema>, now: number): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set(goesOn(now))
    .where('state', '=', 'paused')
    .where('pausedBy', '=', 'late')
    .where('pausedAt', '>', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The cause of a pause as the commands write it. */
export const pausedReasons: Record<PausedBy, string> = {
  operator: 'by an operator',
  bounces: 'by itself: too many bounces',
  complaints: 'by itself: too many complaints',
  late: `by itself: nothing could be sent for ${operatorTime('lateLetter')}`,
  held: 'held: the store was put back to an earlier time, or mail was held',
}
