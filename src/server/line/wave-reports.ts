import { sql } from 'kysely'
import { spotCodeText } from '#contract/line/line.ts'
import { iso } from '#contract/time.ts'
import { type SpotCode, type SpotState, spotStates, type WaveReport } from '#contract/line/waves.ts'
import { csvLine } from '#server/cli/csv.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Db } from '#server/db/store.ts'
import type { WaveSpotsTable, WavesTable } from '#server/db/line-schema.ts'
import { codeOfSpot, isOver, type Moment, momentAt, spotEnd, stateAt } from './spots.ts'

/** Waves, the newest first. */
export async function readWaves(db: Db, most: number, now: number): Promise<WaveReport[]> {
  const waves = await db
    .selectFrom('waves')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(most)
    .execute()
  const moment = await momentAt(db, now)
  const counts = await countSpots(
    db,
    waves.map(({ id }) => id),
    moment,
  )
  return waves.map((wave) => reportWave(wave, moment, counts.get(wave.id)))
}

/** The wave with this id or number; null if there is none. */
export async function findWave(db: Db, typed: string, now: number): Promise<WaveReport | null> {
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : null
  const wave = await db
    .selectFrom('waves')
    .selectAll()
    .where((row) => (number === null ? row('id', '=', typed) : row('number', '=', number)))
    .executeTakeFirst()
  if (!wave) return null
  const moment = await momentAt(db, now)
  return reportWave(wave, moment, (await countSpots(db, [wave.id], moment)).get(wave.id))
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
  moment: Moment,
): Promise<Map<string, Counts>> {
  const counts = new Map(waveIds.map((id) => [id, noSpots()]))
  if (waveIds.length === 0) return counts
  const rows = await db
    .selectFrom('wave_spots')
    .select((row) => [
      'waveId',
      'state',
      row.fn.countAll<number>().as('n'),
      row.fn.count<number>('usedAt').as('used'),
      sql<number>`sum(case when ${isOver(moment)} then 1 else 0 end)`.as('over'),
    ])
    .where('waveId', 'in', waveIds)
    .groupBy(['waveId', 'state'])
    .execute()
  for (const { waveId: id, state, n, used, over } of rows) {
    const { people } = counts.get(id)!
    const ended = state === 'invited' ? over : 0
    people[state] += n - ended
    people.expired += ended
    counts.get(id)!.used += used
  }
  return counts
}

function reportWave(
  { until, quizType, ...wave }: WavesTable,
  moment: Moment,
  { people, used }: Counts = noSpots(),
): WaveReport {
  const { invitedAt, size } = wave
  return {
    ...wave,
    // Only the types of the campaign are stored.
    quizType: quizType || null,
    endsAt: spotEnd({ invitedAt, until }, moment),
    people,
    used,
    free: size - people.invited - people.came,
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
  const moment = await momentAt(db, now)
  for (let after = ''; ;) {
    const spots = await db
      .selectFrom('wave_spots')
      .selectAll()
      .where('waveId', '=', waveId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    if (spots.length > 0) yield spots.map((spot) => codeOf(spot, secrets, moment))
    if (spots.length < pageSize) return
    after = spots.at(-1)!.id
  }
}

function codeOf(spot: WaveSpotsTable, secrets: Secrets, moment: Moment): SpotCode {
  const code = codeOfSpot(secrets, spot)
  return {
    code: code && spotCodeText(code),
    state: stateAt(spot, moment),
    endsAt: spotEnd(spot, moment),
    cameAt: spot.state === 'came' ? spot.endedAt : null,
    usedAt: spot.usedAt,
  }
}

/** The columns of the CSV, by their name. */
const columns = {
  code: ({ code }: SpotCode) => code ?? '',
  state: ({ state }: SpotCode) => state,
  ends_at: ({ endsAt }: SpotCode) => isoOf(endsAt),
  came_at: ({ cameAt }: SpotCode) => isoOf(cameAt),
  used_at: ({ usedAt }: SpotCode) => isoOf(usedAt),
}

export const codesHead: string = csvLine(Object.keys(columns))
export const codesLine = (code: SpotCode): string =>
  csvLine(Object.values(columns).map((cell) => cell(code)))

const isoOf = (ms: number | null) => (ms === null ? '' : iso(ms))
