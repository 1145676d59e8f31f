import { sql, type Transaction } from 'kysely'
import { insertRows } from '#server/db/rows.ts'
import { takeLock } from '#server/db/locks.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * `utm`: a `utm_source`; `referrer`: the host of the referring page; `import`: the source in the
 * imported file; `other`: names beyond the limit of a day.
 */
export type SourceKind = 'utm' | 'referrer' | 'direct' | 'other' | 'import'
/**
 * `name` is empty for `direct` and `other`. For `import` it is the source in the file, or empty.
 */
export type Source = { kind: SourceKind; name: string }

/**
 * DASH-9: `utm_source`, else the referrer's host, else direct. A sign-up and a page view by a
 * friend's link (LINE-3) whose address names no `utm_source` come with the source `friendSource`
 * (contract/waitlist.ts) and are counted as `utm friend`. A name with an at sign could be an
 * address and is counted as `other`.
 */
export function sourceOf({
  source,
  referrerHost: referrer = '',
  placement,
}: {
  source: string
  referrerHost?: string
  placement: string
}): Source {
  const kind = placement === 'import' ? 'import' : source ? 'utm' : referrer ? 'referrer' : 'direct'
  const name = kind === 'referrer' ? referrer : source
  return name.includes('@') ? other : { kind, name }
}

export const other: Source = { kind: 'other', name: '' }

export const isNamed = ({ name }: Source) => name !== ''
/** A source as the counts store it: `utm podcast`, or `direct`. */
export const keyOf = ({ kind, name }: { kind: string; name: string }) =>
  name === '' ? kind : `${kind} ${name}`
export function sourceIn(key: string): Source {
  const [kind = ''] = key.split(' ', 1)
  return { kind: kind as SourceKind, name: key.slice(kind.length + 1) }
}

const dayMs = 24 * 3_600_000

/**
 * How many new names of a day (UTC) are counted by name. A name stays known for a week after its
 * last use.
 */
export const newNamesADay = 200
export const namesKeptMs = 7 * dayMs

/**
 * The keys of the sources that are counted by name. It stores new names up to `newNamesADay`; the
 * others are counted as `other`, so that invented names cannot fill the store.
 */
export async function namesToCount(
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
