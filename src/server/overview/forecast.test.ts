import { expect, test } from 'vitest'
import { seeded } from '#contract/seeded-random.ts'
import { forecastOf, mostDays } from './forecast.ts'

const steady = (net: number, days = mostDays) => Array.from({ length: days }, () => net)

test('a forecast needs seven whole days, a pace above zero, and a goal within a year', () => {
  const at = (nets: readonly number[], remaining = 100) =>
    forecastOf({ remaining, nets, restOfToday: 0.5 })
  expect(at(steady(10, 6))).toEqual({ kind: 'none', why: 'few-days' })
  expect(at(steady(10, 7))).toMatchObject({ kind: 'day' })
  expect(at(steady(0))).toEqual({ kind: 'none', why: 'no-pace' })
  expect(at(steady(-3))).toEqual({ kind: 'none', why: 'no-pace' })
  expect(at(steady(10), 3_660)).toEqual({ kind: 'none', why: 'beyond-a-year' })
  expect(at([], 0)).toEqual({ kind: 'reached' })
  expect(at(steady(10), -5)).toEqual({ kind: 'reached' })
})

test.each([
  [4, 0],
  [5, 0],
  [6, 1],
  [15, 1],
  [16, 2],
  [105, 10],
])(
  'of a list that grows by 10 a day, at noon %i more are reached after %i days',
  (remaining, day) =>
    expect(forecastOf({ remaining, nets: steady(10), restOfToday: 0.5 })).toEqual({
      kind: 'day',
      likely: day,
      earliest: day,
      latest: day,
    }),
)

test('where the slower draws take more than a year, the last day is open', () => {
  const nets = [...steady(1, 8), ...steady(-1, 6)]
  expect(forecastOf({ remaining: 200, nets, restOfToday: 1 })).toMatchObject({
    kind: 'day',
    latest: null,
  })
})

test('the likely day lies within the interval, and the same days give the same forecast', () => {
  const nets = [...steady(0, 4), ...steady(2, 6), 300, 2, 1, 500]
  const [one, again] = [0, 1].map(() => forecastOf({ remaining: 400, nets, restOfToday: 0.2 }))
  if (one!.kind !== 'day') throw new Error('there is no forecast')
  expect(one!.likely).toBeGreaterThanOrEqual(one!.earliest)
  expect(one!.likely).toBeLessThanOrEqual(one!.latest!)
  expect(again).toEqual(one)
})

/** Lists whose days are as regular as chance, that vary by half, and that live from single days. */
function listsOf(random: () => number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return [
    (pace: number) => Math.max(0, Math.round(pace + Math.sqrt(pace) * normal())),
    (pace: number) => Math.max(0, Math.round(pace * Math.exp(normal() / 2 - 1 / 8))),
    (pace: number) => Math.round((random() < 0.1 ? 5 : 0.55) * pace + Math.sqrt(pace) * normal()),
  ]
}

test('of 1,800 simulated lists the goal is reached within the interval in 80 % of them, give or take 5', () => {
  const random = seeded(7)
  const lists = listsOf(random).flatMap((netOfDay) =>
    [10, 40, 120].flatMap((horizon) =>
      Array.from({ length: 200 }, () => isInside(netOfDay, horizon, random)),
    ),
  )
  const forecasts = lists.filter((inside) => inside !== null)
  const share = forecasts.filter(Boolean).length / forecasts.length
  expect(forecasts.length).toBeGreaterThan(1_700)
  expect(share).toBeGreaterThan(0.75)
  expect(share).toBeLessThan(0.85)
})

/** Whether one list that goes on as before reaches its goal in time; null without a forecast. */
function isInside(
  netOfDay: (pace: number) => number,
  horizon: number,
  random: () => number,
): boolean | null {
  const pace = 5 + 200 * random()
  const nets = Array.from({ length: mostDays }, () => netOfDay(pace))
  const remaining = Math.round(pace * horizon * (0.5 + random()))
  const forecast = forecastOf({ remaining, nets, restOfToday: 0.5 })
  if (forecast.kind !== 'day') return null
  let [sum, day] = [netOfDay(pace) / 2, 0]
  for (; sum < remaining; day++) sum += netOfDay(pace)
  return day >= forecast.earliest && day <= (forecast.latest ?? day)
}
