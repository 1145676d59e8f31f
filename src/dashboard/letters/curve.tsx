import { use } from 'react'
import { iso } from '#contract/time.ts'
import type { CurvePoint } from '#server/letters/ramp.ts'
import { curveHeight, curveWidth, drawCurve, type DrawnCurve } from './curve-paths.ts'
import { clockOf, fullDay } from '#dashboard/frame/times.tsx'
import { NeedleRow, Scale } from '#dashboard/frame/chart.tsx'
import { Frame } from '#dashboard/frame/frame.ts'

/** LETTER-3: the planned curve and what was sent; below, in the same columns, both as a table. */
export function LetterCurve({
  plan,
  sent = [],
}: {
  plan: readonly CurvePoint[]
  sent?: readonly CurvePoint[]
}) {
  const { asOfMs } = use(Frame)
  const drawn = drawCurve(plan, sent, asOfMs)
  const { columns, top } = drawn
  return (
    <table className="needles curve">
      <caption className="hide">
        Mails sent over time: planned{sent.length > 0 && ' and sent'}
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="hide">Mails</span>
          </th>
          {columns.map(({ atMs }, index) => (
            <th key={atMs} scope="col">
              <Time atMs={atMs} beforeMs={index === 0 ? asOfMs : columns[index - 1]!.atMs} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="plot" aria-hidden="true">
          <Scale top={top} />
          <td colSpan={columns.length}>
            <Drawing {...drawn} />
          </td>
        </tr>
        <NeedleRow name="Planned" numbers={columns.map(({ planned }) => planned)} />
        {sent.length > 0 && (
          <NeedleRow name="Sent" ink numbers={columns.map((column) => column.sent)} />
        )}
      </tbody>
    </table>
  )
}

const Drawing = ({ plan, sent, grid }: DrawnCurve) => (
  <svg viewBox={`0 0 ${curveWidth} ${curveHeight}`} preserveAspectRatio="none" aria-hidden="true">
    <path className="grid" d={`M0 .5H${curveWidth}M0 ${curveHeight / 2}H${curveWidth}`} />
    <path className="grid" d={grid.map((x) => `M${x} 0V${curveHeight}`).join('')} />
    {sent && <path className="sent" d={sent} />}
    <path className="plan" d={plan} />
  </svg>
)

/** The day stands where it changes. */
const Time = ({ atMs, beforeMs }: { atMs: number; beforeMs: number }) => (
  <time dateTime={iso(atMs)}>
    {fullDay(atMs) !== fullDay(beforeMs) && (
      <span className="weekday">{fullDay(atMs).slice(0, 3)}&nbsp;</span>
    )}
    {clockOf(atMs)}
  </time>
)
