import { sql, type RawBuilder } from 'kysely'
import { campaign } from '#campaign/campaign.ts'
import type { LaunchPeriod } from '#contract/launch.ts'
import type { LiveFigures, LiveOffer } from '#contract/live-figures.ts'
import { performanceTypes } from '#contract/quiz.ts'
import { addDays, startOfDay, zoneClock, type ZoneClock } from '#server/counts/zone-clock.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Db } from '#server/db/store.ts'
import { offersAt, type OfferRows, campaignTerms, type Terms } from '#server/offers/offers.ts'
import { sinceStart } from '#server/counts/counted.ts'
import { goalMark } from '#server/counts/count.ts'
import { waitingPeople } from '#server/line/head.ts'

/** `hasLine`: whether the campaign gives places (LINE-1). */
type FigureTerms = {
  timeZone: string
  offers: Terms
  hasLine: boolean
  periods: readonly LaunchPeriod[]
}

/** The terms of the campaign without the periods of the launch. */
export const campaignFigureTerms: Omit<FigureTerms, 'periods'> = {
  timeZone: campaign.timeZone,
  offers: campaignTerms,
  hasLine: campaign.line !== null,
}

/** LIVE-2: a quiz type is shown from this many saved results on. */
const leastOfType = 20

/** LIVE-2: everything that the server counts for the page, read with one statement. */
export async function readLiveFigures(
  db: Db,
  terms: FigureTerms,
  now: number,
): Promise<LiveFigures> {
  const clock = zoneClock(terms.timeZone)
  const hour = clock.hourOf(now)
  const wanted = { from: Math.min(weekStartOf(clock, now), clock.hourOf(hour - 1)), hour }
  const { rows } = await statementOf(wanted).execute(db)
  return figuresOf(rows, terms, now)
}

/** The same where nobody keeps the periods of the launch: in a command, or on a screen. */
export const readFiguresNow = async (db: Db, timeZone: string, now: number): Promise<LiveFigures> =>
  readLiveFigures(
    db,
    { ...campaignFigureTerms, timeZone, periods: await readLaunchPeriods(db) },
    now,
  )

/** The figures that the rows of sources.ts make. */
export function figuresOf(rows: readonly LiveRow[], terms: FigureTerms, now: number): LiveFigures {
  const registered = Math.max(0, sumOf(rows, 'registered'))
  const waiting = waitingOf(rows, terms) ?? registered
  return {
    at: now,
    registered,
    waiting,
    nextPlace: waiting + 1,
    goalReachedAt: rows.find(({ source }) => source === 'goal')?.at ?? null,
    confirmed: confirmedIn(rows, zoneClock(terms.timeZone), now),
    confirmedUntil: zoneClock(terms.timeZone).hourOf(now),
    quizTypes: Object.fromEntries(
      performanceTypes
        .map((type) => [type, sumOf(rows, 'quizTypes', type)] as const)
        .filter(([, saved]) => saved >= leastOfType),
    ),
    offers: offersAt(offerRows(rows, terms.periods), now, terms.offers),
  }
}

/** The newest person in the line is always last. Null where there is no line. */
const waitingOf = (rows: readonly LiveRow[], { hasLine }: FigureTerms): number | null =>
  (hasLine ? rows.find(({ source }) => source === 'line')?.count : null) ?? null

const sumOf = (rows: readonly LiveRow[], source: LiveRow['source'], name?: string): number =>
  rows
    .filter((row) => row.source === source && (name === undefined || row.name === name))
    .reduce((sum, { count }) => sum + count, 0)

/**
 * LIVE-7: in whole hours that have ended, so that two readings never single out one person's
 * minute. People whom an import added did not confirm then.
 */
function confirmedIn(
  rows: readonly LiveRow[],
  clock: ZoneClock,
  now: number,
): LiveFigures['confirmed'] {
  const hour = clock.hourOf(now)
  const since = (start: number) =>
    rows
      .filter(({ source, at }) => source === 'confirmed' && at! >= start && at! < hour)
      .reduce((sum, { name, count }) => sum + (name === 'confirmed' ? count : -count), 0)
  return {
    hour: Math.max(0, since(clock.hourOf(hour - 1))),
    today: Math.max(0, since(startOfDay(clock, clock.dayOf(now)))),
    week: Math.max(0, since(weekStartOf(clock, now))),
  }
}

/** The start of the week's Monday. */
function weekStartOf(clock: ZoneClock, now: number): number {
  const today = clock.dayOf(now)
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay()
  return startOfDay(clock, addDays(today, -((weekday + 6) % 7)))
}

function offerRows(rows: readonly LiveRow[], periods: FigureTerms['periods']): OfferRows {
  const from = (wanted: LiveRow['source']) =>
    rows
      .filter(({ source }) => source === wanted)
      .map(({ name, at, count }) => ({ offer: name as LiveOffer, at, count }))
  const befores = from('endsBefore')
  return {
    counts: from('pieces').map(({ offer, at, count }) => ({ offer, given: count, lastAt: at })),
    moves: from('ends')
      .map(({ offer, at, count }) => ({
        offer,
        movedAt: at!,
        endsAt: count,
        before: befores.find((one) => one.offer === offer && one.at === at)!.count,
      }))
      .sort((a, b) => a.movedAt - b.movedAt),
    periods,
  }
}

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
const liveSources = {
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
type LiveSource = keyof typeof liveSources

/** One statement reads all, so that no figure is of another moment than the others. */
const statementOf = (wanted: Wanted): RawBuilder<LiveRow> =>
  sql<LiveRow>`${sql.join(
    Object.values(liveSources).map((rowsOf) => rowsOf(wanted)),
    sql` union all `,
  )}`
