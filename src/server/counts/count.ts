import { sql, type Transaction } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import { countedNames, type CountedAction } from '#contract/events.ts'
import type { PersonState, SilencedState } from '#contract/waitlist.ts'
import { beforeCommit } from '#server/db/before-commit.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import type { DailyCountsTable, HourlyCountsTable } from '#server/db/count-schema.ts'
import type { Schema } from '#server/db/schema.ts'
import { resolveSources } from './resolve-sources.ts'
import { keyOf, type Source } from './sources.ts'
import { zoneClock } from './zone-clock.ts'

/**
 * What is counted. `joined`, `confirmed` (first confirmations), `left`, `undeliverable`, `removed`
 * and `quiz_saved` are counted in the hour in which they happen. `joined_confirmed` is counted in
 * the hour of the sign-up: how many of those who joined in it have confirmed since.
 * `confirmed_by_import` are those among `confirmed` whom an import added as confirmed. `quiz_saved`
 * has the type of the result as its placement.
 *
 * `people_STATE` is a stock: the people in that state, as changes of plus and minus one. People
 * whom the operator suppressed before they joined are no sign-ups: they have a stock of their own,
 * `blocked_STATE`. So at any time
 * joined = people_confirmed + people_unconfirmed + people_unsubscribed + the three silenced + removed.
 */
export type Counted =
  | 'joined'
  | 'confirmed'
  | 'confirmed_by_import'
  | 'joined_confirmed'
  | 'left'
  | 'undeliverable'
  | 'removed'
  | 'quiz_saved'
  | `people_${PersonState}`
  | `blocked_${SilencedState}`
  | CountedAction

/** `source` and `placement` are left out where they do not apply. */
export type Count = {
  what: Counted
  /** when it happened, in ms */
  at: number
  count?: number
  source?: Source
  placement?: string
  /**
   * How the name of the source is limited: `new` counts it by name up to the limit of a day
   * (sources.ts), a time is that of the sign-up, whose name it takes. Without it the name stays.
   */
  name?: 'new' | number
}

/** A count with its final source. */
export type FinalCount = Omit<Count, 'name'>

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
    beforeCommit(trx, async () =>
      writeCounts(trx, await resolveSources(trx, collected, campaign.timeZone), campaign.timeZone),
    )
  }
}

/** Adds to the rows of the hours and days of a time zone, each table in one sorted upsert. */
export async function writeCounts(
  trx: Transaction<Schema>,
  counts: readonly FinalCount[],
  timeZone: string,
): Promise<void> {
  const clock = zoneClock(timeZone)
  const hours = openSums<HourlyCountsTable>()
  const days = openSums<DailyCountsTable>()
  for (const { what, at, count = 1, source, placement = '' } of counts) {
    const name = source ? keyOf(source) : ''
    const [hour, day] = [clock.hourOf(at), clock.dayOf(at)]
    for (const part of partsOfHour(what, name, placement)) hours.add({ hour, what, ...part, count })
    for (const part of partsOfDay(what, name, placement))
      for (const period of [sinceStart, day]) days.add({ day: period, what, ...part, count })
  }
  await insertRows(trx, 'count by the hour', hours.rows(), (rows) =>
    trx
      .insertInto('hourly_counts')
      .values(rows as HourlyCountsTable[])
      .onConflict((same) =>
        same
          .columns(['hour', 'what', 'source', 'placement'])
          .doUpdateSet({ count: sql`hourly_counts.count + excluded.count` }),
      ),
  )
  await addToDays(trx, days.rows())
}

/** The `day` of the sums since the start. */
export const sinceStart = ''

export const addToDays = (trx: Transaction<Schema>, sums: readonly DailyCountsTable[]) =>
  insertRows(trx, 'count by the day', sums, (rows) =>
    trx
      .insertInto('daily_counts')
      .values(rows as DailyCountsTable[])
      .onConflict((same) =>
        same
          .columns(['day', 'what', 'source', 'placement'])
          .doUpdateSet({ count: sql`daily_counts.count + excluded.count` }),
      ),
  )

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

/** Adds up rows of one key. They come sorted, so that two writers cannot deadlock. */
function openSums<Row extends HourlyCountsTable | DailyCountsTable>() {
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
