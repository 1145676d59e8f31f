import { campaign } from '#campaign'
import { personStates } from '#contract/people/waitlist.ts'
import { countedNames, type CountedAction } from '#contract/events/events.ts'
import { actionsOf, json, UsageError } from '#server/cli/command-table.ts'
import type { CommandDeps } from '#server/imports/import-command.ts'
import { countRows } from '#server/db/rows.ts'
import type { Db } from '#server/db/store.ts'
import { sourceRows } from '#server/counts/overview-parts.ts'
import { statesIn, stocks } from '#server/counts/read-overview.ts'
import { readSums, type Wanted } from '#server/counts/count.ts'
import { lastDays } from '#server/counts/zone-clock.ts'

const action = actionsOf<CommandDeps>()

const groupings = [
  'source',
  'placement',
  'day',
  ...(campaign.languages.length > 1 ? (['language'] as const) : []),
] as const
type Grouping = 'source' | 'placement' | 'day' | 'language'

export const statsAction = action({
  help: 'Counts people by state, and sign-ups on each of the last 7 days. With --by: joined, confirmed and the confirm rate by source, by form, by day or by language; imported people are listed apart.',
  options: {
    by: {
      value: 'GROUP',
      oneOf: groupings,
      help: 'source (utm_source, else the referring host, else direct), placement (the form), day, or language where the campaign has several',
    },
    days: {
      value: 'N',
      range: [1, 400],
      help: 'number of days, with --by; default: 28',
    },
    json,
  },
  check({ by, days }) {
    if (!by && days !== undefined) throw new UsageError('--days needs --by.')
  },
  async run({ store, now, timeZone, print }, { by, days = 28, json: asJson }) {
    const counts = by
      ? await countBy(store.db, by as Grouping, { timeZone, now, days })
      : await countPeople(store.db, timeZone, now)
    if (asJson) print(JSON.stringify(counts))
    else
      for (const line of 'rows' in counts ? describeStatsBy(counts) : describeStats(counts))
        print(line)
    return 0
  },
})

export const countsAction = action({
  help: 'Counts views and clicks by part of the page, forms sent, and popups and bars shown and closed.',
  options: {
    days: { value: 'N', range: [1, 400], help: 'number of days; default: 28' },
    json,
  },
  async run({ store, now, timeZone, print }, { days = 28, json: asJson }) {
    const counts = await countPage(store.db, { timeZone, now, days })
    if (asJson) print(JSON.stringify(counts))
    else for (const line of describePage(counts)) print(line)
    return 0
  },
})

const daysShown = 7

/**
 * People by state, as the overview counts them; erased people; sign-ups on each of the last days of
 * this time zone.
 */
export async function countPeople(db: Db, timeZone: string, now: number) {
  const days = lastDays(timeZone, now, daysShown)
  const sums = await readSums(db, { totals: stocks, days: joinedSince(days.at(-1)!) })
  return {
    states: statesIn(sums),
    erased: await countRows(db, db.selectFrom('erased')),
    timeZone,
    joinedByDay: days.map((day) => {
      const imported = sums.day('joined', day, importPlacement)
      return { day, joined: sums.day('joined', day) - imported, imported }
    }),
  }
}

type Stats = Awaited<ReturnType<typeof countPeople>>

function* describeStats({ states, erased, timeZone, joinedByDay }: Stats): Generator<string> {
  for (const state of personStates) yield countLine(states[state], state)
  yield countLine(erased, 'erased, of whom a keyed hash stays')
  yield ''
  for (const { day, joined, imported } of joinedByDay)
    yield countLine(joined, `joined on ${day}${imported > 0 ? `, and ${imported} imported` : ''}`)
  yield `Days are those of ${timeZone}.`
}

/**
 * `confirmed`: how many of those who joined have confirmed since. `kind` tells a campaign's word
 * from a referring host of the same name.
 */
type Counted = {
  name: string
  kind?: string
  joined: number
  confirmed: number
  confirmRate: number | null
}

/**
 * DASH-9: sign-ups by source, form or day, from the sums of the days, which include people who have
 * expired or were erased. Imported people are counted apart, on the day of the import.
 */
export async function countBy(
  db: Db,
  by: Grouping,
  { timeZone, now, days }: { timeZone: string; now: number; days: number },
) {
  const groups = await groupsOf[by](db, lastDays(timeZone, now, days))
  const of = (isImport: boolean) =>
    ordered(
      groups.filter((group) => group.isImport === isImport),
      by,
    )
  const [rows, imports] = [of(false), of(true)]
  const [total, importTotal] = [totalOf(rows), totalOf(imports)]
  return { by, timeZone, days, rows, imports, total, importTotal }
}

type Group = Omit<Counted, 'confirmRate'> & { isImport: boolean }

/** Of these days, the newest first. */
const groupsOf: Record<Grouping, (db: Db, days: readonly string[]) => Promise<Group[]>> = {
  async source(db, days) {
    const rows = sourceRows(await readSums(db, { bySource: { what: joinedEvents, days } }))
    return rows.map(({ name, kind, joined, confirmed }) => {
      const isImport = kind === 'import'
      return { name, ...(!isImport && { kind }), joined, confirmed, isImport }
    })
  },
  async placement(db, days) {
    const sums = await readSums(db, { byPlacement: { what: joinedEvents, days } })
    const [joined, confirmed] = [sums.placements('joined'), sums.placements('joined_confirmed')]
    return [...new Set([...joined.keys(), ...confirmed.keys()])].map((name) => ({
      name,
      joined: joined.get(name) ?? 0,
      confirmed: confirmed.get(name) ?? 0,
      isImport: name === importPlacement,
    }))
  },
  async language(db, days) {
    const groups: Group[] = []
    for (const language of campaign.languages) {
      const sums = await readSums(db, { byPlacement: { what: joinedEvents, days }, language })
      const [joined, confirmed] = [sums.placements('joined'), sums.placements('joined_confirmed')]
      const imported = (of: ReadonlyMap<string, number>) => of.get(importPlacement) ?? 0
      const others = (of: ReadonlyMap<string, number>) =>
        [...of.values()].reduce((sum, one) => sum + one, 0) - imported(of)
      groups.push(
        { name: language, joined: others(joined), confirmed: others(confirmed), isImport: false },
        {
          name: language,
          joined: imported(joined),
          confirmed: imported(confirmed),
          isImport: true,
        },
      )
    }
    return groups
  },
  async day(db, days) {
    const sums = await readSums(db, { days: joinedSince(days.at(-1)!) })
    return days.flatMap((name) => {
      const joined = sums.day('joined', name, importPlacement)
      const confirmed = sums.day('joined_confirmed', name, importPlacement)
      return [
        {
          name,
          joined: sums.day('joined', name) - joined,
          confirmed: sums.day('joined_confirmed', name) - confirmed,
          isImport: false,
        },
        { name, joined, confirmed, isImport: true },
      ]
    })
  },
}

const joinedEvents = ['joined', 'joined_confirmed'] as const
const importPlacement = 'import'

/** By day, the imports are those of their placement, and are taken from the total. */
const joinedSince = (from: string): NonNullable<Wanted['days']> => [
  { what: joinedEvents, from },
  { what: joinedEvents, from, placement: importPlacement },
]

/** Days newest first; sources and forms by sign-ups, the most first. */
const ordered = (groups: readonly Group[], by: Grouping): Counted[] =>
  groups
    .map(rated)
    .filter(({ joined, confirmed }) => joined !== 0 || confirmed !== 0)
    .sort((a, b) =>
      by === 'day' ? (a.name < b.name ? 1 : -1) : b.joined - a.joined || (a.name < b.name ? -1 : 1),
    )

type StatsBy = Awaited<ReturnType<typeof countBy>>

function* describeStatsBy({
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

const rated = ({ name, kind, joined, confirmed }: Omit<Counted, 'confirmRate'>): Counted => ({
  name,
  ...(kind !== undefined && { kind }),
  joined,
  confirmed,
  confirmRate: joined === 0 ? null : confirmed / joined,
})

function totalOf(rows: readonly Counted[]): Counted {
  const sum = (of: 'joined' | 'confirmed') => rows.reduce((all, row) => all + row[of], 0)
  return rated({ name: 'total', joined: sum('joined'), confirmed: sum('confirmed') })
}

const countLine = (count: number, what: string) => `${String(count).padStart(9)} ${what}`

/** How often each event happened in each part of the page: `counts[label][event]`. */
type PageCounts = {
  timeZone: string
  days: number
  events: string[]
  counts: Record<string, Record<string, number>>
}

const partEvents = (Object.keys(countedNames) as CountedAction[])
  .filter((event) => event !== 'page_view')
  .sort()

/**
 * DASH-9: views and clicks by part of the page, forms sent, and popups and bars shown and closed,
 * on the last days of this time zone.
 */
async function countPage(
  db: Db,
  { timeZone, now, days }: { timeZone: string; now: number; days: number },
): Promise<PageCounts> {
  const sums = await readSums(db, {
    byPlacement: { what: partEvents, days: lastDays(timeZone, now, days) },
  })
  const counts: PageCounts['counts'] = {}
  for (const event of partEvents)
    for (const label of [...sums.placements(event).keys()].sort())
      (counts[label] ??= {})[event] = sums.placements(event).get(label)!
  const events = partEvents.filter((event) => sums.placements(event).size > 0)
  return { timeZone, days, events, counts }
}

function* describePage({ timeZone, days, events, counts }: PageCounts): Generator<string> {
  const labels = Object.keys(counts)
  const width = Math.max('part'.length, ...labels.map((label) => label.length))
  const cell = (event: string, text: string) => text.padStart(Math.max(event.length, 9))
  if (labels.length > 0)
    yield ['part'.padEnd(width), ...events.map((event) => cell(event, event))].join(' ')
  for (const label of labels)
    yield [
      label.padEnd(width),
      ...events.map((event) => cell(event, String(counts[label]![event] ?? '–'))),
    ].join(' ')
  yield `${labels.length === 0 ? 'Nothing was counted in the last' : 'The last'} ${days} days of ${timeZone}. Visitors who opt out, or have no script, are not counted.`
}
