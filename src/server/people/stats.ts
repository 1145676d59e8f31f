import { sql } from 'kysely'
import { personStates, type PersonState } from '#contract/waitlist.ts'
import type { Db } from '#server/db/store.ts'
import { readOverview } from '#server/counts/read-overview.ts'
import { sourceIn } from '#server/counts/sources.ts'
import { lastDays } from '#server/counts/zone-clock.ts'

const daysShown = 7

export type Stats = {
  states: Record<PersonState, number>
  erased: number
  timeZone: string
  joinedByDay: { day: string; joined: number; imported: number }[]
}

/**
 * People by state, as the overview counts them; erased people; sign-ups on each of the last days of
 * this time zone.
 */
export async function countPeople(db: Db, timeZone: string, now: number): Promise<Stats> {
  const { states } = await readOverview(db, { range: '7d', timeZone, now })
  const { count: erased } = await db
    .selectFrom('erased')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const byDay = await countBy(db, 'day', { timeZone, now, days: daysShown })
  const joinedOn = (rows: readonly Counted[], day: string) =>
    rows.find(({ name }) => name === day)?.joined ?? 0
  return {
    states,
    erased,
    timeZone,
    joinedByDay: lastDays(timeZone, now, daysShown).map((day) => ({
      day,
      joined: joinedOn(byDay.rows, day),
      imported: joinedOn(byDay.imports, day),
    })),
  }
}

export function* describeStats({
  states,
  erased,
  timeZone,
  joinedByDay,
}: Stats): Generator<string> {
  for (const state of personStates) yield counted(states[state], state)
  yield counted(erased, 'erased, of whom a keyed hash stays')
  yield ''
  for (const { day, joined, imported } of joinedByDay)
    yield counted(joined, `joined on ${day}${imported > 0 ? `, and ${imported} imported` : ''}`)
  yield `Days are those of ${timeZone}.`
}

export const groupings = ['source', 'placement', 'day'] as const
export type Grouping = (typeof groupings)[number]

/**
 * `confirmed`: how many of those who joined have confirmed since. `kind` tells a campaign's word
 * from a referring host of the same name.
 */
export type Counted = {
  name: string
  kind?: string
  joined: number
  confirmed: number
  confirmRate: number | null
}
export type StatsBy = {
  by: Grouping
  timeZone: string
  days: number
  rows: Counted[]
  imports: Counted[]
  total: Counted
  importTotal: Counted
}

/**
 * DASH-9: sign-ups by source, form or day, from the sums of the days, which include people who have
 * expired or were erased. Imported people are counted apart, on the day of the import.
 */
export async function countBy(
  db: Db,
  by: Grouping,
  { timeZone, now, days }: { timeZone: string; now: number; days: number },
): Promise<StatsBy> {
  const [rows, imports] = [new Map<string, Counted>(), new Map<string, Counted>()]
  for (const { name, kind, isImport, event, count } of await readCounts(
    db,
    by,
    lastDays(timeZone, now, days),
  )) {
    const group = isImport ? imports : rows
    const key = `${kind} ${name}`
    const known = group.get(key) ?? {
      name,
      ...(kind && { kind }),
      joined: 0,
      confirmed: 0,
      confirmRate: null,
    }
    known[event === 'joined' ? 'joined' : 'confirmed'] += count
    group.set(key, known)
  }
  const [counts, importCounts] = [ordered(rows, by), ordered(imports, by)]
  return {
    by,
    timeZone,
    days,
    rows: counts,
    imports: importCounts,
    total: totalOf(counts),
    importTotal: totalOf(importCounts),
  }
}

type CountRow = { name: string; kind?: string; isImport: boolean; event: string; count: number }

/** By day, the imports are those of their placement, and are taken from the total. */
async function readCounts(db: Db, by: Grouping, days: readonly string[]): Promise<CountRow[]> {
  const part = by === 'source' ? 'source' : 'placement'
  const other = by === 'source' ? 'placement' : 'source'
  const found = await db
    .selectFrom('daily_counts')
    .select(['what as event', `${part} as part`])
    .select(by === 'day' ? 'day' : sql<string>`''`.as('day'))
    .select((row) => row.fn.sum<number>('count').as('count'))
    .where('day', 'in', days)
    .where('what', 'in', ['joined', 'joined_confirmed'])
    .where(other, '=', '')
    .where(part, by === 'day' ? 'in' : '<>', by === 'day' ? ['', importPlacement] : '')
    .groupBy(by === 'day' ? ['what', part, 'day'] : ['what', part])
    .execute()
  return found.flatMap(({ event, part: key, day, count }): CountRow[] => {
    if (by === 'source') {
      const { kind, name } = sourceIn(key)
      const isImport = kind === 'import'
      return [{ name, ...(!isImport && { kind }), isImport, event, count }]
    }
    if (by === 'placement') return [{ name: key, isImport: key === importPlacement, event, count }]
    const row = { name: day, event }
    return key === ''
      ? [{ ...row, isImport: false, count }]
      : [
          { ...row, isImport: true, count },
          { ...row, isImport: false, count: -count },
        ]
  })
}

const importPlacement = 'import'

/** Days newest first; sources and forms by sign-ups, the most first. */
const ordered = (group: ReadonlyMap<string, Counted>, by: Grouping): Counted[] =>
  [...group.values()]
    .filter(({ joined, confirmed }) => joined !== 0 || confirmed !== 0)
    .map(rated)
    .sort((a, b) =>
      by === 'day' ? (a.name < b.name ? 1 : -1) : b.joined - a.joined || (a.name < b.name ? -1 : 1),
    )

export function* describeStatsBy({
  by,
  timeZone,
  days,
  rows,
  imports,
  total,
  importTotal,
}: StatsBy): Generator<string> {
  const names = [...rows, ...imports].map(nameOf)
  const width = Math.max(
    by.length,
    'imported, total'.length,
    ...names.map((name) => [...name].length),
  )
  const line = (name: string, { joined, confirmed, confirmRate }: Counted) =>
    `${name.padEnd(width)} ${String(joined).padStart(9)} ${String(confirmed).padStart(10)} ${(confirmRate === null ? '–' : `${(confirmRate * 100).toFixed(1)} %`).padStart(8)}`
  yield `${by.padEnd(width)} ${'joined'.padStart(9)} ${'confirmed'.padStart(10)} ${'rate'.padStart(8)}`
  for (const row of rows) yield line(nameOf(row), row)
  yield line('total', total)
  if (imports.length > 0) yield ''
  for (const row of imports)
    yield line(nameOf({ ...row, kind: row.name === '' ? 'import' : undefined }), row)
  if (imports.length > 0) yield line('imported, total', importTotal)
  yield `The last ${days} days of ${timeZone}. confirmed: how many of those who joined then have confirmed since.${imports.length > 0 ? ' Imported people are not among the others.' : ''}`
}

function nameOf({ name, kind }: Pick<Counted, 'name' | 'kind'>): string {
  if (kind === 'direct' || kind === 'other') return kind
  if (kind === 'import') return '(no source)'
  return kind === 'referrer' ? `${name} (link)` : name
}

const rated = (row: Counted): Counted => ({
  ...row,
  confirmRate: row.joined === 0 ? null : row.confirmed / row.joined,
})

function totalOf(rows: readonly Counted[]): Counted {
  const sum = (of: 'joined' | 'confirmed') => rows.reduce((all, row) => all + row[of], 0)
  return rated({
    name: 'total',
    joined: sum('joined'),
    confirmed: sum('confirmed'),
    confirmRate: null,
  })
}

const counted = (count: number, what: string) => `${String(count).padStart(9)} ${what}`
