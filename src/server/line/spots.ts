import { createHash, createHmac } from 'node:crypto'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import { endAfterPauses, type LaunchPeriod, periodsSince } from '#contract/launch/launch.ts'
import { codeLetters, readSpotCode, spotCodeLength } from '#contract/line/line.ts'
import { promises } from '#contract/promises/promises.ts'
import type { SpotState } from '#contract/line/waves.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { LineHeadTable, WaveSpotsTable } from '#server/db/line-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { keyOf, lockLine, noteMove } from './line.ts'

/**
 * A spot, with what its page says of its wave. `email` and `language`: of its person; null once they
 * are erased. `endsAt`: its end after pauses (ms).
 */
export type FoundSpot = WaveSpotsTable & {
  number: number
  quizType: string
  email: string | null
  language: Language | null
  endsAt: number
}

/**
 * LINE-8: the spot of a code, in whatever way it is typed. It is `expired` from its end on, before
 * the job stores it.
 */
export async function findSpot(db: Db, typed: string, now: number): Promise<FoundSpot | null> {
  const code = readSpotCode(typed)
  if (code === null) return null
  const spot = await db
    .selectFrom('wave_spots')
    .innerJoin('waves', 'waves.id', 'wave_spots.waveId')
    .leftJoin('people', 'people.id', 'wave_spots.personId')
    .selectAll('wave_spots')
    .select(['waves.number', 'waves.quizType', 'people.email', 'people.language'])
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
type SpotResult = { done: boolean; spot: FoundSpot }

/** Null for a code that is nobody's. */
export async function useSpot(
  trx: Transaction<Schema>,
  typed: string,
  act: SpotAct,
  now: number,
): Promise<SpotResult | null> {
  const head = await lockLine(trx)
  const spot = head && (await findSpot(trx, typed, now))
  if (!spot) return null
  const isOpen = spot.state === 'invited'
  const isUnused = spot.usedAt === null && (isOpen || spot.state === 'came')
  if (!(act === 'report' ? isUnused : isOpen)) return { done: false, spot }
  if (act === 'pass') {
    // An open spot has its person: see `eraseFromLine`.
    await endSpots(trx, head, [spot as UnusedSpot], 'passed', now)
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
    .updateTable('line')
    .set({ state: 'taken' })
    .where('personId', '=', personId)
    .where('state', '=', 'invited')
    .execute()

/** A person stays in front for one more wave; after so many missed waves they go to the end. */
const mostMissed = promises.missedSpots.n

/** An invitation that its person does not use. */
export type UnusedSpot = Pick<WaveSpotsTable, 'id' | 'order'> & { personId: string }

/**
 * LINE-8: ends open spots that their people did not use. After the first missed wave a person
 * stands where they stood; after the second at the end, with a new number. The spots are free for
 * others (refillWaves). Call it with the line locked.
 */
export async function endSpots(
  trx: Transaction<Schema>,
  head: LineHeadTable,
  spots: readonly UnusedSpot[],
  state: 'expired' | 'passed',
  now: number,
): Promise<void> {
  await trx
    .updateTable('wave_spots')
    .set({ state, endedAt: now })
    .where(
      'id',
      'in',
      spots.map(({ id }) => id),
    )
    .execute()
  const away = await trx
    .selectFrom('line')
    .select(['personId', 'order', 'friends'])
    .where(
      'personId',
      'in',
      spots.map((spot) => spot.personId),
    )
    .where('state', '=', 'invited')
    .orderBy('order')
    .$narrowType<{ order: number }>()
    .execute()
  const last = new Set<string>()
  for (const person of away)
    if ((await missedWaves(trx, person)) >= mostMissed) last.add(person.personId)
  const { nextOrder } = (await lockLine(trx, last.size))!
  let next = nextOrder - last.size
  for (const { personId, order: own, friends } of away) {
    const order = last.has(personId) ? next++ : own
    await trx
      .updateTable('line')
      .set({ state: 'waiting', order, key: keyOf(order, friends, head) })
      .where('personId', '=', personId)
      .execute()
  }
  for (const { personId } of away)
    await noteMove(trx, personId, last.has(personId) ? 'end' : 'back', now)
}

const missed = ['expired', 'passed', 'left'] as const

/** How many waves a person missed. They count by order number, so that a new number starts anew. */
export async function missedWaves(
  db: Db,
  { personId, order }: Pick<WaveSpotsTable, 'personId' | 'order'>,
): Promise<number> {
  const { count } = await db
    .selectFrom('wave_spots')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('personId', '=', personId)
    .where('order', '=', order)
    .where('state', 'in', missed)
    .executeTakeFirstOrThrow()
  return count
}

/** A moment of the server's clock (ms), and the periods of the launch, which move ends. */
export type Moment = { now: number; periods: readonly LaunchPeriod[] }

export const momentAt = async (db: Db, now: number): Promise<Moment> => ({
  now,
  periods: await readLaunchPeriods(db),
})

/**
 * END-1, LINE-8: the end of a spot or a wave (ms), moved by every pause since its invitation.
 * During a pause it moves with the clock, so that no spot ends then.
 */
export const spotEnd = (
  { invitedAt, until }: Pick<WaveSpotsTable, 'invitedAt' | 'until'>,
  { now, periods }: Moment,
): number => endAfterPauses(until, periodsSince(periods, invitedAt), now)

/** A spot is expired from its end on, before the job stores it. */
export const stateAt = (
  spot: Pick<WaveSpotsTable, 'state' | 'invitedAt' | 'until'>,
  moment: Moment,
): SpotState =>
  spot.state === 'invited' && spotEnd(spot, moment) <= moment.now ? 'expired' : spot.state

/** The condition that a row of `wave_spots` has reached its end: `spotEnd` in SQL. */
export function isOver({ now, periods }: Moment): RawBuilder<boolean> {
  const paused = pausesUntil(periods, now).map(
    ({ from, to }) => sql`- case when "invitedAt" < ${sql.lit(from)} then ${sql.lit(to - from)}
      when "invitedAt" < ${sql.lit(to)} then ${sql.lit(to)} - "invitedAt" else 0 end`,
  )
  return sql<boolean>`(until <= ${sql.lit(now)} and until <= ${sql.lit(now)} ${sql.join(paused, sql` `)})`
}

/** The pauses that have begun, oldest first. Those that overlap are one. */
function pausesUntil(periods: readonly LaunchPeriod[], now: number) {
  const pauses: { from: number; to: number }[] = []
  const begun = periods
    .filter(({ state, startsAt }) => state === 'paused' && startsAt < now)
    .map(({ startsAt, endsAt }) => ({ from: startsAt, to: Math.min(endsAt ?? now, now) }))
    .sort((a, b) => a.from - b.from)
  for (const pause of begun) {
    const last = pauses.at(-1)
    if (last && pause.from <= last.to) last.to = Math.max(last.to, pause.to)
    else pauses.push(pause)
  }
  return pauses
}

/**
 * LINE-8: the code of a spot, 80 bits as 16 letters. It follows from the spot's id and a secret, so
 * that neither the store nor a queued mail contains it.
 */
export const spotCode = (secret: string, spotId: string): string =>
  [...createHmac('sha256', secret).update(`spot ${spotId}`).digest().subarray(0, spotCodeLength)]
    // Five bits of each byte: 32 letters divide 256 evenly.
    .map((byte) => codeLetters[byte % codeLetters.length])
    .join('')

/** The stored form of a code: SHA-256 in hex. 80 random bits need no slower hash. */
export const spotCodeHash = (code: string): string =>
  createHash('sha256').update(code).digest('hex')

/** The code of a stored spot; null where the secret that made it is not known any more. */
export const codeOfSpot = (
  secrets: Secrets,
  { id, codeHash: hash }: Pick<WaveSpotsTable, 'id' | 'codeHash'>,
): string | null =>
  secrets.map((secret) => spotCode(secret, id)).find((code) => spotCodeHash(code) === hash) ?? null
