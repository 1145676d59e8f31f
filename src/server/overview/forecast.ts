import { seeded } from '#contract/seeded-random.ts'

/**
 * DASH-13: when the goal is reached. In whole days from today, 0 is today; `latest` is null beyond a
 * year.
 */
export type Forecast =
  | { kind: 'reached' }
  | { kind: 'none'; why: WhyNone }
  | { kind: 'day'; likely: number; earliest: number; latest: number | null }
export type WhyNone = 'few-days' | 'no-pace' | 'beyond-a-year'

/** `nets`: net confirmations of the last whole days. `restOfToday`: from 0 to 1. */
type Known = { remaining: number; nets: readonly number[]; restOfToday: number }

export const fewestDays = 7
export const mostDays = 14
const yearDays = 365
const draws = 1_000
/** Between them lie 80 % of the draws. */
const [low, high] = [0.1, 0.9]

/**
 * The likely day is that of the median pace. The interval comes from draws of the days before. Each
 * draw first draws the days that it draws from: two weeks are themselves a sample, and an interval
 * from them alone is too narrow.
 */
export function forecastOf({ remaining, nets, restOfToday }: Known): Forecast {
  if (remaining <= 0) return { kind: 'reached' }
  if (nets.length < fewestDays) return { kind: 'none', why: 'few-days' }
  const pace = quantile(nets, 0.5)
  if (pace <= 0) return { kind: 'none', why: 'no-pace' }
  const atPace = Math.ceil(remaining / pace - restOfToday)
  if (atPace > yearDays) return { kind: 'none', why: 'beyond-a-year' }
  // The same draws at each look: the forecast changes with the list alone.
  const random = seeded(1)
  const ends = Array.from({ length: draws }, () =>
    daysToGoal({ remaining, nets, restOfToday }, random),
  )
  const [earliest, latest] = [quantile(ends, low), quantile(ends, high)]
  return {
    kind: 'day',
    // The days of a list that grows by leaps differ much: their median may lie outside.
    likely: Math.min(Math.max(atPace, earliest), latest),
    earliest,
    latest: latest > yearDays ? null : latest,
  }
}

function daysToGoal({ remaining, nets, restOfToday }: Known, random: () => number): number {
  const drawn = nets.map(() => oneOf(nets, random))
  let sum = oneOf(drawn, random) * restOfToday
  let day = 0
  for (; sum < remaining && day <= yearDays; day++) sum += oneOf(drawn, random)
  return day
}

const oneOf = (values: readonly number[], random: () => number): number =>
  values[Math.floor(random() * values.length)]!

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.round(share * (values.length - 1))]!
