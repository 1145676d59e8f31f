import { sql, type RawBuilder } from 'kysely'
import { campaign } from '#campaign'
import type { LaunchPeriod } from '#contract/launch/launch.ts'
import { type LiveFigures, hasEnded, type FigureMode } from '#contract/live/figures.ts'
import { typesOf } from '#contract/quiz/quiz.ts'
import { gaugeStage } from '#contract/figures/gauge-level.ts'
import { addDays, startOfDay, zoneClock, type ZoneClock } from '#server/counts/zone-clock.ts'
import { readLaunchPeriods } from '#server/db/launch-periods.ts'
import type { Db } from '#server/db/store.ts'
import { offersAt, type OfferRows, campaignTerms, type Terms } from '#server/offers/offers.ts'
import { sinceStart } from '#server/counts/counted.ts'
import { goalMark } from '#server/counts/count.ts'
import { waitingPeople } from '#server/line/line.ts'
import type { Log } from '#server/config/log.ts'
import type { FactSource, KnownFacts, PageFactSource } from '#server/http/page-bodies.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'

/*
 * A live figure, from its counter to the page:
 *
 * This file reads all that the server counts with one statement, at most once a second while pages
 * are requested. It adds the state of the launch (launch/launch-cache.ts), and decides when a
 * rendered page is out of date.
 * http/page-bodies.ts decides which rendered page may still be sent, and http/page-renderer.ts
 * renders one with the facts. Pages of one person show counted figures in both modes.
 * live-routes.ts serves `/live`, and writes each change to every open stream
 * (contract/live/message.ts).
 * In the browser page/figures/start-figures.ts keeps the page up to date.
 */

type Deps = {
  db: Db
  mode: FigureMode
  launch: Pick<LaunchCache, 'current' | 'periods'>
  log: Pick<Log, 'warn' | 'info'>
  now: () => number
  /** the time of the figures; `now` by default (clock/clock.ts) */
  calendar?: () => number
}
/** A count, and its text, which two counts share if their pages are the same. */
type Counted = { live: LiveFigures; text: string }

/** While somebody asks, the figures are counted at most this often. */
const countEveryMs = 1_000

/**
 * LIVE-2: the figures that this process counted last, shared by all pages and listeners. With
 * simulated figures the pages of everybody show none of them.
 */
export function openLiveFacts({
  db,
  mode,
  launch,
  log,
  now,
  calendar = now,
}: Deps): PageFactSource {
  let last: Counted | null = null
  let triedAt = -Infinity
  let counting: Promise<void> | null = null
  let failing = false

  async function count() {
    triedAt = now()
    const terms = { ...campaignFigureTerms, periods: launch.periods() }
    try {
      const live = await readLiveFigures(db, terms, calendar())
      last = { live, text: textOf(live) }
      if (failing) log.info({}, 'figures are counted again')
      failing = false
    } catch (error) {
      if (!failing) log.warn({ err: error }, 'figures could not be counted: pages keep the last')
      failing = true
    }
  }

  async function refresh() {
    // A clock that was set back must not stop the counting.
    const isDue = Math.abs(now() - triedAt) >= countEveryMs
    if (isDue) void startCount()
    if (!failing) await counting
  }

  let next: Promise<void> | null = null
  const startCount = () => (counting ??= count().finally(() => (counting = null)))

  /** A count that runs already can have begun before the commit that the caller knows of. */
  async function recount() {
    if (failing) return refresh()
    next ??= Promise.resolve(counting).then(() => {
      next = null
      return startCount()
    })
    await next
  }

  const known = (shown: FigureMode, counted: () => Counted | null) =>
    onceIn({ now: calendar, counted, periods: launch.periods }, (at) =>
      knownOf({ now: at, mode: shown, launch: launch.current() }, counted()),
    )
  const counted = { known: known('live', () => last), refresh, recount }
  if (mode === 'live') return { ...counted, counted }
  return { known: known(mode, () => null), refresh: async () => {}, counted }
}

/** All requests of one millisecond get one object: nothing can begin or end within it. */
function onceIn(
  of: { now: () => number; counted: () => Counted | null; periods: () => unknown },
  make: (at: number) => KnownFacts,
): FactSource['known'] {
  let last: { at: number; counted: unknown; periods: unknown; known: KnownFacts } | null = null
  return () => {
    const [at, counted, periods] = [of.now(), of.counted(), of.periods()]
    if (last?.at !== at || last.counted !== counted || last.periods !== periods)
      last = { at, counted, periods, known: make(at) }
    return last.known
  }
}

function knownOf(shown: Omit<KnownFacts['facts'], 'live'>, counted: Counted | null): KnownFacts {
  const { launch, now } = shown
  const facts = { ...shown, live: counted?.live ?? null }
  if (!counted)
    return { facts, launch: JSON.stringify(launch), figures: '', countedAt: null, stage: 0 }
  const { live, text } = counted
  const offers = Object.values(live.offers)
  const ended = offers.map((offer) => hasEnded(offer, now))
  const moves = offers.map(({ movedFrom }) => movedFrom)
  return {
    facts,
    launch: JSON.stringify([launch, ended, moves, live.goalReachedAt]),
    figures: text,
    countedAt: live.at,
    stage: gaugeStage({ registered: live.registered, goal: campaign.figures.launch.value.goal }),
  }
}

/** A page names the minute of its figures, so those of another minute make another page. */
function textOf({ at, ...counted }: LiveFigures): string {
  return JSON.stringify([counted, Math.floor(at / 60_000)])
}

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
      typesOf(campaign.quiz)
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
      .map(({ name, at, count }) => ({ offer: name, at, count }))
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
