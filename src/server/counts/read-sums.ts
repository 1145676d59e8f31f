import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/store.ts'
import { sinceStart, type Counted } from './counted.ts'

/**
 * The sums that a reader wants: totals since the start, of hours and of days; sums by source and by
 * placement of some days together (`sinceStart` is one of them); all totals of the current hour;
 * the first day of a count. The days of a placement are those of its sums instead of the totals.
 */
export type Wanted = {
  totals?: readonly Counted[]
  hours?: readonly { what: readonly Counted[]; from: number; to: number }[]
  days?: readonly { what: readonly Counted[]; from: string; placement?: string }[]
  bySource?: Parts
  byPlacement?: Parts
  currentHour?: number
  firstDays?: readonly Counted[]
}
type Parts = { what: readonly Counted[]; days: readonly string[] }

type Row = {
  part: 'start' | 'hour' | 'day' | 'now' | 'first' | 'source' | 'placement'
  /** the start of the hour, or the day */
  at: string | null
  what: Counted
  /** a source or a placement */
  name: string
  count: number
}

export type Sums = {
  sinceStart(what: Counted): number
  hour(what: Counted, hour: number): number
  day(what: Counted, day: string, placement?: string): number
  /** in total in the current hour */
  now(what: Counted): number
  /** by source or placement in the wanted days */
  sources(what: Counted): ReadonlyMap<string, number>
  placements(what: Counted): ReadonlyMap<string, number>
  /** the first day with a count; undefined if there is none */
  firstDay(what: Counted): string | undefined
  /** how many rows were read */
  rows: number
}

/** One statement reads all, so that no figure is of another moment than the others. */
export async function readSums(db: Db, wanted: Wanted): Promise<Sums> {
  const { rows } = await statementFor(wanted).execute(db)
  return sumsIn(rows)
}

export const statementFor = (wanted: Wanted): RawBuilder<Row> =>
  sql<Row>`${sql.join([...totalsIn(wanted), ...partsIn(wanted)], sql` union all `)}`

const inTotal = sql`source = '' and placement = ''`
const inDays = sql`day > ${sql.lit(sinceStart)}`
const among = (what: readonly Counted[]) => sql`what in (${sql.join(what)})`

/** Totals, and days of one placement. Literals let SQLite use the indexes of the totals. */
function* totalsIn({ totals, hours, days, currentHour, firstDays }: Wanted) {
  if (totals)
    yield sql`select 'start' as part, '' as at, what, '' as name, count from daily_counts
      where ${among(totals)} and day = ${sql.lit(sinceStart)} and ${inTotal}`
  for (const { what, from, to } of hours ?? [])
    yield sql`select 'hour' as part, cast(hour as text) as at, what, '' as name, count from hourly_counts
      where ${among(what)} and hour >= ${from} and hour < ${to} and ${inTotal}`
  for (const { what, from, placement = '' } of days ?? [])
    yield sql`select 'day' as part, day as at, what, placement as name, count from daily_counts
      where ${among(what)} and day >= ${from} and ${inDays} and source = '' and placement = ${sql.lit(placement)}`
  if (currentHour !== undefined)
    yield sql`select 'now' as part, '' as at, what, '' as name, count from hourly_counts
      where hour = ${currentHour} and ${inTotal}`
  for (const what of firstDays ?? [])
    yield sql`select 'first' as part, min(day) as at, ${sql.lit(what)} as what, '' as name, 0 as count from daily_counts
      where what = ${sql.lit(what)} and ${inDays} and ${inTotal}`
}

function* partsIn({ bySource, byPlacement }: Wanted) {
  if (bySource)
    yield sql`select 'source' as part, '' as at, what, source as name, sum(count) as count from daily_counts
      where day in (${sql.join(bySource.days)}) and ${among(bySource.what)} and placement = '' and source <> ''
      group by what, source`
  if (byPlacement)
    yield sql`select 'placement' as part, '' as at, what, placement as name, sum(count) as count from daily_counts
      where day in (${sql.join(byPlacement.days)}) and ${among(byPlacement.what)} and source = '' and placement <> ''
      group by what, placement`
}

function sumsIn(rows: readonly Row[]): Sums {
  const sums = new Map<string, number>()
  const byName = new Map<string, Map<string, number>>()
  const firstDays = new Map<Counted, string>()
  for (const { part, at, what, name, count } of rows) {
    const key = `${part} ${what} ${at} ${name}`
    sums.set(key, (sums.get(key) ?? 0) + count)
    if (part === 'first' && at !== null) firstDays.set(what, at)
    if (part === 'source' || part === 'placement') {
      const group = `${part} ${what}`
      byName.set(group, (byName.get(group) ?? new Map<string, number>()).set(name, count))
    }
  }
  const sum = (part: Row['part'], what: Counted, at: number | string = '', name = '') =>
    sums.get(`${part} ${what} ${at} ${name}`) ?? 0
  return {
    sinceStart: (what) => sum('start', what),
    hour: (what, hour) => sum('hour', what, hour),
    day: (what, day, placement) => sum('day', what, day, placement),
    now: (what) => sum('now', what),
    sources: (what) => byName.get(`source ${what}`) ?? new Map(),
    placements: (what) => byName.get(`placement ${what}`) ?? new Map(),
    firstDay: (what) => firstDays.get(what),
    rows: rows.length,
  }
}
