import { minuteMs } from '#contract/time.ts'
import type { CurvePoint } from '#server/letters/ramp.ts'
import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { roundTop } from '#dashboard/frame/chart.tsx'

export const curveWidth = 900
export const curveHeight = 200

/**
 * The mails of a letter over time, as SVG paths with the scale's top, and its columns. `sent` is
 * empty before it begins.
 */
export type DrawnCurve = {
  top: number
  plan: string
  sent: string
  /** the x of each column's end */
  grid: readonly number[]
  columns: readonly CurveColumn[]
}
/** At the end of a column; `sent` is null in the future, and where nothing was sent yet. */
type CurveColumn = { at: number; planned: number; sent: number | null }

/** One scale for both curves, from 0. Columns have a round length, six at most. */
export function drawCurve(
  plan: readonly CurvePoint[],
  sent: readonly CurvePoint[],
  now: number,
): DrawnCurve {
  const points = [...plan, ...sent]
  const startMs = Math.min(...points.map(({ at }) => at))
  const endMs = Math.max(...points.map(({ at }) => at))
  const stepMs = columnLength(endMs - startMs)
  const columns = Math.max(1, Math.ceil((endMs - startMs) / stepMs))
  const top = roundTop(Math.max(...points.map(({ mails }) => mails)))
  const x = scaleLinear([startMs, startMs + columns * stepMs], [0, curveWidth])
  const y = scaleLinear([0, top], [curveHeight, 0])
  const ends = Array.from({ length: columns }, (_, index) => startMs + (index + 1) * stepMs)
  const onAxis = ({ at }: CurvePoint): [number, number] => [x(at), curveHeight]
  const position = ({ at, mails }: CurvePoint): [number, number] => [x(at), y(mails)]
  return {
    top,
    plan: line().digits(1)(plan.map(position)) ?? '',
    // Ends on the axis, so that it shows the time up to which mails are counted.
    sent: line().digits(1)([...sent.map(position), ...sent.slice(-1).map(onAxis)]) ?? '',
    grid: ends.map((end) => Math.round(x(end))),
    columns: ends.map((at) => ({
      at,
      planned: mailsAt(plan, at),
      sent: sent.length === 0 || at - stepMs >= now ? null : mailsAt(sent, Math.min(at, now)),
    })),
  }
}

const lengths = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1_440, 2_880, 10_080]
const mostColumns = 6

const columnLength = (spanMs: number): number =>
  minuteMs *
  (lengths.find((length) => spanMs <= mostColumns * length * minuteMs) ??
    Math.ceil(spanMs / minuteMs / mostColumns))

/** Between two points the curve is a straight line. */
function mailsAt(points: readonly CurvePoint[], at: number): number {
  const after = points.findIndex((point) => point.at >= at)
  if (after === -1) return points.at(-1)?.mails ?? 0
  const [from, to] = [points[after - 1] ?? points[after]!, points[after]!]
  if (to.at === from.at) return to.mails
  const share = (at - from.at) / (to.at - from.at)
  return Math.round(from.mails + share * (to.mails - from.mails))
}
