import type { Transaction } from 'kysely'
import { readSpotCode } from '#contract/line.ts'
import type { WaveSpotsTable } from '#server/db/wave-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { endSpots, type UnusedSpot } from './end-spots.ts'
import { openLine } from './line-head.ts'
import { spotCodeHash } from './spot-codes.ts'
import { momentAt, spotEnd, stateAt } from './spot-ends.ts'

/**
 * A spot, with what its page says of its wave. `email`: of its person; null once they are erased.
 * `endsAt`: its end after pauses (ms).
 */
export type FoundSpot = WaveSpotsTable & {
  number: number
  quizType: string
  email: string | null
  endsAt: number
}

/**
 * LINE-8: the spot of a code, in whatever way it is typed. It is `expired` from its end on, before
 * the job stores it.
 */
export async function findSpot(
  db: Db | Transaction<Schema>,
  typed: string,
  now: number,
): Promise<FoundSpot | null> {
  const code = readSpotCode(typed)
  if (code === null) return null
  const spot = await db
    .selectFrom('wave_spots')
    .innerJoin('waves', 'waves.id', 'wave_spots.waveId')
    .leftJoin('people', 'people.id', 'wave_spots.personId')
    .selectAll('wave_spots')
    .select(['waves.number', 'waves.quizType', 'people.email'])
    .where('codeHash', '=', spotCodeHash(code))
    .executeTakeFirst()
  if (!spot) return null
  const moment = await momentAt(db, now)
  return { ...spot, state: stateAt(spot, moment), endsAt: spotEnd(spot, moment) }
}

/**
 * What a code does: its person takes the spot or lets it pass, or a shop reports that the person
 * came. The end of a spot is that of the server's clock.
 */
export type SpotAct = 'take' | 'pass' | 'report'
/** `done`: this call changed the spot. Of several at once, one has done it. */
export type SpotResult = { done: boolean; spot: FoundSpot }

/** Null for a code that is nobody's. */
export async function useSpot(
  trx: Transaction<Schema>,
  typed: string,
  act: SpotAct,
  now: number,
): Promise<SpotResult | null> {
  const line = await openLine(trx)
  const spot = line && (await findSpot(trx, typed, now))
  if (!spot) return null
  const isOpen = spot.state === 'invited'
  const isUnused = spot.usedAt === null && (isOpen || spot.state === 'came')
  if (!(act === 'report' ? isUnused : isOpen)) return { done: false, spot }
  if (act === 'pass') {
    // An open spot has its person: see forgetPerson.
    await endSpots(trx, line, [spot as UnusedSpot], 'passed', now)
    await line.storeCounts()
    return { done: true, spot: { ...spot, state: 'passed', endedAt: now } }
  }
  const came = {
    state: 'came' as const,
    endedAt: isOpen ? now : spot.endedAt,
    usedAt: act === 'report' ? now : null,
  }
  await trx.updateTable('wave_spots').set(came).where('id', '=', spot.id).execute()
  if (isOpen) await keepTaken(trx, spot)
  return { done: true, spot: { ...spot, ...came } }
}

const keepTaken = (trx: Transaction<Schema>, { personId }: FoundSpot) =>
  trx
    .updateTable('line_away')
    .set({ why: 'taken' })
    .where('personId', '=', personId)
    .where('why', '=', 'invited')
    .execute()
