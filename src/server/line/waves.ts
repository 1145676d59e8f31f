import { newId } from '#server/db/new-id.ts'
import type { Transaction } from 'kysely'
import { launchAt } from '#contract/launch.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { inviteNext } from './invite-next.ts'
import { openLine } from './line-head.ts'

/**
 * One transaction invites a wave, the first of the line at one moment: this many take about a
 * second.
 */
export const mostInWave = 5_000
/** A longer time is a mistake in the year. */
export const longestWaveMs = 366 * 24 * 3_600_000

/**
 * `until`: the end of its spots, in ms. `quizType`: only people of this type; null for everybody.
 */
export type WaveToInvite = {
  spots: number
  until: number
  quizType: PerformanceType | null
  by: string
  /** the wave that was asked for: with another one meanwhile, nobody is invited */
  number?: number
}
export type WrongWave = 'past' | 'too long' | 'paused' | 'nobody' | 'no line' | 'invited before'
export type InvitedWave = { id: string; number: number; invited: number; until: number }

/** Why no wave can be invited now until then; null if one can. END-1: a pause suspends waves. */
export async function wrongNow(
  db: Db | Transaction<Schema>,
  until: number,
  now: number,
): Promise<WrongWave | null> {
  if (await isPaused(db, now)) return 'paused'
  if (until <= now) return 'past'
  return until > now + longestWaveMs ? 'too long' : null
}

export const isPaused = async (db: Db | Transaction<Schema>, now: number): Promise<boolean> =>
  launchAt(await readLaunchPeriods(db), now).state === 'paused'

/** LINE-8: invites the first `spots` people of the line, or all if there are fewer. */
export async function inviteWave(
  trx: Transaction<Schema>,
  { spots, until, quizType, by, number: asked }: WaveToInvite,
  secret: string,
  now: number,
): Promise<InvitedWave | { refused: WrongWave }> {
  const wrong = await wrongNow(trx, until, now)
  if (wrong) return { refused: wrong }
  const line = await openLine(trx)
  if (!line) return { refused: 'no line' }
  const number = await nextNumber(trx)
  if (asked !== undefined && asked !== number) return { refused: 'invited before' }
  const wave = { id: newId(), quizType: quizType ?? '' }
  const invited = await inviteNext(trx, line, { wave, spots, until, secret }, now)
  if (invited === 0) return { refused: 'nobody' }
  await trx
    .insertInto('waves')
    .values({ ...wave, number, size: invited, invitedAt: now, until, invitedBy: by })
    .execute()
  await line.storeCounts()
  return { id: wave.id, number, invited, until }
}

async function nextNumber(trx: Transaction<Schema>): Promise<number> {
  const last = await trx
    .selectFrom('waves')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.number ?? 0) + 1
}
