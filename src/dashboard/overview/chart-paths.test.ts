import { expect, test } from 'vitest'
import { drawChart, roundTop } from './chart-paths.ts'
import { asOf } from '#dashboard/states/figure-buckets.ts'
import { figuresOf, nobodyYet } from '#dashboard/states/figures.ts'

test('[DASH-3] the top of the scale is round, at least 10, and its half is whole', () => {
  for (const [most, top] of [
    [0, 10],
    [1, 10],
    [10, 10],
    [13, 14],
    [23, 24],
    [43, 50],
    [239, 240],
    [17_342, 18_000],
  ])
    expect([most, roundTop(most!)]).toEqual([most, top])
  for (let most = 0; most < 5_000; most++) {
    const top = roundTop(most)
    expect(top >= most && top % 2 === 0).toBe(true)
  }
})

test('[DASH-3] each hour with sign-ups is one line from the axis to its count', () => {
  const { chart } = figuresOf('7d')
  const { top, columns } = drawChart(chart, asOf)
  expect(columns.map(({ width }) => width)).toEqual([24, 24, 24, 24, 24, 24, 24])
  const [first] = columns
  const lines = [...first!.joined.matchAll(/M([\d.]+),100L([\d.]+),([\d.]+)/g)]
  const begun = chart.buckets.slice(0, 24).filter(({ joined }) => joined! > 0)
  expect(lines).toHaveLength(begun.length)
  expect(Number(lines[0]![3])).toBeCloseTo(100 * (1 - begun[0]!.joined! / top), 1)
})

test('[DASH-3] the line of now stands in the present hour alone', () => {
  expect(drawChart(figuresOf('7d').chart, asOf).columns.map(({ now }) => now !== null)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(drawChart(figuresOf('7d').chart, asOf).columns[6]!.now).toBeCloseTo(12 + 4 / 60)
  for (const { now } of drawChart(figuresOf('28d').chart, asOf).columns) expect(now).toBeNull()
})

test('[DASH-3] a month in which the list began ends where the next one begins', () => {
  const { chart } = figuresOf('all')
  const partial = {
    ...chart,
    buckets: chart.buckets.slice(20),
    columns: chart.columns.map((column, index) =>
      index === 0 ? { ...column, buckets: column.buckets - 20 } : column,
    ),
  }
  const [first, last] = drawChart(partial, asOf).columns
  expect(first!.joined).toMatch(/^M20\.5,100/)
  expect(last!.joined).toMatch(/^M0\.5,100/)
})

test('[DASH-3] no line is drawn where nobody joined', () => {
  for (const { joined, confirmed } of drawChart(nobodyYet().chart, asOf).columns)
    expect(joined + confirmed).toBe('')
})
