import { sql, type Transaction, type RawBuilder } from 'kysely'
import { countedNames } from '#contract/events/events.ts'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import { insertRows, statement } from '#server/db/rows.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { beforeCommit } from '#server/db/transaction.ts'
import { keyOf, sinceStart, type Count, type Counted, type FinalCount } from './counted.ts'
import { withFinalSources } from './sources.ts'
import { zoneClock } from './zone-clock.ts'

/*
 * Counts, from a change to a figure:
 *
 * counted.ts lists what is counted, and counts a new person, a change of state, a first
 * confirmation and a removal. Every writer of people calls it in its transaction:
 * signup/add-people.ts, confirm-people.ts, membership.ts and erasure.ts, the import and retention.
 * This file alone writes `hourly_counts`, `daily_counts` and `language_counts` (decision 037). It also stores when the
 * goal was reached. sources.ts bounds how many names of sources are stored; zone-clock.ts knows the
 * hours and days of the campaign's time zone (decision 076).
 * `readSums` reads sums in one statement, so that all are of one moment: for the overview
 * (read-overview.ts), the goal, and `npm run people -- stats` and `-- counts` (people/stats.ts).
 * live/figures.ts joins the tables with others, and reads them itself.
 */

const pending = new WeakMap<Transaction<Schema>, Count[]>()

/**
 * Counts in the caller's transaction, which `Store.transact` opened. All counts of a transaction
 * are written together before its commit: on Postgres other writers of the same rows wait from then
 * until the commit, and one order of the rows excludes a deadlock.
 */
export function count(trx: Transaction<Schema>, counts: readonly Count[]): void {
  const known = pending.get(trx)
  if (known) known.push(...counts)
  else if (counts.length > 0) {
    const collected = [...counts]
    pending.set(trx, collected)
    beforeCommit(trx, () => writeCollected(trx, collected))
  }
}

async function writeCollected(trx: Transaction<Schema>, collected: readonly Count[]) {
  const { timeZone } = campaign
  await writeCounts(trx, await withFinalSources(trx, collected, zoneClock(timeZone)), timeZone)
  const confirmed = collected.findLast(
    ({ what, count = 1 }) => what === 'people_confirmed' && count > 0,
  )
  if (confirmed) await storeGoal(trx, confirmed.at)
}

/** Adds to the rows of the hours and days of a time zone, each table in one sorted upsert. */
export async function writeCounts(
  trx: Transaction<Schema>,
  counts: readonly FinalCount[],
  timeZone: string,
): Promise<void> {
  const clock = zoneClock(timeZone)
  const hours = openSums<Schema['hourly_counts']>()
  const days = openSums<Schema['daily_counts']>()
  const languages = openSums<Schema['language_counts']>()
  for (const { what, at, count = 1, source, placement = '', language } of counts) {
    const name = source ? keyOf(source) : ''
    const [hour, day] = [clock.hourOf(at), clock.dayOf(at)]
    for (const part of partsOfHour(what, name, placement)) hours.add({ hour, what, ...part, count })
    for (const part of partsOfDay(what, name, placement))
      for (const period of [sinceStart, day]) days.add({ day: period, what, ...part, count })
    if (language === undefined || !isInSeveral) continue
    for (const part of partsOfDay(what, name, placement).filter(isPart))
      for (const period of [sinceStart, day])
        languages.add({ day: period, language, what, ...part, count })
  }
  await addTo(trx, 'hourly_counts', ['hour'], hours.rows())
  await addTo(trx, 'daily_counts', ['day'], days.rows())
  await addTo(trx, 'language_counts', ['day', 'language'], languages.rows())
}

/** The rows come sorted, so that two writers cannot deadlock. */
const addTo = (
  trx: Transaction<Schema>,
  table: 'hourly_counts' | 'daily_counts' | 'language_counts',
  of: readonly ('hour' | 'day' | 'language')[],
  sums: readonly SumRow[],
) =>
  insertRows(trx, `add to ${table}`, sums, (rows) => {
    const key = sql.join([...of, 'what', 'source', 'placement'].map((column) => sql.ref(column)))
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    return statement(
      trx,
      sql`insert into ${sql.table(table)} (${key}, count) values ${sql.join(values)}
        on conflict (${key}) do update set count = ${sql.ref(`${table}.count`)} + excluded.count`,
    )
  })

type SumRow = Schema['hourly_counts'] | Schema['daily_counts'] | Schema['language_counts']

const isInSeveral = campaign.languages.length > 1

type Part = { source: string; placement: string }
const isPart = ({ source, placement }: Part): boolean => source !== '' || placement !== ''
const total: Part = { source: '', placement: '' }

/** Counts by part of the page have no total: all clicks together are of no use. */
const hasTotal = (what: Counted) => what === 'page_view' || !Object.hasOwn(countedNames, what)
/** Of confirmations by source and form, those who joined and have confirmed since are asked for. */
const hasParts = (what: Counted) => what !== 'confirmed'

function partsOfHour(what: Counted, source: string, placement: string): Part[] {
  const whole = { source, placement }
  return (source || placement) && hasTotal(what) ? [whole, total] : [whole]
}

const partsOfDay = (what: Counted, source: string, placement: string): Part[] => [
  ...(hasTotal(what) ? [total] : []),
  ...(source && hasParts(what) ? [{ source, placement: '' }] : []),
  ...(placement && hasParts(what) ? [{ source: '', placement }] : []),
]

/** Adds up the rows of one key, and sorts them. */
function openSums<Row extends SumRow>() {
  const sums = new Map<string, Row>()
  return {
    add(row: Row) {
      const period = 'hour' in row ? row.hour : row.day
      const language = 'language' in row ? row.language : ''
      const key = `${period}\n${language}\n${row.what}\n${row.source}\n${row.placement}`
      const known = sums.get(key)
      if (known) known.count += row.count
      else sums.set(key, row)
    },
    rows: () =>
      [...sums]
        .filter(([, { count }]) => count !== 0)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, row]) => row),
  }
}

const { goal: campaignGoal } = campaign.figures.launch.value

/** The name of a goal in `launch_marks`: with another goal the campaign has a new one to reach. */
export const goalMark = `goal ${campaignGoal}`

/** People who are confirmed and have not left, as the counters have it. */
export async function readRegistered(db: Db): Promise<number> {
  const sums = await readSums(db, { totals: ['people_confirmed'] })
  return Math.max(0, sums.sinceStart('people_confirmed'))
}

/**
 * END-1: stores that the goal is reached, in the transaction that reaches it and has written its
 * counts.
 */
export async function storeGoal(trx: Transaction<Schema>, now: number): Promise<void> {
  if ((await readRegistered(trx)) < campaignGoal) return
  await trx
    .insertInto('launch_marks')
    .values({ name: goalMark, at: now })
    .onConflict((same) => same.column('name').doNothing())
    .execute()
}

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
  /** LANG-6: the parts are those of one language, by default of all together */
  language?: Language
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

function* partsIn({ bySource, byPlacement, language }: Wanted) {
  const days = sql.table(language === undefined ? 'daily_counts' : 'language_counts')
  const inLanguage = language === undefined ? sql`` : sql`language = ${language} and`
  if (bySource)
    yield sql`select 'source' as part, '' as at, what, source as name, sum(count) as count from ${days}
      where ${inLanguage} day in (${sql.join(bySource.days)}) and ${among(bySource.what)} and placement = '' and source <> ''
      group by what, source`
  if (byPlacement)
    yield sql`select 'placement' as part, '' as at, what, placement as name, sum(count) as count from ${days}
      where ${inLanguage} day in (${sql.join(byPlacement.days)}) and ${among(byPlacement.what)} and source = '' and placement <> ''
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
