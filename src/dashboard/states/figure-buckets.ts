import { headlineFigures } from '#contract/overview-figures.ts'
import { hourMs } from '#contract/time.ts'
import type { ChartBucket, ChartColumn } from '#server/counts/overview-chart.ts'
import type { HeadlineRow } from '#server/counts/read-overview.ts'

/**
 * Figures of a list that never was, for pictures and tests: Tuesday 24 November 2026, 12:04 in
 * Amsterdam, day 55 of the list.
 */
export const asOf = Date.parse('2026-11-24T12:04:00+01:00')
export const wholeHour = Date.parse('2026-11-24T12:00:00+01:00')
export const midnight = Date.parse('2026-11-24T00:00:00+01:00')
export const started = Date.parse('2026-10-01T00:00:00+02:00')

export const dayOf = (at: number) => new Date(at + hourMs).toISOString().slice(0, 10)

/** How a day's sign-ups are spread over its hours. */
const profile = [4, 2, 1, 0, 0, 2, 5, 10, 13, 12, 12, 9, 11, 10, 9, 8, 9, 9, 12, 16, 17, 16, 9, 5]
const confirmedShare = 0.9

/** Whole numbers with the weights' proportions and this sum. */
export function spread(sum: number, weights: readonly number[]): number[] {
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

/** Who joined in the current hour, 12:00 to 12:04. */
export const inCurrentHour = 3

/** The hours of a day. `whole`: how many are over; the next one is the current hour. */
export const hours = (start: number, joined: number, whole = 24): ChartBucket[] => {
  const counts = spread(whole < 24 ? joined - inCurrentHour : joined, profile.slice(0, whole))
  return profile.map((_, hour) => {
    const at = start + hour * hourMs
    const count = hour < whole ? counts[hour]! : hour === whole ? inCurrentHour : null
    return {
      start: at,
      day: dayOf(at),
      joined: count,
      confirmed: count === null ? null : Math.round(count * confirmedShare),
    }
  })
}

export const confirmedOf = (joined: number) => Math.round(joined * confirmedShare)
export const column = (
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

export type Six = readonly [number, number, number, number, number, number]
/** Rows from columns: each has the six headline figures in their order. */
export const rows = (columns: {
  today: Six
  yesterday: Six | null
  range: Six
  before: Six | null
  currentHour: Six
  sinceStart: Six
  now: Six
}): HeadlineRow[] =>
  headlineFigures.map((figure, index) => ({
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
