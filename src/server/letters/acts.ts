import { sql, type Transaction, type UpdateObject } from 'kysely'
import type { LetterState } from '#contract/letters.ts'
import type { Schema } from '#server/db/schema.ts'
import { letterOf, readLetter, type Letter } from './letter.ts'

/** The cause of a letter's pause: the operator, the rule that stopped it, or `late` (late.ts). */
export type PausedBy = 'operator' | 'bounces' | 'complaints' | 'late'

/** `wrong state`: the letter is in a state from which the act does not lead; nothing was changed. */
export type Act =
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

/**
 * Makes a scheduled letter a draft again. The rows of its mails are removed in small steps
 * afterwards (waiting-mails.ts).
 */
export async function unscheduleLetter(trx: Transaction<Schema>, id: string): Promise<Act> {
  const act = await change(trx, id, actsFrom.unschedule, {
    state: 'draft',
    frozenAt: null,
    sentBy: null,
    plannedAt: null,
    counted: null,
    cursor: null,
    queuedAt: null,
  })
  if (act.outcome === 'done')
    await trx.deleteFrom('letter_counts').where('letterId', '=', id).execute()
  return act
}

/** The ramp's clock stands still while a letter is paused. */
export const pauseLetter = (
  trx: Transaction<Schema>,
  id: string,
  by: PausedBy,
  now: number,
): Promise<Act> =>
  change(trx, id, actsFrom.pause, {
    state: 'paused',
    pausedAt: now,
    pausedBy: by,
    ...clockStopped(now),
  })

/**
 * Pauses all letters that would send, after a store was restored to an earlier time: their mails may
 * have been sent since. The operator resumes or stops each. Returns how many.
 */
export async function pauseAllLetters(trx: Transaction<Schema>, now: number): Promise<number> {
  const by: PausedBy = 'operator'
  const { numUpdatedRows } = await trx
    .updateTable('letters')
    .set({ state: 'paused', pausedAt: now, pausedBy: by, ...clockStopped(now) })
    .where('state', 'in', ['scheduled', 'sending'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * The stop rules begin anew: mails that ended before the resume no longer count. A letter whose time
 * has not come is scheduled again, so that the ramp's clock does not run while it waits.
 */
export const resumeLetter = (trx: Transaction<Schema>, id: string, now: number): Promise<Act> =>
  change(trx, id, actsFrom.resume, {
    state: sql<LetterState>`case when "plannedAt" > ${now} then 'scheduled' else 'sending' end`,
    pausedAt: null,
    pausedBy: null,
    sendingSince: sql<
      number | null
    >`case when "plannedAt" > ${now} then null else cast(${now} as bigint) end`,
    windowFrom: sql<number>`ended / 100 + 1`,
  })

/** Final. The mails that wait are cancelled in small steps afterwards (waiting-mails.ts). */
export const stopLetter = (trx: Transaction<Schema>, id: string, now: number): Promise<Act> =>
  change(trx, id, actsFrom.stop, { state: 'stopped', endedAt: now, ...clockStopped(now) })

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

/** One statement: of two operators at once, one changes the letter and the other is told. */
async function change(
  trx: Transaction<Schema>,
  id: string,
  from: readonly LetterState[],
  values: UpdateObject<Schema, 'letters'>,
): Promise<Act> {
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
