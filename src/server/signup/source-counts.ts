import { sql, type Selectable, type Transaction } from 'kysely'
import { takeLock } from '#server/db/erasure-lock.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { PeopleTable, Schema, SourceCountsTable } from '#server/db/schema.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * `joined` and `confirmed` are counted in the hour in which they happen. `joined_confirmed` says how many of those who joined in an hour
 * have confirmed since: the confirm rate of a day, or of a source, is `joined_confirmed` of `joined`.
 */
export const sourceEvents = ['joined', 'confirmed', 'joined_confirmed'] as const
export type SourceEvent = (typeof sourceEvents)[number]

/** `name` is empty for `direct` and `other`. `import`: the source that the file names, or empty. */
export const sourceKinds = ['utm', 'referrer', 'direct', 'other', 'import'] as const
export type SourceKind = (typeof sourceKinds)[number]
export type Source = { kind: SourceKind; name: string }

/** So many new names of a day (UTC) are counted by name, and as long as they come again within a week. */
export const newNamesADay = 200
export const namesKeptMs = 7 * dayMs

export type SourceCount = Source & { placement: string; event: SourceEvent; count: number }

/** DASH-9: `utm_source`, else the referrer's host, else direct. A text with an at sign may be an address, so that no count bears it. */
export function sourceOf({
  source,
  referrer_host: referrer = '',
  placement,
}: {
  source: string
  referrer_host?: string
  placement: string
}): Source {
  const kind = placement === 'import' ? 'import' : source ? 'utm' : referrer ? 'referrer' : 'direct'
  const name = kind === 'referrer' ? referrer : source
  return name.includes('@') ? { kind: 'other', name: '' } : { kind, name }
}

/** What somebody who has just joined counts as. */
export function countsOfNew(person: {
  source: string
  referrer_host?: string
  placement: string
  confirmed_at: number | null
}): SourceCount[] {
  const events: readonly SourceEvent[] =
    person.confirmed_at === null ? ['joined'] : ['joined', 'confirmed', 'joined_confirmed']
  return events.map((event) => ({
    ...sourceOf(person),
    placement: person.placement,
    event,
    count: 1,
  }))
}

/** Adds to the rows of this hour, in the caller's transaction. Call it last: on Postgres other writers of the same row wait until the commit. */
export async function countSources(
  trx: Transaction<Schema>,
  counts: readonly SourceCount[],
  now: number,
): Promise<void> {
  const named = await countedByName(trx, counts, now)
  await addCounts(
    trx,
    counts.map((count) => ({
      ...count,
      ...(isNamed(count) && !named.has(keyOf(count)) && other),
      hour: hourOf(now),
    })),
  )
}

type Confirming = Pick<
  Selectable<PeopleTable>,
  'source' | 'referrer_host' | 'placement' | 'created_at' | 'imported_at'
>

/** Somebody confirms for the first time. They are counted where they were counted as joined. */
export async function countConfirmed(
  trx: Transaction<Schema>,
  person: Confirming,
  now: number,
): Promise<void> {
  const { placement } = person
  const joined = {
    ...sourceOf(person),
    placement,
    hour: hourOf(person.imported_at ?? person.created_at),
  }
  const found = await trx
    .selectFrom('source_counts')
    .select('hour')
    .where('hour', '=', joined.hour)
    .where('kind', '=', joined.kind)
    .where('name', '=', joined.name)
    .where('placement', '=', placement)
    .where('event', '=', 'joined')
    .executeTakeFirst()
  const counted = { ...joined, ...(!found && isNamed(joined) && other) }
  await addCounts(trx, [
    { ...counted, event: 'joined_confirmed', count: 1 },
    { ...counted, hour: hourOf(now), event: 'confirmed', count: 1 },
  ])
}

const other: Source = { kind: 'other', name: '' }
const hourOf = (at: number) => at - (at % hourMs)
const isNamed = ({ name }: Source) => name !== ''
const keyOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`

/** The keys of those that are counted by name. New ones are noted until there are too many of them in a day. */
async function countedByName(
  trx: Transaction<Schema>,
  sources: readonly Source[],
  now: number,
): Promise<Set<string>> {
  const names = [
    ...new Map(
      sources.filter(isNamed).map(({ kind, name }) => [keyOf({ kind, name }), { kind, name }]),
    ).values(),
  ].sort(byName)
  if (names.length === 0) return new Set()
  const today = now - (now % dayMs)
  const known = new Map((await seenAmong(trx, names, now)).map((row) => [keyOf(row), row.seen_at]))
  const unknown = names.filter((name) => !known.has(keyOf(name)))
  const added = unknown.slice(0, await roomForNew(trx, unknown.length, today))
  const touched = names.filter((name) => (known.get(keyOf(name)) ?? today) < today)
  await insertRows(
    trx,
    'note source names',
    [...added, ...touched]
      .sort(byName)
      .map(({ kind, name }) => ({ name, kind, first_at: now, seen_at: now })),
    (rows) =>
      trx
        .insertInto('source_names')
        .values(rows as { name: string; kind: string; first_at: number; seen_at: number }[])
        .onConflict((same) =>
          same.columns(['name', 'kind']).doUpdateSet({
            // A name that was away for longer is new again.
            first_at: sql`case when source_names.seen_at <= excluded.seen_at - ${sql.lit(namesKeptMs)} then excluded.first_at else source_names.first_at end`,
            seen_at: sql`excluded.seen_at`,
          }),
        ),
  )
  return new Set([...known.keys(), ...added.map(keyOf)])
}

const seenAmong = (trx: Transaction<Schema>, names: readonly Source[], now: number) =>
  trx
    .selectFrom('source_names')
    .select(['kind', 'name', 'seen_at'])
    .where('name', 'in', [...new Set(names.map(({ name }) => name))])
    .where('seen_at', '>', now - namesKeptMs)
    .execute()

async function roomForNew(
  trx: Transaction<Schema>,
  wanted: number,
  today: number,
): Promise<number> {
  if (wanted === 0) return 0
  const room = async () => {
    const { count } = await trx
      .selectFrom('source_names')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('first_at', '>=', today)
      .executeTakeFirstOrThrow()
    return Math.max(0, newNamesADay - Number(count))
  }
  if ((await room()) === 0) return 0
  // Two processes that both found room would else both take the last of it.
  await takeLock(trx, 'new source names', 'alone')
  return room()
}

/** In sorted order: two writers never wait for each other in a circle. */
async function addCounts(
  trx: Transaction<Schema>,
  counts: readonly SourceCountsTable[],
): Promise<void> {
  const rows = new Map<string, SourceCountsTable>()
  for (const { hour, kind, name, placement, event, count } of counts) {
    const key = JSON.stringify([hour, kind, name, placement, event])
    rows.set(key, {
      hour,
      kind,
      name,
      placement,
      event,
      count: (rows.get(key)?.count ?? 0) + count,
    })
  }
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await insertRows(trx, 'count sources', sorted, (values) =>
    trx
      .insertInto('source_counts')
      .values(values as SourceCountsTable[])
      .onConflict((same) =>
        same
          .columns(['hour', 'kind', 'name', 'placement', 'event'])
          .doUpdateSet({ count: sql`source_counts.count + excluded.count` }),
      ),
  )
}

const byName = (a: Source, b: Source) =>
  a.name === b.name ? (a.kind < b.kind ? -1 : 1) : a.name < b.name ? -1 : 1
