import type { OverviewRange } from '#contract/overview-figures.ts'
import { dayMs, hourMs } from '#contract/time.ts'
import type { ChartBucket } from '#server/counts/overview-chart.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import {
  asOf,
  column,
  confirmedOf,
  dayOf,
  hours,
  inCurrentHour,
  midnight,
  rows,
  spread,
  started,
  wholeHour,
  type Six,
} from './figure-buckets.ts'
import { forms, friends, funnel, sources } from './figure-sources.ts'

/** What every range of the overview shows alike. */
const common = {
  today: [96, 83, 287, 1, 0, 0],
  yesterday: [101, 92, 283, 3, 1, 0],
  currentHour: [inCurrentHour, 2, 1, 0, 0, 0],
  sinceStart: [8_932, 8_583, 287, 171, 58, 4],
  now: [8_932, 8_412, 287, 171, 58, 4],
} as const

/** `undeliverable` people, told apart. */
const statesOf = ([, confirmed, unconfirmed, left, undeliverable]: Six) => ({
  states: {
    confirmed,
    unconfirmed,
    unsubscribed: left,
    bounced: undeliverable,
    complained: 0,
    suppressed: 0,
  },
  blocked: 0,
})

const base = {
  timeZone: 'Europe/Amsterdam',
  asOf,
  wholeHour,
  countedSince: { joined: started, visits: started },
  ...statesOf(common.now),
  sources,
  forms,
  funnel,
}

/** The overview of that list in one range. */
export function figuresOf(range: OverviewRange): OverviewFigures {
  switch (range) {
    case 'today':
      return { ...base, ...today() }
    case '7d':
      return { ...base, ...week() }
    case '28d':
      return { ...base, ...fourWeeks() }
    case 'all':
      return { ...base, ...all() }
  }
}

type Ranged = Pick<OverviewFigures, 'range' | 'from' | 'before' | 'headline' | 'chart'>

function today(): Ranged {
  const buckets = hours(midnight, 96, 12)
  const quarter = (index: number) => midnight + index * 6 * hourMs
  const sum = (first: number) =>
    buckets.slice(first, first + 6).reduce((all, { joined }) => all + (joined ?? 0), 0)
  return {
    range: 'today',
    from: midnight,
    before: { from: midnight - dayMs, to: wholeHour - dayMs },
    headline: rows({ ...common, range: common.today, before: common.yesterday }),
    chart: {
      unit: 'hour',
      buckets,
      columns: [
        column(quarter(0), 6, sum(0), 9),
        column(quarter(1), 6, sum(6), 79),
        column(quarter(2), 6, sum(12), 0),
        column(quarter(3), 6, null, null),
      ],
    },
  }
}

const weekDays = [178, 203, 169, 142, 221, 238, 96]
const weekBefore = [151, 160, 158, 149, 186, 200, 88]

function week(): Ranged {
  const start = (index: number) => midnight - (6 - index) * dayMs
  return {
    range: '7d',
    from: start(0),
    before: { from: start(0) - 7 * dayMs, to: wholeHour - 7 * dayMs },
    headline: rows({
      ...common,
      range: [1_247, 1_118, 287, 19, 9, 1],
      before: [1_092, 963, 301, 22, 12, 0],
    }),
    chart: {
      unit: 'hour',
      buckets: weekDays.flatMap((joined, index) =>
        hours(start(index), joined, index === 6 ? 12 : 24),
      ),
      columns: weekDays.map((joined, index) =>
        column(start(index), 24, joined, weekBefore[index]!),
      ),
    },
  }
}

/** The range before began before the list, so there is nothing to compare with. */
function fourWeeks(): Ranged {
  const sums = [981, 1_064, 1_189, 1_247]
  const shape = [178, 203, 169, 142, 221, 238, 205]
  const start = (day: number) => midnight - (27 - day) * dayMs
  const days = sums.flatMap((sum, index) => (index === 3 ? weekDays : spread(sum, shape)))
  return {
    range: '28d',
    from: start(0),
    before: null,
    headline: rows({ ...common, range: [4_481, 4_001, 287, 81, 31, 2], before: null }),
    chart: {
      unit: 'day',
      buckets: days.map((joined, day) => ({
        start: start(day),
        day: dayOf(start(day)),
        joined,
        confirmed: confirmedOf(joined),
      })),
      columns: sums.map((sum, index) => column(start(index * 7), 7, sum, null)),
    },
  }
}

function all(): Ranged {
  return daily(started, 8_932, common)
}

/** Everything since a day, growing, by the day: one column a month. */
function daily(
  from: number,
  joined: number,
  columns: Pick<
    Parameters<typeof rows>[0],
    'today' | 'yesterday' | 'currentHour' | 'sinceStart' | 'now'
  >,
): Ranged {
  const days = Math.floor((wholeHour - from) / dayMs) + 1
  const counts = spread(
    joined,
    Array.from({ length: days }, (_, day) => 40 + day * 2 + ((day * 7) % 11) * 4),
  )
  const buckets = counts.map((count, index): ChartBucket => {
    const start = from + index * dayMs + 2 * hourMs
    return {
      start,
      day: dayOf(start),
      joined: count,
      confirmed: confirmedOf(count),
    }
  })
  const months = Map.groupBy(buckets, ({ day }) => day.slice(0, 7))
  const [, confirmed, unconfirmed, left, undeliverable, removed] = columns.sinceStart
  return {
    range: 'all',
    from,
    before: null,
    headline: rows({
      ...columns,
      range: [joined, confirmed, unconfirmed, left, undeliverable, removed],
      before: null,
    }),
    chart: {
      unit: 'day',
      buckets,
      columns: [...months.values()].map((own) =>
        column(
          own[0]!.start,
          own.length,
          own.reduce((sum, { joined }) => sum + (joined ?? 0), 0),
          null,
        ),
      ),
    },
  }
}

/** More than a million, on Postgres, since 1 September. */
export function aMillion(): OverviewFigures {
  const from = Date.parse('2026-09-01T00:00:00+02:00')
  const times = (n: number) => n * 868
  const scaled = <Counts extends { visits: number; joined: number; confirmed: number }>(
    row: Counts,
  ): Counts => ({
    ...row,
    visits: times(row.visits),
    joined: times(row.joined),
    confirmed: times(row.confirmed),
  })
  return {
    ...base,
    ...daily(from, 1_083_441, {
      today: [4_873, 4_377, 41_206, 102, 30, 4],
      yesterday: [4_690, 4_222, 41_180, 98, 28, 3],
      currentHour: [3, 2, 1, 0, 0, 0],
      sinceStart: [1_083_441, 1_035_204, 41_206, 18_744, 7_100, 430],
      now: [1_083_441, 1_015_961, 41_206, 18_744, 7_100, 430],
    }),
    countedSince: { joined: from, visits: from },
    sources: {
      first: sources.first.map(scaled),
      others: sources.others && { ...scaled(sources.others), sources: 207 },
      total: scaled(sources.total),
      friends: scaled(friends),
      all: sources.all.map(scaled),
    },
    forms: forms.map((row) => ({
      ...row,
      seen: times(row.seen),
      closed: row.closed === null ? null : times(row.closed),
      joined: row.joined === null ? null : times(row.joined),
    })),
    funnel: Object.fromEntries(
      Object.entries(funnel).map(([step, count]) => [step, times(count)]),
    ) as OverviewFigures['funnel'],
  }
}

const none = [0, 0, 0, 0, 0, 0] as const

/** The first morning: nothing was counted yet. */
export function nobodyYet(): OverviewFigures {
  const counts = { visits: 0, joined: 0, confirmed: 0 }
  return {
    ...base,
    ...today(),
    before: null,
    countedSince: { joined: null, visits: null },
    headline: rows({
      today: none,
      yesterday: null,
      range: none,
      before: null,
      currentHour: none,
      sinceStart: none,
      now: none,
    }),
    chart: {
      unit: 'hour',
      buckets: hours(midnight, 0, 12).map((bucket) => ({
        ...bucket,
        joined: bucket.joined === null ? null : 0,
        confirmed: bucket.confirmed === null ? null : 0,
      })),
      columns: [0, 6, 12, 18].map((hour) =>
        column(midnight + hour * hourMs, 6, hour === 18 ? null : 0, null),
      ),
    },
    sources: { first: [], others: null, total: counts, friends: counts, all: [] },
    forms: [],
    funnel: {
      visits: 0,
      touched: 0,
      joined: 0,
      confirmed: 0,
      quizStarted: 0,
      quizCompleted: 0,
      quizSaved: 0,
      shared: 0,
    },
  }
}
