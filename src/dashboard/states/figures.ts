import type {
  ChartBucket,
  ChartColumn,
  HeadlineFigure,
  HeadlineRow,
  OverviewFigures,
  OverviewRange,
} from '#contract/overview-figures.ts'

/**
 * Figures of a list that never was, for pictures and tests: Tuesday 24 November 2026, 12:04 in
 * Amsterdam, day 55 of the list.
 */
export const asOf = Date.parse('2026-11-24T12:04:00+01:00')
export const wholeHour = Date.parse('2026-11-24T12:00:00+01:00')
const midnight = Date.parse('2026-11-24T00:00:00+01:00')
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const started = Date.parse('2026-10-01T00:00:00+02:00')

const dayOf = (at: number) => new Date(at + hourMs).toISOString().slice(0, 10)

/** How a day's sign-ups are spread over its hours. */
const profile = [4, 2, 1, 0, 0, 2, 5, 10, 13, 12, 12, 9, 11, 10, 9, 8, 9, 9, 12, 16, 17, 16, 9, 5]
const confirmedShare = 0.9

/** Whole numbers with the weights' proportions and this sum. */
function spread(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0)
  let before = 0
  let given = 0
  return weights.map((weight) => {
    before += weight
    const upTo = Math.round((sum * before) / all)
    const own = upTo - given
    given = upTo
    return own
  })
}

const hours = (start: number, joined: number, begun = 24): ChartBucket[] => {
  const counts = spread(joined, profile.slice(0, Math.min(begun, 24)))
  return profile.map((_, hour) => {
    const at = start + hour * hourMs
    const count = hour < begun ? counts[hour]! : hour === begun ? 3 : null
    return {
      start: at,
      day: dayOf(at),
      joined: count,
      confirmed: count === null ? null : Math.round(count * confirmedShare),
      isWhole: hour < begun,
    }
  })
}

const confirmedOf = (joined: number) => Math.round(joined * confirmedShare)
const column = (
  start: number,
  buckets: number,
  joined: number | null,
  before: number | null,
): ChartColumn => ({
  start,
  day: dayOf(start),
  buckets,
  joined,
  confirmed: joined === null ? null : confirmedOf(joined),
  before: before === null ? null : { joined: before, confirmed: confirmedOf(before) },
})

type Six = readonly [number, number, number, number, number, number]
const order: readonly HeadlineFigure[] = [
  'joined',
  'confirmed',
  'unconfirmed',
  'left',
  'undeliverable',
  'removed',
]
/** Rows from columns: each has the six figures in their order. */
const rows = (columns: {
  today: Six
  yesterday: Six | null
  range: Six
  before: Six | null
  currentHour: Six
  sinceStart: Six
  now: Six
}): HeadlineRow[] =>
  order.map((figure, index) => ({
    figure,
    kind: figure === 'unconfirmed' ? 'stock' : 'flow',
    today: columns.today[index]!,
    yesterday: columns.yesterday && columns.yesterday[index]!,
    range: columns.range[index]!,
    before: columns.before && columns.before[index]!,
    currentHour: columns.currentHour[index]!,
    sinceStart: columns.sinceStart[index]!,
    now: columns.now[index]!,
  }))

const common = {
  today: [96, 83, 287, 1, 0, 0],
  yesterday: [101, 92, 283, 3, 1, 0],
  currentHour: [3, 2, 1, 0, 0, 0],
  sinceStart: [8_932, 8_583, 287, 171, 58, 4],
  now: [8_932, 8_412, 287, 171, 58, 4],
} as const

const friends = { visits: 812, joined: 214, confirmed: 201 }

const sources: OverviewFigures['sources'] = (() => {
  const first: OverviewFigures['sources']['first'] = [
    { kind: 'utm', name: 'Instagram', visits: 4_918, joined: 391, confirmed: 352 },
    { kind: 'direct', name: '', visits: 3_307, joined: 262, confirmed: 239 },
    { kind: 'utm', name: 'friend', ...friends },
    { kind: 'referrer', name: 'google.com', visits: 2_204, joined: 163, confirmed: 141 },
    { kind: 'utm', name: 'hyrox-weekly', visits: 604, joined: 97, confirmed: 88 },
    { kind: 'utm', name: 'TikTok', visits: 1_530, joined: 58, confirmed: 47 },
    { kind: 'referrer', name: 'reddit.com', visits: 498, joined: 37, confirmed: 30 },
  ]
  const rest: OverviewFigures['sources']['all'] = [
    { kind: 'referrer', name: 'duckduckgo.com', visits: 190, joined: 14, confirmed: 12 },
    { kind: 'utm', name: 'gym-poster', visits: 24, joined: 6, confirmed: 5 },
    { kind: 'referrer', name: 'bing.com', visits: 71, joined: 3, confirmed: 2 },
    { kind: 'utm', name: '<b>bold</b>', visits: 2, joined: 1, confirmed: 1 },
    { kind: 'utm', name: 'مصدر-الزيارات', visits: 4, joined: 1, confirmed: 0 },
    { kind: 'utm', name: '=HYPERLINK("x")', visits: 3, joined: 0, confirmed: 0 },
    { kind: 'utm', name: 'w'.repeat(64), visits: 2, joined: 0, confirmed: 0 },
    { kind: 'other', name: '', visits: 37, joined: 0, confirmed: 0 },
  ]
  const sum = (list: typeof first) =>
    list.reduce(
      (total, { visits, joined, confirmed }) => ({
        visits: total.visits + visits,
        joined: total.joined + joined,
        confirmed: total.confirmed + confirmed,
      }),
      { visits: 0, joined: 0, confirmed: 0 },
    )
  return {
    first,
    others: { ...sum(rest), sources: rest.length },
    total: sum([...first, ...rest]),
    friends,
    all: [...first, ...rest],
  }
})()

const forms: OverviewFigures['forms'] = [
  { placement: 'hero', kind: 'section', seen: 14_180, touched: 1_530, closed: null, joined: 702 },
  { placement: 'quiz', kind: 'section', seen: 612, touched: 160, closed: null, joined: 121 },
  { placement: 'final', kind: 'section', seen: 3_918, touched: 260, closed: null, joined: 148 },
  {
    placement: 'sticky-bar',
    kind: 'overlay',
    seen: 9_872,
    touched: 240,
    closed: 1_204,
    joined: 143,
  },
  {
    placement: 'exit-intent',
    kind: 'overlay',
    seen: 2_604,
    touched: 110,
    closed: 2_418,
    joined: 88,
  },
  {
    placement: 'exit-intent-second',
    kind: 'overlay',
    seen: 1_377,
    touched: 41,
    closed: 1_301,
    joined: 45,
  },
  {
    placement: 'video-overlay',
    kind: 'overlay',
    seen: 22,
    touched: null,
    closed: 20,
    joined: null,
  },
]

const funnel: OverviewFigures['funnel'] = {
  visits: sources.total.visits,
  touched: 2_341,
  joined: 1_247,
  confirmed: 1_118,
  quizStarted: 1_902,
  quizCompleted: 612,
  quizSaved: 121,
  shared: 384,
}

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
  countedSince: { joined: started, states: started, visits: started },
  ...statesOf(common.now),
  sources,
  forms,
  funnel,
}

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
        column(quarter(2), 6, 0, 0),
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
        isWhole: day !== 27,
      })),
      columns: sums.map((sum, index) => column(start(index * 7), 7, sum, null)),
    },
  }
}

function all(): Ranged {
  return daily(started, 8_929, common)
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
      isWhole: index !== days - 1,
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
    ...daily(from, 1_083_438, {
      today: [4_873, 4_377, 41_206, 102, 30, 4],
      yesterday: [4_690, 4_222, 41_180, 98, 28, 3],
      currentHour: [3, 2, 1, 0, 0, 0],
      sinceStart: [1_083_441, 1_035_204, 41_206, 18_744, 7_100, 430],
      now: [1_083_441, 1_015_961, 41_206, 18_744, 7_100, 430],
    }),
    countedSince: { joined: from, states: from, visits: from },
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
    countedSince: { joined: null, states: null, visits: null },
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
