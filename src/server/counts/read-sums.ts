import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/store.ts'
import { sinceStart, type Counted } from './counted.ts'

/**
 * What the overview reads: totals since the start, of hours and of days; sums by source and by
 * placement of the days of `parts` (`sinceStart` is one of them); the current hour.
 */
export type Wanted = {
  totals: readonly Counted[]
  hours: readonly { what: readonly Counted[]; from: number; to: number }[]
  days: readonly { what: readonly Counted[]; from: string }[]
  parts: readonly string[]
  currentHour: number
}

type Row = {
  part: 'start' | 'hour' | 'day' | 'source' | 'placement' | 'now' | 'first'
  at: string
  what: Counted
  source: string
  placement: string
  count: number
}

const bySource: readonly Counted[] = ['page_view', 'joined', 'joined_confirmed']
const byPlacement: readonly Counted[] = [
  'joined',
  'section_view',
  'shown',
  'closed',
  'form_touched',
  'quiz_started',
  'quiz_completed',
  'link_shared',
]

export type Sums = {
  sinceStart(what: Counted): number
  hour(what: Counted, hour: number): number
  day(what: Counted, day: string): number
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

export function statementFor({ totals, hours, days, parts, currentHour }: Wanted): RawBuilder<Row> {
  const inTotal = sql`source = '' and placement = ''`
  const among = (what: readonly Counted[]) => sql`what in (${sql.join(what)})`
  const inDays = sql`day in (${sql.join(parts)})`
  const selects = [
    sql`select 'start' as part, '' as at, what, '' as source, '' as placement, count from daily_counts
      where ${among(totals)} and day = ${sql.lit(sinceStart)} and ${inTotal}`,
    ...hours.map(
      ({
        what,
        from,
        to,
      }) => sql`select 'hour', cast(hour as text), what, '', '', count from hourly_counts
      where ${among(what)} and hour >= ${from} and hour < ${to} and ${inTotal}`,
    ),
    ...days.map(
      ({ what, from }) => sql`select 'day', day, what, '', '', count from daily_counts
      where ${among(what)} and day >= ${from} and day > ${sql.lit(sinceStart)} and ${inTotal}`,
    ),
    sql`select 'source', '', what, source, '', sum(count) from daily_counts
      where ${inDays} and ${among(bySource)} and placement = '' and source <> '' group by what, source`,
    sql`select 'placement', '', what, '', placement, sum(count) from daily_counts
      where ${inDays} and ${among(byPlacement)} and source = '' and placement <> '' group by what, placement`,
    sql`select 'now', '', what, '', '', count from hourly_counts
      where hour = ${currentHour} and ${inTotal}`,
    ...(['joined', 'page_view'] as const).map(
      (what) => sql`select 'first', min(day), ${sql.lit(what)}, '', '', 0 from daily_counts
      where what = ${sql.lit(what)} and day > ${sql.lit(sinceStart)} and ${inTotal}`,
    ),
  ]
  return sql<Row>`${sql.join(selects, sql` union all `)}`
}

function sumsIn(rows: readonly Row[]): Sums {
  const sums = new Map<string, number>()
  const byPart = new Map<string, Map<string, number>>()
  const add = (key: string, count: number) => sums.set(key, (sums.get(key) ?? 0) + count)
  function addPart(key: string, name: string, count: number) {
    const known = byPart.get(key) ?? new Map<string, number>()
    byPart.set(key, known)
    known.set(name, (known.get(name) ?? 0) + count)
  }
  const firstDays = new Map<Counted, string>()
  for (const { part, at, what, source, placement, count } of rows) {
    if (part === 'first') {
      if (at !== null) firstDays.set(what, at)
    } else if (part === 'source' || part === 'placement')
      addPart(`${part} ${what}`, source || placement, count)
    else add(`${part} ${what} ${at}`, count)
  }
  const sum = (part: string, what: Counted, at: number | string) =>
    sums.get(`${part} ${what} ${at}`) ?? 0
  return {
    sinceStart: (what) => sum('start', what, ''),
    hour: (what, hour) => sum('hour', what, hour),
    day: (what, day) => sum('day', what, day),
    now: (what) => sum('now', what, ''),
    sources: (what) => byPart.get(`source ${what}`) ?? new Map(),
    placements: (what) => byPart.get(`placement ${what}`) ?? new Map(),
    firstDay: (what) => firstDays.get(what),
    rows: rows.length,
  }
}
