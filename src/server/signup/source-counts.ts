import { sql, type Selectable, type Transaction } from 'kysely'
import { insertRows } from '#server/db/insert-rows.ts'
import type { PeopleTable, Schema, SourceCountsTable } from '#server/db/schema.ts'
import { isNamed, keyOf, namesToCount, other, sourceOf, type Source } from './sources.ts'

const hourMs = 3_600_000

/**
 * `joined` and `confirmed` are counted in the hour in which they happen. `joined_confirmed` is
 * counted in the hour of the sign-up: how many of those who joined in it have confirmed since.
 * The confirm rate of a day or a source is `joined_confirmed` divided by `joined`.
 */
export const sourceEvents = ['joined', 'confirmed', 'joined_confirmed'] as const
export type SourceEvent = (typeof sourceEvents)[number]

export type SourceCount = Source & { placement: string; event: SourceEvent; count: number }

/** The counts of a new person; a person added as confirmed counts as both. */
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

/**
 * Adds to the rows of this hour in the caller's transaction. Call it last: on Postgres other
 * writers of the same row wait until the commit.
 */
export async function countSources(
  trx: Transaction<Schema>,
  counts: readonly SourceCount[],
  now: number,
): Promise<void> {
  const named = await namesToCount(trx, counts, now)
  await addCounts(
    trx,
    counts.map((count) => ({
      ...count,
      ...(isNamed(count) && !named.has(keyOf(count)) && other),
      hour: hourOf(now),
    })),
  )
}

type ConfirmedPerson = Pick<
  Selectable<PeopleTable>,
  'source' | 'referrer_host' | 'placement' | 'created_at' | 'imported_at'
>

/** Counts a first confirmation under the source that the person's sign-up was counted under. */
export async function countFirstConfirmation(
  trx: Transaction<Schema>,
  person: ConfirmedPerson,
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

const hourOf = (at: number) => at - (at % hourMs)

/** One row for each key, in sorted order, so that two writers cannot deadlock. */
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
