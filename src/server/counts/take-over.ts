import { sql, type Transaction } from 'kysely'
import { personStates, silencedStates, type PersonState } from '#contract/waitlist.ts'
import { takeLock } from '#server/db/erasure-lock.ts'
import type { DailyCountsTable } from '#server/db/count-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { smallTransactions } from '#server/db/small-transactions.ts'
import type { Db, Store } from '#server/db/store.ts'
import { addToDays, sinceStart, writeCounts, type Counted, type FinalCount } from './count.ts'
import { operatorPlacement } from './count-people.ts'
import type { SourceKind } from '#contract/overview-figures.ts'

/**
 * Since when the states of people are counted, in `meta`: 0 if since the first person, a time if an
 * earlier version stored people before.
 */
export const statesCountedSince = 'states counted since'

/**
 * Moves the counts of earlier versions to `hourly_counts` and `daily_counts`, in small steps: a row
 * is deleted and counted in one transaction, so a step that is repeated counts nothing twice. Rows
 * that a server of the version before writes meanwhile are moved the next time. Afterwards, and at
 * the first run of a server (`always`), `settle` corrects the sums since the start.
 */
export async function takeOverCounts(
  store: Store,
  {
    timeZone,
    now,
    always = false,
    stopping = () => false,
  }: { timeZone: string; now: number; always?: boolean; stopping?: () => boolean },
): Promise<void> {
  const steps = smallTransactions(store)
  let moved = false
  for (const take of [takeEvents, takeSources]) {
    for (let more = true; more && !stopping();) {
      if (await isEmpty(store.db, take.table)) break
      more = await steps.step(async (trx) => {
        const counts = await take.rows(trx, Math.ceil(steps.rows() / 50))
        await writeCounts(trx, counts, timeZone)
        return counts.length > 0
      })
      moved ||= more
    }
  }
  if (!stopping() && (moved || always || !(await isSettled(store.db))))
    await store.transact((trx) => settle(trx, now))
}

type OldTable = 'event_counts' | 'source_counts'

const isEmpty = async (db: Db, table: OldTable) =>
  (await db.selectFrom(table).select('hour').limit(1).executeTakeFirst()) === undefined

const isSettled = async (db: Db) =>
  (await db
    .selectFrom('meta')
    .select('key')
    .where('key', '=', statesCountedSince)
    .executeTakeFirst()) !== undefined

/** The last of the oldest hours, to delete that and what is before it. */
async function lastOfOldest(
  trx: Transaction<Schema>,
  table: OldTable,
  hours: number,
): Promise<number> {
  const rows = await trx
    .selectFrom(table)
    .select('hour')
    .distinct()
    .orderBy('hour')
    .limit(hours)
    .execute()
  return rows.at(-1)?.hour ?? -1
}

const takeEvents = {
  table: 'event_counts' as const,
  async rows(trx: Transaction<Schema>, hours: number): Promise<FinalCount[]> {
    const rows = await trx
      .deleteFrom('event_counts')
      .where('hour', '<=', await lastOfOldest(trx, 'event_counts', hours))
      .returningAll()
      .execute()
    return rows.map(({ hour, event, label, count }) => ({
      what: event as Counted,
      at: hour,
      placement: label,
      count,
    }))
  },
}

const takeSources = {
  table: 'source_counts' as const,
  async rows(trx: Transaction<Schema>, hours: number): Promise<FinalCount[]> {
    const rows = await trx
      .deleteFrom('source_counts')
      .where('hour', '<=', await lastOfOldest(trx, 'source_counts', hours))
      .returningAll()
      .execute()
    return rows.map(({ hour, kind, name, placement, event, count }) => ({
      what: event as Counted,
      at: hour,
      source: { kind: kind as SourceKind, name },
      placement,
      count,
    }))
  },
}

/**
 * Corrects the sums since the start where an earlier version changed people without counting: the
 * stocks become the number of people in each state, people who joined and are gone count as removed.
 * One statement reads both sides, so what commits meanwhile changes them alike.
 */
export async function settle(trx: Transaction<Schema>, now: number): Promise<void> {
  await takeLock(trx, 'settling of counts', 'alone')
  const found = await readBothSides(trx)
  const missing = new Map<Counted, number>()
  const add = (what: Counted, count: number) => missing.set(what, (missing.get(what) ?? 0) + count)
  let people = 0
  for (const state of personStates) {
    const isThere = found.people(state)
    people += isThere
    add(`people_${state}`, isThere - found.counted(`people_${state}`))
  }
  for (const state of silencedStates)
    add(`blocked_${state}`, found.blocked(state) - found.counted(`blocked_${state}`))
  const gained = (states: readonly PersonState[]) =>
    Math.max(
      0,
      states.reduce((sum, state) => sum + missing.get(`people_${state}`)!, 0),
    )
  add('left', gained(['unsubscribed']))
  add('undeliverable', gained(silencedStates))
  const gone = found.joined - people - found.counted('removed')
  add(gone > 0 ? 'removed' : 'joined', Math.abs(gone))
  const sums: DailyCountsTable[] = [...missing]
    .filter(([, count]) => count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => ({ day: sinceStart, what, source: '', placement: '', count }))
  await addToDays(trx, sums)
  const since = sums.length > 0 ? String(now) : '0'
  await trx
    .insertInto('meta')
    .values({ key: statesCountedSince, value: since })
    .onConflict((same) =>
      sums.length > 0 ? same.column('key').doUpdateSet({ value: since }) : same.doNothing(),
    )
    .execute()
}

async function readBothSides(trx: Transaction<Schema>) {
  const { rows } = await sql<{ side: string; name: string; count: number | string }>`
    select 'people' as side, state as name, count(*) as count from people group by state
    union all
    select 'operator', state, count(*) from people where placement = ${sql.lit(operatorPlacement)} group by state
    union all
    select 'counted', what, count from daily_counts
      where day = ${sql.lit(sinceStart)} and source = '' and placement = ''
    union all
    select 'not moved', event, sum(count) from source_counts where event = 'joined' group by event
  `.execute(trx)
  const sums = new Map(rows.map(({ side, name, count }) => [`${side} ${name}`, Number(count)]))
  const sum = (side: string, name: string) => sums.get(`${side} ${name}`) ?? 0
  return {
    people: (state: PersonState) => sum('people', state) - sum('operator', state),
    blocked: (state: PersonState) => sum('operator', state),
    counted: (what: Counted) => sum('counted', what),
    joined: sum('counted', 'joined') + sum('not moved', 'joined'),
  }
}
