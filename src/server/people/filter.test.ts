import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#server/db/store.ts'
import type { Position } from '#server/http/list.ts'
import { freshStore, storeEngines, type Engine, type FreshStore } from '#test/fresh-store.ts'
import {
  countExactly,
  countQuery,
  countUpTo,
  keysQuery,
  knownOrigins,
  lastPersonId,
  nextKeys,
  originsQuery,
  type Order,
  type PeopleFilter,
} from './filter.ts'

const people = 12_000
const start = Date.parse('2026-11-01T00:00:00Z')

/** Every 97th person complained; every 500th came from `rare`; joining times repeat. */
const fill = `insert into people (id, email, state, language, placement, source, "referrerHost", "createdAt", "recentMails", "quizType")
  with recursive counted (n) as (select 0 union all select n + 1 from counted where n < ${people - 1})
  select '0190' || (100000000 + n), 'p' || n || '@example.com',
    case when n % 97 = 0 then 'complained' when n % 10 < 7 then 'confirmed' else 'unconfirmed' end,
    case when n % 7 = 0 then 'nl' else 'en' end,
    case when n % 1000 = 1 then 'import' when n % 1000 = 2 then 'operator' else 'hero' end,
    case when n % 500 = 3 then 'rare' when n % 2 = 0 then 'podcast' when n % 500 = 5 then 'x@y.zz' else '' end,
    case when n % 2 = 0 then '' else 'example.com' end,
    ${start} + (n / 3) * 60000, '[]',
    case when n % 5 = 0 then 'focus' when n % 5 = 1 then 'stress' else '' end
  from counted`

describe.each(storeEngines)('[DASH-4] people by filter on %s', (engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await freshStore(engine)
    await sql.raw(fill).execute(store.db)
    await sql.raw('analyze people').execute(store.db)
  })

  const filters: [string, PeopleFilter][] = [
    ['nobody excluded', {}],
    ['since', { since: start + 3_000 * 60_000 }],
    ['one state', { states: ['confirmed'] }],
    ['several states', { states: ['bounced', 'complained', 'suppressed'] }],
    ['a source', { origin: 'utm podcast' }],
    ['a rare source', { origin: 'utm rare' }],
    ['a type', { quizType: 'focus' }],
    ['without a quiz', { quizType: '' }],
    ['a language', { language: 'nl' }],
    ['a language and a state', { language: 'nl', states: ['confirmed'] }],
    [
      'all of them',
      { states: ['confirmed'], origin: 'utm podcast', quizType: 'focus', since: start + 60_000 },
    ],
  ]

  test.each(filters)('%s: pages reach everybody once, in both directions', async (_, filter) => {
    const expected = await expectedIds(store.db, filter)
    expect(await walk(store.db, filter, 'newest')).toEqual(expected)
    expect(await walk(store.db, filter, 'oldest')).toEqual(expected.toReversed())
    expect(await countExactly(store.db, filter)).toBe(expected.length)
    expect(await countUpTo(store.db, filter, 100)).toBe(Math.min(expected.length, 101))
  })

  test.each(filters)('%s: a page is read by an index, without sorting', async (_, filter) => {
    const after: Position = { at: start + 2_000 * 60_000, id: '0190100006000' }
    for (const order of ['newest', 'oldest'] as const) {
      const query = keysQuery(store.db, filter, { after, order, most: 51 })
      const isOneRange = query.compile(store.db).sql.indexOf('union all') < 0
      expectIndexes(engine, await planOf(store.db, engine, query), isOneRange ? 0 : 1)
    }
  })

  test('a count reads an index', async () => {
    const filter: PeopleFilter = { states: ['complained'], origin: 'utm rare' }
    expectIndexes(engine, await planOf(store.db, engine, countQuery(filter, 10_000)))
  })

  test('the sources are found by an index, one row for each', async () => {
    expectIndexes(engine, await planOf(store.db, engine, originsQuery(100)))
    expect(await knownOrigins(store.db, 100)).toEqual([
      'import ',
      'operator',
      'other',
      'referrer example.com',
      'utm podcast',
      'utm rare',
    ])
    expect(await knownOrigins(store.db, 2)).toHaveLength(2)
  })

  test('people who join after the filter was frozen are not in it', async () => {
    const frozen = { states: ['suppressed'] as const, until: await lastPersonId(store.db) }
    await sql
      .raw(
        `insert into people (id, email, state, language, placement, source, "createdAt", "recentMails")
          values ('0191', 'later@example.com', 'suppressed', 'en', 'hero', '', ${start}, '[]')`,
      )
      .execute(store.db)
    expect(await countExactly(store.db, frozen)).toBe(0)
    expect(await countExactly(store.db, { states: ['suppressed'] })).toBe(1)
    await sql.raw(`delete from people where id = '0191'`).execute(store.db)
  })
})

async function walk(db: Db, filter: PeopleFilter, order: Order): Promise<string[]> {
  const ids: string[] = []
  for (let after: Position | null = null; ;) {
    const keys: Position[] = await nextKeys(db, filter, { after, order, most: 2_000 })
    if (keys.length === 0) return ids
    ids.push(...keys.map(({ id }) => id))
    after = keys.at(-1)!
  }
}

async function expectedIds(db: Db, filter: PeopleFilter): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'state', 'language', 'source', 'placement', 'quizType', 'createdAt'])
    .execute()
  return rows
    .filter(
      (row) =>
        (!filter.states || filter.states.includes(row.state)) &&
        (!filter.language || row.language === filter.language) &&
        (!filter.origin || (row.placement === 'hero' && `utm ${row.source}` === filter.origin)) &&
        (filter.quizType === undefined || row.quizType === filter.quizType) &&
        (!filter.since || row.createdAt >= filter.since),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

async function planOf(db: Db, engine: Engine, query: RawBuilder<unknown>): Promise<string[]> {
  const explain = engine === 'sqlite' ? sql`explain query plan ${query}` : sql`explain ${query}`
  const { rows } = await explain.execute(db)
  return (rows as Record<string, string>[]).map((row) => row['detail'] ?? row['QUERY PLAN']!)
}

function expectIndexes(engine: Engine, plan: readonly string[], sorts = 0) {
  const text = plan.join('\n')
  expect(text).toMatch(/people_by_/)
  if (engine === 'sqlite') {
    expect(text).not.toMatch(/TEMP B-TREE/)
    for (const line of plan.filter((step) => / people\b/.test(step)))
      expect(line).toMatch(/USING (COVERING )?INDEX people_by_/)
  } else {
    expect(text).not.toMatch(/Seq Scan on people/)
    // Only what the ranges have found up to their limits.
    expect(text.match(/ Sort /g) ?? []).toHaveLength(sorts)
  }
}
