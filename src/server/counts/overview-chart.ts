import type { Counted } from './counted.ts'
import { daysFrom, type Range } from './overview-parts.ts'
import type { Sums } from './count.ts'
import { addDays, hoursOfDay, startOfDay } from './zone-clock.ts'

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

const drawn = ['joined', 'confirmed'] as const satisfies readonly Counted[]
type Drawn = Record<(typeof drawn)[number], number>

/** Beyond this number of days `all` is drawn by the month. */
const mostDays = 92

/**
 * What the chart needs: the days whose hours it draws or compares with, and the first of the days.
 */
export function chartStretches({ name, days, today, firstBefore }: Range): {
  chart: readonly Counted[]
  hourlyDays: string[]
  dailyFrom: string
} {
  const weekBefore = addDays(today, -7)
  return {
    chart: drawn,
    hourlyDays: name === 'today' ? [weekBefore] : name === '7d' ? days! : [],
    dailyFrom: name === 'today' ? weekBefore : (firstBefore ?? ''),
  }
}

/** `firstDay`: of the range; `since`: when counting began, which nothing is compared before. */
export function chartOf(
  sums: Sums,
  range: Range,
  { firstDay, since }: { firstDay: string; since: number | null },
): OverviewChart {
  const compare = (from: number, counts: () => Drawn) =>
    since !== null && from > since ? counts() : null
  switch (range.name) {
    case 'today':
      return chartOfToday(sums, range, compare)
    case '7d':
      return chartOfWeek(sums, range, compare)
    case '28d':
      return chartOfFourWeeks(sums, range, compare)
    case 'all':
      return chartOfAll(sums, range, firstDay)
  }
}

type Compare = (from: number, counts: () => Drawn) => Drawn | null

const flows = (flow: (what: (typeof drawn)[number]) => number): Drawn => ({
  joined: flow('joined'),
  confirmed: flow('confirmed'),
})

const hourBuckets = (sums: Sums, { clock, wholeHour }: Range, day: string): ChartBucket[] =>
  hoursOfDay(clock, day).map((start) => ({
    start,
    day,
    ...(start > wholeHour
      ? { joined: null, confirmed: null }
      : flows((what) => sums.hour(what, start))),
  }))

function chartOfToday(sums: Sums, range: Range, compare: Compare): OverviewChart {
  const { clock, today, wholeHour } = range
  const quarterOf = (hour: number) => Math.floor(clock.clockHourOf(hour) / 6)
  const buckets = hourBuckets(sums, range, today)
  const weekBefore = addDays(today, -7)
  const clockHour = clock.clockHourOf(wholeHour)
  const columns = [0, 1, 2, 3].map((quarter): ChartColumn => {
    const own = buckets.filter(({ start }) => quarterOf(start) === quarter)
    const start = own[0]?.start ?? startOfDay(clock, today)
    const hasBegun = own.some((bucket) => bucket.joined !== null)
    const hoursBefore = hoursOfDay(clock, weekBefore).filter(
      (hour) => quarterOf(hour) === quarter && clock.clockHourOf(hour) < clockHour,
    )
    return {
      start,
      day: today,
      buckets: own.length,
      ...(hasBegun ? sumOf(own) : noCounts),
      before: hasBegun
        ? compare(startOfDay(clock, weekBefore), () =>
            flows((what) => hoursBefore.reduce((sum, hour) => sum + sums.hour(what, hour), 0)),
          )
        : null,
    }
  })
  return { unit: 'hour', buckets, columns }
}

const noCounts = { joined: null, confirmed: null }

/** `joined` and `confirmed` of these buckets together. */
function sumOf(buckets: readonly ChartBucket[]): Drawn {
  const sum = (of: keyof Drawn) => buckets.reduce((all, bucket) => all + (bucket[of] ?? 0), 0)
  return { joined: sum('joined'), confirmed: sum('confirmed') }
}

function chartOfWeek(sums: Sums, range: Range, compare: Compare): OverviewChart {
  const { clock } = range
  const days = range.days!.map((day) => hourBuckets(sums, range, day))
  return {
    unit: 'hour',
    buckets: days.flat(),
    columns: range.days!.map((day, index): ChartColumn => {
      const weekBefore = addDays(day, -7)
      return {
        start: startOfDay(clock, day),
        day,
        buckets: days[index]!.length,
        ...dayCounts(sums, day),
        before: compare(startOfDay(clock, weekBefore), () =>
          day === range.today
            ? flows((what) => range.flow(sums, what, weekBefore, weekBefore))
            : flows((what) => sums.day(what, weekBefore)),
        ),
      }
    }),
  }
}

const dayCounts = (sums: Sums, day: string): Drawn => flows((what) => sums.day(what, day))

const dayBucket = (sums: Sums, range: Range, day: string): ChartBucket => ({
  start: startOfDay(range.clock, day),
  day,
  ...dayCounts(sums, day),
})

function chartOfFourWeeks(sums: Sums, range: Range, compare: Compare): OverviewChart {
  const buckets = range.days!.map((day) => dayBucket(sums, range, day))
  const columns = [0, 7, 14, 21].map((first): ChartColumn => {
    const week = buckets.slice(first, first + 7)
    const { start, day } = week[0]!
    const [from, last] = [addDays(day, -28), addDays(day, -28 + 6)]
    const isLast = first === 21
    return {
      start,
      day,
      buckets: 7,
      ...sumOf(week),
      before: compare(startOfDay(range.clock, from), () =>
        flows((what) =>
          isLast
            ? range.flow(sums, what, from, last)
            : daysFrom(from, 7).reduce((sum, day) => sum + sums.day(what, day), 0),
        ),
      ),
    }
  })
  return { unit: 'day', buckets, columns }
}

function chartOfAll(sums: Sums, range: Range, firstDay: string): OverviewChart {
  const days: string[] = []
  for (let day = firstDay; day <= range.today; day = addDays(day, 1)) days.push(day)
  const daily = days.map((day) => dayBucket(sums, range, day))
  const byMonth = columnsOf(daily, 7)
  if (days.length <= mostDays) return { unit: 'day', buckets: daily, columns: byMonth }
  const months = byMonth.map(({ start, day, joined, confirmed }): ChartBucket => ({
    start,
    day,
    joined,
    confirmed,
  }))
  return { unit: 'month', buckets: months, columns: columnsOf(months, 4) }
}

/** One column for each month (the first 7 characters of a day) or year (the first 4). */
const columnsOf = (buckets: readonly ChartBucket[], characters: number): ChartColumn[] =>
  [...Map.groupBy(buckets, ({ day }) => day.slice(0, characters)).values()].map((own) => ({
    start: own[0]!.start,
    day: own[0]!.day,
    buckets: own.length,
    ...sumOf(own),
    before: null,
  }))
