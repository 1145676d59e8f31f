import { setImmediate } from 'node:timers/promises'
import { PostgresAdapter, sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { campaign } from '#campaign'
import type { Language } from '#contract/campaign/languages.ts'
import { typesOf, type PerformanceType } from '#contract/quiz/quiz.ts'
import { personStates, type PersonState } from '#contract/people/waitlist.ts'
import {
  peopleHref,
  stateFilters,
  withoutType,
  type PeopleQuery,
  type StateFilter,
} from '#contract/people/list.ts'
import { peopleOrigin } from '#server/db/people-schema.ts'
import type { Db } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'
import { readLocalDay, startOfDay, zoneClock } from '#server/counts/zone-clock.ts'

/** DASH-4: which people. A part that is missing means any. */
export type PeopleFilter = {
  states?: readonly PersonState[]
  /** as `peopleOrigin` says it */
  origin?: string
  /** of the last quiz result; empty for people without one */
  quizType?: PerformanceType | ''
  language?: Language
  /** joined at this time or later */
  since?: number
  /** the id of the last person: later people are not included (`lastPersonId`) */
  until?: string
}

export type Order = 'newest' | 'oldest'

const origin = sql.raw<string>(`(${peopleOrigin})`)
export const originColumn = origin.as('origin')

type Page = { after?: Position | null; order: Order; most: number }

/**
 * The next people of the filter after a position, by the time when they joined. Reads only as many
 * rows as it returns: each combination of the filtered columns is one range of an index, and the
 * ranges are merged in order.
 */
export const nextKeys = async (db: Db, filter: PeopleFilter, page: Page): Promise<Position[]> =>
  (await keysQuery(db, filter, page).execute(db)).rows

/**
 * SQLite reads the ranges in turn, as the merge needs them. Postgres would rather read them whole
 * and sort, so there each range has the limit.
 */
export function keysQuery(db: Db, filter: PeopleFilter, { after, order, most }: Page) {
  const from = after && { after, order }
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const ranges = rangesOf(filter)
  const selects = ranges.map((range) => {
    const select = selectOf(filter, range, from)
    return isPostgres && ranges.length > 1
      ? sql`(${select} ${inOrder(order)} limit ${most})`
      : select
  })
  return sql<Position>`${sql.join(selects, sql` union all `)} ${inOrder(order)} limit ${most}`
}

/** How many people the filter finds; `most + 1` if there are more. Reads no more rows than that. */
export const countUpTo = async (db: Db, filter: PeopleFilter, most: number): Promise<number> =>
  (await countQuery(filter, most).execute(db)).rows[0]!.count

export const countQuery = (filter: PeopleFilter, most: number) => {
  const selects = rangesOf(filter).map((range) => selectOf(filter, range))
  return sql<{ count: number }>`select count(*) as count from (
    ${sql.join(selects, sql` union all `)} limit ${most + 1}) as found`
}

/** People that one step of a count reads. */
const countStep = 5_000

/** Exactly how many people the filter finds, in small reads between which other requests run. */
export async function countExactly(db: Db, filter: PeopleFilter): Promise<number> {
  let counted = 0
  for (const range of rangesOf(filter))
    for (let after: Position | null = null, step = countStep; step === countStep; counted += step) {
      const keys = await rangeStep(db, filter, range, after)
      step = keys.count
      after = keys.last
      await setImmediate()
    }
  return counted
}

type Step = { count: number; last: Position | null }

/** Counts the next people of a range, `countStep` at most. */
async function rangeStep(db: Db, filter: PeopleFilter, range: Range, after: Position | null) {
  const select = selectOf(filter, range, after && { after, order: 'newest' })
  const found = await sql<Position>`
    ${select} ${inOrder('newest')} limit 1 offset ${countStep - 1}`.execute(db)
  const [last] = found.rows
  if (last) return { count: countStep, last } satisfies Step
  const rest = await sql<{ count: number }>`
    select count(*) as count from (${select}) as found`.execute(db)
  // People may join between the two reads.
  return {
    count: Math.min(rest.rows[0]!.count, countStep - 1),
    last: null,
  } satisfies Step
}

/** How many of the people whom the filter finds are in each state, exactly. */
export async function countStates(
  db: Db,
  filter: PeopleFilter,
): Promise<Record<PersonState, number>> {
  const counts = Object.fromEntries(personStates.map((state) => [state, 0]))
  for (const state of filter.states ?? personStates)
    counts[state] = await countExactly(db, { ...filter, states: [state] })
  return counts as Record<PersonState, number>
}

/** Freezes a filter: ids grow with time, so a person who joins later has a greater one. */
export const lastPersonId = async (db: Db): Promise<string> =>
  (await db.selectFrom('people').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
    ?.id ?? ''

/** The sources of the people on the list, in alphabetical order. Reads one row for each. */
export const knownOrigins = async (db: Db, most: number): Promise<string[]> =>
  (await originsQuery(most).execute(db)).rows.flatMap((row) => row.origin ?? [])

export const originsQuery = (most: number) => sql<{ origin: string | null }>`
  with recursive known (origin) as (
    select (select ${origin} from people order by ${origin} limit 1)
    union all
    select (select ${origin} from people where ${origin} > known.origin order by ${origin} limit 1)
      from known where known.origin is not null
  ) select origin from known limit ${most}`

type From = { after: Position; order: Order }

/** A condition for each column of an index before the time. */
type Range = readonly RawBuilder<unknown>[]

/** The index by origin, by language, or by state and type needs a value for each of its columns. */
function rangesOf({ states, origin: name, quizType, language }: PeopleFilter): Range[] {
  const isAny = [states, name, quizType, language].every((one) => one === undefined)
  if (isAny) return [[]]
  const types = quizType === undefined ? [...typesOf(campaign.quiz), ''] : [quizType]
  return (states ?? personStates).flatMap((state) =>
    types.map((type) => [
      ...(name === undefined ? [] : [sql`${origin} = ${name}`]),
      ...(language === undefined ? [] : [sql`language = ${language}`]),
      sql`state = ${state}`,
      sql`"quizType" = ${type}`,
    ]),
  )
}

/** The keys of the people in a range. */
function selectOf(
  { since, until }: PeopleFilter,
  range: Range,
  from?: From | null,
): RawBuilder<unknown> {
  const conditions = [
    ...range,
    ...(since === undefined ? [] : [sql`"createdAt" >= ${since}`]),
    ...(until === undefined ? [] : [sql`id <= ${until}`]),
    ...(from ? [isBehind(from)] : []),
  ]
  return conditions.length === 0
    ? sql`select "createdAt" as "at", id from people`
    : sql`select "createdAt" as "at", id from people where ${sql.join(conditions, sql` and `)}`
}

const isBehind = ({ after: { at, id }, order }: From) =>
  order === 'newest'
    ? sql`("createdAt", id) < (${at}, ${id})`
    : sql`("createdAt", id) > (${at}, ${id})`

const inOrder = (order: Order) =>
  order === 'newest' ? sql`order by "at" desc, id desc` : sql`order by "at", id`

const isDay = (value: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(value) && 'at' in readLocalDay(value, 'UTC')

/** The filters in a URL or a form. */
export const peopleFields = z.object({
  state: z.literal(['', ...(Object.keys(stateFilters) as StateFilter[])]).default(''),
  source: z
    .string()
    .max(200)
    .regex(/^[^@]*$/)
    .default(''),
  type: z.literal(['', ...typesOf(campaign.quiz), withoutType]).default(''),
  since: z
    .string()
    .refine((value) => value === '' || isDay(value))
    .default(''),
  language: z.literal(['', ...campaign.languages]).default(''),
})

/**
 * Reads the filters of a URL or a form. Null if one of them has no meaning: then nothing may be done
 * with people whom it would not exclude.
 */
export const readPeopleQuery = (fields: unknown): PeopleQuery | null =>
  peopleFields.safeParse(fields ?? {}).data ?? null

/** The fields of a query as text, as in a URL. */
export const queryText = (query: PeopleQuery): string => peopleHref('', query).slice(1)

/** The filter of a query. `until` freezes it. */
export function filterOf(query: PeopleQuery, timeZone: string, until?: string): PeopleFilter {
  const { state, source, type, since, language } = query
  return {
    ...(state && { states: stateFilters[state] }),
    ...(source && { origin: source }),
    ...(type && { quizType: type === withoutType ? '' : type }),
    ...(since && { since: startOfDay(zoneClock(timeZone), since) }),
    ...(until !== undefined && { until }),
    ...(language && { language }),
  }
}
