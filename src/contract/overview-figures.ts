import type { PersonState } from './waitlist.ts'

/** DASH-3: the ranges of the overview, as in its address (`?range=7d`). */
export const overviewRanges = ['today', '7d', '28d', 'all'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/**
 * DASH-3: the figures of the overview. All times are in ms since 1970; days are those of
 * `timeZone`, as 2026-11-24. Ranges are whole days and end now: `7d` is today and the six days
 * before it. Comparisons leave the current hour out, as it is not over.
 */
export type OverviewFigures = {
  range: OverviewRange
  timeZone: string
  /** the time of the reading, which is the end of `range` and of today's figures */
  asOf: number
  /** start of the current hour, at which comparisons end */
  wholeHour: number
  /** start of the range; for `all` the start of the first day with a count */
  from: number
  /**
   * The range before, of as many days and to `wholeHour` of its last day. Null for `all`, and
   * where it is not whole because counting began later than its start.
   */
  before: { from: number; to: number } | null
  countedSince: CountedSince
  /** one row for each of `headlineFigures`, in their order */
  headline: HeadlineRow[]
  /** all addresses by their state now, also those that the operator blocked */
  states: Record<PersonState, number>
  /** addresses that the operator suppressed before they joined; they are in no headline figure */
  blocked: number
  chart: OverviewChart
  sources: OverviewSources
  /** the forms of the page from top to bottom, then popups and bars */
  forms: FormRow[]
  funnel: Funnel
}

/** Since when the figures are counted. Null where nothing has been counted. */
export type CountedSince = {
  /** people: joined, confirmed and their states, also by source and by form */
  joined: number | null
  /** page views, forms touched, quiz started, completed and saved */
  visits: number | null
}

export const headlineFigures = [
  'joined',
  'confirmed',
  'unconfirmed',
  'left',
  'undeliverable',
  'removed',
] as const
export type HeadlineFigure = (typeof headlineFigures)[number]

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

export type OverviewChart = {
  /** of a bucket: hours for `today` and `7d`, days for `28d`; for `all` days, or months if long */
  unit: 'hour' | 'day' | 'month'
  buckets: ChartBucket[]
  /**
   * Six hours each for `today`, days for `7d`, seven days each for `28d`; for `all` months, or
   * years of months.
   */
  columns: ChartColumn[]
}

/**
 * `joined` and `confirmed` are null for an hour that has not begun. The current hour, day or month
 * has its counts so far.
 */
export type ChartBucket = {
  start: number
  /** its day; for a month its first day in the range */
  day: string
  joined: number | null
  confirmed: number | null
}

/**
 * Buckets that stand together, with their sums. The sums are null for hours that have not begun.
 */
export type ChartColumn = {
  start: number
  day: string
  /** the number of its buckets; columns follow each other without a gap */
  buckets: number
  joined: number | null
  confirmed: number | null
  /**
   * The same hours or day a week before, for `28d` the same week 28 days before, up to the time of
   * day of `wholeHour`; null for `all`, for hours that have not begun, and where counting began later.
   */
  before: { joined: number; confirmed: number } | null
}

/**
 * `utm`: a `utm_source`; `referrer`: the host of the referring page; `import`: the source in the
 * imported file; `other`: names beyond the limit of a day.
 */
export type SourceKind = 'utm' | 'referrer' | 'direct' | 'other' | 'import'
/** `confirmed`: how many of those who joined in the range have confirmed since. */
export type SourceCounts = { visits: number; joined: number; confirmed: number }
/** `name` is empty for `direct` and `other`, and for an import without a source. */
export type SourceRow = SourceCounts & { kind: SourceKind; name: string }

export type OverviewSources = {
  /** the first seven by joined, then visits */
  first: SourceRow[]
  /** the sum of all others; null if there is none */
  others: (SourceCounts & { sources: number }) | null
  total: SourceCounts
  /** by friends' links (LINE-3) whose address names no other source */
  friends: SourceCounts
  /** in the same order, the first 500 */
  all: SourceRow[]
}

/**
 * A form of the page (`section`), or a popup or bar (`overlay`). `seen`: how often its section was
 * viewed, or the popup or bar shown; for the quiz, how often its result was shown, which has the
 * form. `closed` is null for a form in the page, `joined` and `touched` for an overlay without
 * form.
 */
export type FormRow = {
  placement: string
  kind: 'section' | 'overlay'
  seen: number
  /** openings of the page in which this form was the first to be typed in */
  touched: number | null
  closed: number | null
  joined: number | null
}

/**
 * From opening the page to the quiz, in the range, without imported people. `visits`: page views,
 * one for each opening. `touched`: openings in which a form was typed in. `confirmed`: how many of
 * those who joined in the range have confirmed since. `quizSaved`: results saved with an address.
 * `shared`: presses that share a person's own link (LINE-9).
 */
export type Funnel = {
  visits: number
  touched: number
  joined: number
  confirmed: number
  quizStarted: number
  quizCompleted: number
  quizSaved: number
  shared: number
}
