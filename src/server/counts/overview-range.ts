import type { OverviewRange } from '#contract/overview-figures.ts'
import type { Counted } from './counted.ts'
import type { Sums } from './read-sums.ts'
import { addDays, hoursOfDay, startOfDay, zoneClock, type ZoneClock } from './zone-clock.ts'

const daysIn: Record<OverviewRange, number | null> = {
  today: 1,
  '7d': 7,
  '28d': 28,
  all: null,
}

/** The days and hours of a range. Days are like 2026-11-24; those of `all` are null. */
export type Range = {
  name: OverviewRange
  timeZone: string
  clock: ZoneClock
  today: string
  yesterday: string
  /** start of the current hour */
  wholeHour: number
  firstDay: string | null
  days: string[] | null
  firstBefore: string | null
  lastBefore: string | null
  /** the range before, up to the same hour of its last day */
  before: { from: number; to: number } | null
  /** from the start to the end of a day */
  hoursIn(day: string): { from: number; to: number }
  /** the moment in a day at which the clock shows the same full hour as now */
  endIn(day: string): number
  /** what happened from the start of one day to the same hour of another */
  flow(sums: Sums, what: Counted, from: string, last: string): number
  /** what happened after the same hour of a day until now */
  changeAfter(sums: Sums, what: Counted, day: string): number
}

export function rangeOf(name: OverviewRange, timeZone: string, now: number): Range {
  const clock = zoneClock(timeZone)
  const [today, wholeHour] = [clock.dayOf(now), clock.hourOf(now)]
  const count = daysIn[name]
  const daysAgo = (days: number) => addDays(today, -days)
  const clockHour = clock.clockHourOf(wholeHour)
  const endIn = (day: string) =>
    day === today
      ? wholeHour
      : (hoursOfDay(clock, day).find((hour) => clock.clockHourOf(hour) >= clockHour) ??
        startOfDay(clock, addDays(day, 1)))
  const flow: Range['flow'] = (sums, what, from, last) => {
    let sum = 0
    for (let day = from; day < last; day = addDays(day, 1)) sum += sums.day(what, day)
    const end = endIn(last)
    for (const hour of hoursOfDay(clock, last)) if (hour < end) sum += sums.hour(what, hour)
    return sum
  }
  return {
    name,
    timeZone,
    clock,
    today,
    yesterday: addDays(today, -1),
    wholeHour,
    ...daysOf(count, daysAgo),
    before:
      count === null
        ? null
        : { from: startOfDay(clock, daysAgo(2 * count - 1)), to: endIn(daysAgo(count)) },
    hoursIn: (day) => ({ from: startOfDay(clock, day), to: startOfDay(clock, addDays(day, 1)) }),
    endIn,
    flow,
    changeAfter(sums, what, day) {
      let sum = 0
      for (let next = day; next <= today; next = addDays(next, 1)) sum += sums.day(what, next)
      return sum - flow(sums, what, day, day)
    },
  }
}

const daysOf = (count: number | null, daysAgo: (days: number) => string) =>
  count === null
    ? { firstDay: null, days: null, firstBefore: null, lastBefore: null }
    : {
        firstDay: daysAgo(count - 1),
        days: daysFrom(daysAgo(count - 1), count),
        firstBefore: daysAgo(2 * count - 1),
        lastBefore: daysAgo(count),
      }

export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(first, index))
