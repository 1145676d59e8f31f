import { sql, type Transaction } from 'kysely'
import { countedNames } from '#contract/events.ts'
import { campaign } from '#campaign/campaign.ts'
import { insertRows, statement } from '#server/db/rows.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'
import { beforeCommit } from '#server/db/transaction.ts'
import { sinceStart, type Count, type Counted, type FinalCount } from './counted.ts'
import { readSums } from './read-sums.ts'
import { isNamed, keyOf, namesToCount, other, type Source } from './sources.ts'
import { zoneClock, type ZoneClock } from './zone-clock.ts'

/*
 * Counts, from a change to a figure:
 *
 * counted.ts lists what is counted, and counts a new person, a change of state, a first
 * confirmation and a removal. Every writer of people calls it in its transaction:
 * signup/add-people.ts, confirm-people.ts, membership.ts and erasure.ts, the import and retention.
 * This file alone writes `hourly_counts` and `daily_counts` (decision 037). It also stores when the
 * goal was reached. sources.ts bounds how many names of sources are stored; zone-clock.ts knows the
 * hours and days of the campaign's time zone (decision 076).
 * read-sums.ts reads sums in one statement, so that all are of one moment: for the overview
 * (read-overview.ts), the goal, and `npm run people -- stats` and `-- counts` (people/stats.ts).
 * live/read-figures.ts joins the tables with others, and reads them itself.
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
  for (const { what, at, count = 1, source, placement = '' } of counts) {
    const name = source ? keyOf(source) : ''
    const [hour, day] = [clock.hourOf(at), clock.dayOf(at)]
    for (const part of partsOfHour(what, name, placement)) hours.add({ hour, what, ...part, count })
    for (const part of partsOfDay(what, name, placement))
      for (const period of [sinceStart, day]) days.add({ day: period, what, ...part, count })
  }
  await addTo(trx, 'hourly_counts', 'hour', hours.rows())
  await addTo(trx, 'daily_counts', 'day', days.rows())
}

/** The rows come sorted, so that two writers cannot deadlock. */
const addTo = (
  trx: Transaction<Schema>,
  table: 'hourly_counts' | 'daily_counts',
  period: 'hour' | 'day',
  sums: readonly (Schema['hourly_counts'] | Schema['daily_counts'])[],
) =>
  insertRows(trx, `add to ${table}`, sums, (rows) => {
    const key = sql.join([period, 'what', 'source', 'placement'].map((column) => sql.ref(column)))
    const values = rows.map((row) => sql`(${sql.join(Object.values(row))})`)
    return statement(
      trx,
      sql`insert into ${sql.table(table)} (${key}, count) values ${sql.join(values)}
        on conflict (${key}) do update set count = ${sql.ref(`${table}.count`)} + excluded.count`,
    )
  })

type Part = { source: string; placement: string }
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
function openSums<Row extends Schema['hourly_counts'] | Schema['daily_counts']>() {
  const sums = new Map<string, Row>()
  return {
    add(row: Row) {
      const key = `${'hour' in row ? row.hour : row.day}\n${row.what}\n${row.source}\n${row.placement}`
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

type Named = Count & { source: Source }

/**
 * Replaces the sources that are not counted by name with `other`: new names beyond the limit of
 * their day, and for a confirmation the source that its sign-up was not counted under.
 */
async function withFinalSources(
  trx: Transaction<Schema>,
  counts: readonly Count[],
  clock: ZoneClock,
): Promise<FinalCount[]> {
  const named = counts.filter(
    (one): one is Named =>
      one.name !== undefined && one.source !== undefined && isNamed(one.source),
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
        : signUps.has(signUpKey(one.name!, one)) || (await isCounted(trx, one, clock))
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
