import { sql, type RawBuilder } from 'kysely'
import { sinceStart } from '#server/counts/counted.ts'
import { goalMark } from '#server/counts/goal.ts'
import { waitingPeople } from '#server/line/head.ts'

/** One row of a source. `at` is in ms. */
export type LiveRow = { source: LiveSource; name: string; at: number | null; count: number }
/** The whole hours from `from` to before `hour`. */
type Wanted = { from: number; hour: number }

const inTotal = sql`source = '' and placement = ''`

/**
 * LIVE-2: what the server knows, by name: the query of each figure's rows (source, name, at,
 * count). Each reads counters that are updated in the transaction of what they count, and at most a
 * few hundred rows at any number of people.
 */
export const liveSources = {
  /** confirmed and not left */
  registered: () =>
    sql`select 'registered' as source, '' as name, cast(null as bigint) as at, count from daily_counts
      where what = 'people_confirmed' and day = ${sql.lit(sinceStart)} and ${inTotal}`,
  /** LINE-1: people in the line, which somebody who is invited has left */
  line: () =>
    sql`select 'line', '', cast(null as bigint), ${waitingPeople} from line_head where id = 1`,
  /** when the goal was reached first */
  goal: () => sql`select 'goal', name, at, 1 from launch_marks where name = ${goalMark}`,
  /** first confirmations by hour, and how many of them an import added */
  confirmed: ({ from, hour }) =>
    sql`select 'confirmed', what, hour, count from hourly_counts
      where what in ('confirmed', 'confirmed_by_import') and hour >= ${from} and hour < ${hour} and ${inTotal}`,
  /** saved results by type */
  quizTypes: () =>
    sql`select 'quizTypes', placement, cast(null as bigint), count from daily_counts
      where day = ${sql.lit(sinceStart)} and what = 'quiz_saved' and source = '' and placement <> ''`,
  /** pieces given, and when the last one was */
  pieces: () => sql`select 'pieces', offer, "lastAt", given from offer_counts`,
  /** each move of an end: when it was, and to when */
  ends: () => sql`select 'ends', offer, "movedAt", "endsAt" from offer_ends`,
  /** the same moves, with the end that the page named until then */
  endsBefore: () => sql`select 'endsBefore', offer, "movedAt", before from offer_ends`,
} as const satisfies Record<string, (wanted: Wanted) => RawBuilder<unknown>>
export type LiveSource = keyof typeof liveSources

/** One statement reads all, so that no figure is of another moment than the others. */
export const statementOf = (wanted: Wanted): RawBuilder<LiveRow> =>
  sql<LiveRow>`${sql.join(
    Object.values(liveSources).map((rowsOf) => rowsOf(wanted)),
    sql` union all `,
  )}`
