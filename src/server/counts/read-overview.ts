import {
  headlineFigures,
  type HeadlineFigure,
  type OverviewRange,
} from '#contract/dashboard/overview-figures.ts'
import { personStates, silencedStates, type PersonState } from '#contract/people/waitlist.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { Db } from '#server/db/store.ts'
import { sinceStart, type Counted } from './counted.ts'
import { chartOf, chartStretches } from './overview-chart.ts'
import {
  countedByPlacement,
  countedBySource,
  formsOf,
  funnelOf,
  inRange,
  sourcesOf,
  rangeOf,
  type Range,
} from './overview-parts.ts'
import { readSums, type Sums, type Wanted } from './count.ts'
import { startOfDay } from './zone-clock.ts'

/**
 * One figure. A `flow` counts what happened in a time: people who joined (also by import), who
 * confirmed for the first time, who left, whose address became undeliverable (bounced, complained
 * or suppressed), who were removed (erased or expired). A `stock` counts the people in a state at
 * the end of a time: `unconfirmed`. Null means unknown: the time begins before the figure was
 * counted. `range` is never null: it counts from `countedSince`, if that is later than its start.
 */
export type HeadlineRow = {
  figure: HeadlineFigure
  kind: 'flow' | 'stock'
  /** today until now; for a stock the same as `now` */
  today: number
  /** yesterday up to the time of day of `wholeHour` */
  yesterday: number | null
  /** in `range` until now; for a stock the same as `now` */
  range: number
  /** in the range before; for a stock at its end */
  before: number | null
  /** the part of `range` in the current hour, which a comparison with `before` leaves out */
  currentHour: number
  /** since counting began, including the current hour; for a stock the same as `now` */
  sinceStart: number
  /**
   * The people who are in this state now, including the current hour. For `joined` all who ever
   * joined, which always is the sum of the `now` of the other five.
   */
  now: number
}

/**
 * DASH-3: the figures of the overview. All times are in ms since 1970; days are those of
 * `timeZone`, as 2026-11-24. Ranges are whole days and end now: `7d` is today and the six days
 * before it. Comparisons leave the current hour out, as it is not over.
 */
export type OverviewFigures = ReturnType<typeof overviewOf>

/** LANG-6: sources, forms and funnel are those of `language`; by default of all together. */
type OverviewOf = {
  range: OverviewRange
  timeZone: string
  now: number
  language?: Language | undefined
}

/**
 * DASH-3: the figures of the overview, from the counts by the hour and by the day alone, in one
 * statement. Its cost does not grow with the number of people.
 */
export async function readOverview(
  db: Db,
  { range: name, timeZone, now, language }: OverviewOf,
): Promise<OverviewFigures> {
  const range = rangeOf(name, timeZone, now)
  const sums = await readSums(db, {
    ...wantedFor(range, language !== undefined),
    ...(language !== undefined && { language }),
  })
  return overviewOf(sums, range, { now, language: language ?? null })
}

/** The people in each state, and of those the ones whom the operator suppressed before they joined. */
export const stocks: readonly Counted[] = [
  ...personStates.map((state) => `people_${state}` as const),
  ...silencedStates.map((state) => `blocked_${state}` as const),
]

export const statesIn = (sums: Sums): Record<PersonState, number> =>
  Object.fromEntries(
    personStates.map((state) => [state, people(sums, state) + blockedIn(sums, state)]),
  ) as Record<PersonState, number>

const inRows = [
  'joined',
  'confirmed',
  'left',
  'undeliverable',
  'removed',
  'people_unconfirmed',
] as const satisfies readonly Counted[]

/** Hours are read for the days that a figure ends in, and for the chart. */
export function wantedFor(range: Range, inLanguage = false): Wanted {
  const { today, yesterday, lastBefore } = range
  const hoursOf = (day: string, what: readonly Counted[]) => ({ what, ...range.hoursIn(day) })
  const ends = [...new Set([today, yesterday, ...(lastBefore ? [lastBefore] : [])])]
  const { chart, hourlyDays, dailyFrom } = chartStretches(range)
  const days = range.days ?? [sinceStart]
  return {
    totals: [...inRows.filter((what) => what !== 'people_unconfirmed'), 'quiz_saved', ...stocks],
    hours: [
      ...ends.map((day) => hoursOf(day, inRows)),
      ...hourlyDays.filter((day) => !ends.includes(day)).map((day) => hoursOf(day, chart)),
    ],
    days: [
      { what: chart, from: dailyFrom },
      {
        what: [...inRows.filter((what) => !chart.includes(what)), 'quiz_saved'],
        from: range.firstBefore ?? yesterday,
      },
    ],
    bySource: { what: countedBySource, days },
    byPlacement: {
      what: inLanguage ? [...countedByPlacement, 'quiz_saved'] : countedByPlacement,
      days,
    },
    currentHour: range.wholeHour,
    firstDays: ['joined', 'page_view'],
  }
}

export function overviewOf(
  sums: Sums,
  range: Range,
  { now, language }: { now: number; language: Language | null },
) {
  const { clock, today } = range
  const firstJoined = sums.firstDay('joined')
  const firstVisit = sums.firstDay('page_view')
  /** Since when the figures are counted: of people, and of visits. Null before the first count. */
  const since = {
    joined: firstJoined === undefined ? null : startOfDay(clock, firstJoined),
    visits: firstVisit === undefined ? null : startOfDay(clock, firstVisit),
  }
  const firstDay = range.firstDay ?? [firstJoined ?? today, firstVisit ?? today].sort()[0]!
  const blocked = silencedStates.map((state) => sums.sinceStart(`blocked_${state}`))
  return {
    range: range.name,
    timeZone: range.timeZone,
    asOf: now,
    /** start of the current hour, at which comparisons end */
    wholeHour: range.wholeHour,
    /** start of the range; for `all` the start of the first day with a count */
    from: startOfDay(clock, firstDay),
    /**
     * The range before, of as many days and to `wholeHour` of its last day. Null for `all`, and
     * where it is not whole because counting began later than its start.
     */
    before: isWhole(range, since.joined) ? range.before : null,
    countedSince: since,
    /** one row for each of `headlineFigures`, in their order */
    headline: headlineFigures.map((figure) => rowOf(figure, sums, range, since.joined)),
    /** all addresses by their state now, also those that the operator blocked */
    states: statesIn(sums),
    /** addresses that the operator suppressed before they joined; they are in no headline figure */
    blocked: blocked.reduce((sum, count) => sum + count, 0),
    chart: chartOf(sums, range, { firstDay, since: since.joined }),
    sources: sourcesOf(sums),
    /** the forms of the page from top to bottom, then popups and bars */
    forms: formsOf(sums),
    funnel: funnelOf(sums, range, language !== null),
    /** that of sources, forms and funnel; null: of all together */
    language,
  }
}

/** Counting can have begun within the first day, so that day is not whole. */
const isWhole = ({ before }: Range, since: number | null) =>
  before !== null && since !== null && before.from > since

const people = (sums: Sums, state: PersonState) => sums.sinceStart(`people_${state}`)
const blockedIn = (sums: Sums, state: PersonState) =>
  silencedStates.some((silenced) => silenced === state)
    ? sums.sinceStart(`blocked_${state as (typeof silencedStates)[number]}`)
    : 0

function presentOf(figure: HeadlineFigure, sums: Sums): number {
  switch (figure) {
    case 'joined':
    case 'removed':
      return sums.sinceStart(figure)
    case 'left':
      return people(sums, 'unsubscribed')
    case 'undeliverable':
      return silencedStates.reduce((sum, state) => sum + people(sums, state), 0)
    default:
      return people(sums, figure)
  }
}

function rowOf(
  figure: HeadlineFigure,
  sums: Sums,
  range: Range,
  since: number | null,
): HeadlineRow {
  const isKnown = (from: number) => since !== null && from > since
  const common = { figure, now: presentOf(figure, sums) }
  const { yesterday, lastBefore, before, clock } = range
  if (figure === 'unconfirmed') return { ...common, ...stockRow(sums, range, isKnown) }
  return {
    ...common,
    kind: 'flow',
    today: sums.day(figure, range.today),
    yesterday: isKnown(startOfDay(clock, yesterday))
      ? range.flow(sums, figure, yesterday, yesterday)
      : null,
    range: inRange(sums, range, figure),
    before:
      before && lastBefore && isKnown(before.from)
        ? range.flow(sums, figure, range.firstBefore!, lastBefore)
        : null,
    currentHour: sums.now(figure),
    sinceStart: sums.sinceStart(figure),
  }
}

/** An earlier stock is the present one, less what changed since. */
function stockRow(
  sums: Sums,
  range: Range,
  isKnown: (from: number) => boolean,
): Omit<HeadlineRow, 'figure' | 'now'> {
  const what = 'people_unconfirmed'
  const present = sums.sinceStart(what)
  const atEndIn = (day: string) => present - range.changeAfter(sums, what, day)
  const ended = (day: string | null) =>
    day !== null && isKnown(range.endIn(day)) ? atEndIn(day) : null
  return {
    kind: 'stock',
    today: present,
    yesterday: ended(range.yesterday),
    range: present,
    before: range.before && isKnown(range.before.from) ? ended(range.lastBefore) : null,
    currentHour: sums.now(what),
    sinceStart: present,
  }
}
