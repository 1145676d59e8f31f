import { hourMs } from '#contract/time.ts'
import type { ChartBucket, ChartColumn, OverviewChart } from '#server/counts/overview-chart.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { roundTop } from '#dashboard/frame/chart.tsx'

/** The height of a column's drawing, in its own units. A bucket is one unit wide. */
export const chartHeight = 100

/** One column as SVG paths: a line for each bucket that somebody joined in, a cap where confirmations are. */
export type DrawnColumn = {
  width: number
  joined: string
  confirmed: string
  /** where the present hour is, in this column */
  now: number | null
}

type DrawnChart = { top: number; columns: DrawnColumn[] }

/** The paths of all columns on one scale from 0, whose top is the next round number. */
export function drawChart({ unit, buckets, columns }: OverviewChart, asOf: number): DrawnChart {
  const top = roundTop(
    Math.max(...buckets.map(({ joined, confirmed }) => Math.max(joined ?? 0, confirmed ?? 0)), 0),
  )
  const y = scaleLinear([0, top], [chartHeight, 0])
  const widest = nominalWidth(unit, columns)
  let first = 0
  return {
    top,
    columns: columns.map((column, index) => {
      const own = buckets.slice(first, first + column.buckets)
      first += column.buckets
      const width = Math.max(own.length, widest)
      // The first month or year of a list ends with its column, the last one begins with it.
      const offset = index === 0 && columns.length > 1 ? width - own.length : 0
      return { width, ...pathsOf(own, offset, y), now: unit === 'hour' ? nowIn(own, asOf) : null }
    }),
  }
}

type Point = [x: number, y: number] | null

const toPath = line<Point>()
  .defined((point) => point !== null)
  .x((point) => point![0])
  .y((point) => point![1])
  .digits(2)

function pathsOf(buckets: readonly ChartBucket[], offset: number, y: (value: number) => number) {
  const drawn = (of: 'joined' | 'confirmed', shape: (x: number, height: number) => Point[]) =>
    toPath(
      buckets.flatMap((bucket, index) =>
        bucket[of] ? [...shape(offset + index, y(bucket[of])), null] : [],
      ),
    ) ?? ''
  return {
    joined: drawn('joined', (x, height) => [
      [x + 0.5, chartHeight],
      [x + 0.5, height],
    ]),
    confirmed: drawn('confirmed', (x, height) => [
      [x + 0.12, height],
      [x + 0.88, height],
    ]),
  }
}

/** The buckets of a full column; a month has fewer where the list began or where it is now. */
const nominalWidth = (unit: OverviewChart['unit'], columns: readonly ChartColumn[]): number =>
  unit === 'month' ? 12 : unit === 'day' && columns.some(({ buckets }) => buckets > 7) ? 31 : 0

function nowIn(buckets: readonly ChartBucket[], asOf: number): number | null {
  const index = buckets.findIndex(({ start }) => start <= asOf && asOf < start + hourMs)
  return index === -1 ? null : index + (asOf - buckets[index]!.start) / hourMs
}
