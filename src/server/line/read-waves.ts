import { sql } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import { spotCodeText } from '#contract/line.ts'
import { spotStates, type SpotCode, type SpotState, type WaveReport } from '#contract/waves.ts'
import type { Secrets } from '#server/config/secret-list.ts'
import type { WaveSpotsTable, WavesTable } from '#server/db/line-schema.ts'
import type { Db } from '#server/db/store.ts'
import { codeOfSpot } from './spot-codes.ts'

/** Waves, the newest first. */
export async function readWaves(db: Db, most: number, now: number): Promise<WaveReport[]> {
  const waves = await db
    .selectFrom('waves')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  const counts = await countSpots(
    db,
    waves.map(({ id }) => id),
    now,
  )
  return waves.map((wave) => reportWave(wave, counts.get(wave.id)))
}

/** The wave with this id or number; null if there is none. */
export async function findWave(db: Db, typed: string, now: number): Promise<WaveReport | null> {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : null
  const wave = await db
    .selectFrom('waves')
    .selectAll()
    .where((row) => (number === null ? row('id', '=', typed) : row('number', '=', number)))
    .executeTakeFirst()
  return wave ? reportWave(wave, (await countSpots(db, [wave.id], now)).get(wave.id)) : null
}

type Counts = { people: Record<SpotState, number>; used: number }
const noSpots = (): Counts => ({
  // Object.fromEntries loses the names.
  people: Object.fromEntries(spotStates.map((state) => [state, 0])) as Counts['people'],
  used: 0,
})

async function countSpots(
  db: Db,
  waveIds: readonly string[],
  now: number,
): Promise<Map<string, Counts>> {
  const counts = new Map(waveIds.map((id) => [id, noSpots()]))
  if (waveIds.length === 0) return counts
  const rows = await db
    .selectFrom('wave_spots')
    .select((row) => [
      'wave_id',
      'state',
      row.fn.countAll<number | string>().as('n'),
      row.fn.count<number | string>('used_at').as('used'),
      sql<number | string>`sum(case when until <= ${now} then 1 else 0 end)`.as('over'),
    ])
    .where('wave_id', 'in', waveIds)
    .groupBy(['wave_id', 'state'])
    .execute()
  for (const { wave_id: id, state, n, used, over } of rows) {
    const { people } = counts.get(id)!
    const ended = state === 'invited' ? Number(over) : 0
    people[state] += Number(n) - ended
    people.expired += ended
    counts.get(id)!.used += Number(used)
  }
  return counts
}

function reportWave(wave: WavesTable, { people, used }: Counts = noSpots()): WaveReport {
  return {
    id: wave.id,
    number: wave.number,
    size: wave.size,
    // Only the types of the campaign are stored.
    quizType: (wave.quiz_type || null) as PerformanceType | null,
    invitedAt: wave.invited_at,
    endsAt: wave.until,
    invitedBy: wave.invited_by,
    people,
    used,
    free: wave.size - people.invited - people.came,
  }
}

const pageSize = 500

/** The codes of a wave, in the order in which they were made, read in pages. */
export async function* codesOfWave(
  db: Db,
  waveId: string,
  secrets: Secrets,
  now: number,
): AsyncGenerator<SpotCode[]> {
  for (let after = ''; ;) {
    const spots = await db
      .selectFrom('wave_spots')
      .selectAll()
      .where('wave_id', '=', waveId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (spots.length > 0) yield spots.map((spot) => codeOf(spot, secrets, now))
    if (spots.length < pageSize) return
    after = spots.at(-1)!.id
  }
}

function codeOf(spot: WaveSpotsTable, secrets: Secrets, now: number): SpotCode {
  const code = codeOfSpot(secrets, spot)
  return {
    code: code && spotCodeText(code),
    state: stateAt(spot, now),
    endsAt: spot.until,
    cameAt: spot.state === 'came' ? spot.ended_at : null,
    usedAt: spot.used_at,
  }
}

/** A spot is expired from its end on, before the job stores it. */
export const stateAt = (
  { state, until }: Pick<WaveSpotsTable, 'state' | 'until'>,
  now: number,
): SpotState => (state === 'invited' && until <= now ? 'expired' : state)
