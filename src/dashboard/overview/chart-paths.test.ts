import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import type { OverviewRange } from '#contract/dashboard/overview-figures.ts'
import { writeCounts } from '#server/counts/count.ts'
import type { FinalCount } from '#server/counts/counted.ts'
import { readOverview } from '#server/counts/read-overview.ts'
import { freshStore } from '#test/fresh-store.ts'
import { roundTop } from '#dashboard/frame/chart.tsx'
import { drawChart } from './chart-paths.ts'

const hourMs = 3_600_000
/** Tuesday 24 November 2026, 12:04 in Amsterdam. */
const asOf = Date.parse('2026-11-24T11:04:00Z')
const { timeZone } = campaign
/** The overview of a list on which somebody joined every third hour since noon of 21 October. */
async function figuresOf(range: OverviewRange) {
  const store = await freshStore('sqlite')
  const counts: FinalCount[] = []
  for (let at = Date.parse('2026-10-21T10:00:00Z'); at < asOf; at += 3 * hourMs)
    counts.push({ what: 'joined', at, count: 1 + ((at / hourMs) % 7) })
  await store.transact((trx) => writeCounts(trx, counts, timeZone))
  return readOverview(store.db, { range, timeZone, now: asOf })
}

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

test('[DASH-3] each hour with sign-ups is one line from the axis to its count', async () => {
  const { chart } = await figuresOf('7d')
  const { top, columns } = drawChart(chart, asOf)
  expect(columns.map(({ width }) => width)).toEqual([24, 24, 24, 24, 24, 24, 24])
  const [first] = columns
  const lines = [...first!.joined.matchAll(/M([\d.]+),100L([\d.]+),([\d.]+)/g)]
  const begun = chart.buckets.slice(0, 24).filter(({ joined }) => joined! > 0)
  expect(lines).toHaveLength(begun.length)
  expect(Number(lines[0]![3])).toBeCloseTo(100 * (1 - begun[0]!.joined! / top), 1)
})

test('[DASH-3] the line of now stands in the present hour alone', async () => {
  const { chart } = await figuresOf('7d')
  expect(drawChart(chart, asOf).columns.map(({ now }) => now !== null)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
  ])
  expect(drawChart(chart, asOf).columns[6]!.now).toBeCloseTo(12 + 4 / 60)
  for (const { now } of drawChart((await figuresOf('28d')).chart, asOf).columns)
    expect(now).toBeNull()
})

test('[DASH-3] a month in which the list began ends where the next one begins', async () => {
  const { chart } = await figuresOf('all')
  const [first, last] = drawChart(chart, asOf).columns
  expect(first!.joined).toMatch(/^M20\.5,100/)
  expect(last!.joined).toMatch(/^M0\.5,100/)
})

test('[DASH-3] no line is drawn where nobody joined', async () => {
  const { db } = await freshStore('sqlite')
  const { chart } = await readOverview(db, { range: 'today', timeZone, now: asOf })
  for (const { joined, confirmed } of drawChart(chart, asOf).columns)
    expect(joined + confirmed).toBe('')
})
