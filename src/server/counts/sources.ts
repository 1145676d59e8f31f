import { sql, type Transaction } from 'kysely'
import { dayMs } from '#contract/time.ts'
import { insertRows } from '#server/db/rows.ts'
import { takeLock } from '#server/db/locks.ts'
import type { Schema } from '#server/db/schema.ts'
import { keyOf, other, type Count, type FinalCount, type Source } from './counted.ts'
import type { ZoneClock } from './zone-clock.ts'

/**
 * How many new names of a day (UTC) are counted by name. A name stays known for a week after its
 * last use.
 */
export const newNamesADay = 200
export const namesKeptMs = 7 * dayMs

type Named = Count & Required<Pick<Count, 'source' | 'name'>>

/**
 * Replaces the sources that are not counted by name with `other`: new names beyond the limit of
 * their day, and for a confirmation the source that its sign-up was not counted under.
 */
export async function withFinalSources(
  trx: Transaction<Schema>,
  counts: readonly Count[],
  clock: ZoneClock,
): Promise<FinalCount[]> {
  const named = counts.filter(
    (one): one is Named =>
      one.name !== undefined && one.source !== undefined && one.source.name !== '',
  )
  const fresh = named.filter(({ name }) => name === 'new')
  const allowed = await namesToCount(
    trx,
    fresh.map(({ source }) => source),
    Math.max(...fresh.map(({ at }) => at)),
  )
  const signUpKey = (at: number, { source, placement = '' }: Named) =>
    `${clock.hourOf(at)} ${keyOf(source)}\n${placement}`
  const signUps = new Set(
    fresh
      .filter(({ what, source }) => what === 'joined' && allowed.has(keyOf(source)))
      .map((one) => signUpKey(one.at, one)),
  )
  const unknown = new Set<Count>()
  for (const one of named) {
    const isKnown =
      one.name === 'new'
        ? allowed.has(keyOf(one.source))
        : signUps.has(signUpKey(one.name, one)) || (await isCounted(trx, one, clock))
    if (!isKnown) unknown.add(one)
  }
  return counts.map((one) => (unknown.has(one) ? { ...one, source: other } : one))
}

/** Whether a sign-up was counted under its source's name before this transaction. */
async function isCounted(
  trx: Transaction<Schema>,
  { name: signUpAt, source, placement = '' }: Named,
  clock: ZoneClock,
): Promise<boolean> {
  const counted = await trx
    .selectFrom('hourly_counts')
    .select('hour')
    .where('hour', '=', clock.hourOf(Number(signUpAt)))
    .where('what', '=', 'joined')
    .where('source', '=', keyOf(source))
    .where('placement', '=', placement)
    .executeTakeFirst()
  return counted !== undefined
}

/**
 * The keys of the sources that are counted by name. It stores new names up to `newNamesADay`; the
 * others are counted as `other`, so that invented names cannot fill the store.
 */
async function namesToCount(
  trx: Transaction<Schema>,
  sources: readonly Source[],
  now: number,
): Promise<Set<string>> {
  const names = [...new Map(sources.map((source) => [keyOf(source), source])).values()].sort(byName)
  if (names.length === 0) return new Set()
  const today = now - (now % dayMs)
  const known = new Map(
    (await recentlySeen(trx, names, now)).map((row) => [keyOf(row), row.seenAt]),
  )
  const unknown = names.filter((name) => !known.has(keyOf(name)))
  const added = unknown.slice(0, await newNamesLeft(trx, unknown.length, today))
  const firstSeenToday = names.filter((name) => (known.get(keyOf(name)) ?? today) < today)
  await insertNames(trx, [...added, ...firstSeenToday].sort(byName), now)
  return new Set([...known.keys(), ...added.map(keyOf)])
}

const recentlySeen = (trx: Transaction<Schema>, names: readonly Source[], now: number) =>
  trx
    .selectFrom('source_names')
    .select(['kind', 'name', 'seenAt'])
    .where('name', 'in', [...new Set(names.map(({ name }) => name))])
    .where('seenAt', '>', now - namesKeptMs)
    .execute()

async function newNamesLeft(
  trx: Transaction<Schema>,
  wanted: number,
  today: number,
): Promise<number> {
  if (wanted === 0) return 0
  const left = async () => {
    const { count } = await trx
      .selectFrom('source_names')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('firstAt', '>=', today)
      .executeTakeFirstOrThrow()
    return Math.max(0, newNamesADay - count)
  }
  if ((await left()) === 0) return 0
  // Without the lock, two processes could both take the last free name.
  await takeLock(trx, 'new source names', 'alone')
  return left()
}

const insertNames = (trx: Transaction<Schema>, names: readonly Source[], now: number) =>
  insertRows(
    trx,
    'note source names',
    names.map(({ kind, name }) => ({ name, kind, firstAt: now, seenAt: now })),
    (rows) =>
      trx
        .insertInto('source_names')
        .values(rows as { name: string; kind: string; firstAt: number; seenAt: number }[])
        .onConflict((same) =>
          same.columns(['name', 'kind']).doUpdateSet({
            // A name that was unused for longer counts as new again.
            firstAt: sql`case when source_names."seenAt" <= excluded."seenAt" - ${sql.lit(namesKeptMs)} then excluded."firstAt" else source_names."firstAt" end`,
            seenAt: sql`excluded."seenAt"`,
          }),
        ),
  )

const byName = (a: Source, b: Source) =>
  a.name === b.name ? (a.kind < b.kind ? -1 : 1) : a.name < b.name ? -1 : 1
