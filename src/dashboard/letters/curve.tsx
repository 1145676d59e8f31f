import { use } from 'react'
import { iso } from '#contract/time.ts'
import type { CurvePoint } from '#server/letters/ramp.ts'
import { curveHeight, curveWidth, drawCurve, type DrawnCurve } from './curve-paths.ts'
import { clockOf, fullDay } from '#dashboard/frame/times.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { ChartTable } from '#dashboard/frame/chart.tsx'

/** The planned curve and what was sent; below, in the same columns, both as a table. */
export function LetterCurve({
  plan,
  sent = [],
}: {
  plan: readonly CurvePoint[]
  sent?: readonly CurvePoint[]
}) {
  const { asOf } = use(Frame)
  const drawn = drawCurve(plan, sent, asOf)
  const { columns, top } = drawn
  return (
    <ChartTable
      className="needles curve"
      name={<>Mails sent over time: planned{sent.length > 0 && ' and sent'}</>}
      rowName="Mails"
      columns={columns.map(({ at }, index) => (
        <Time key={at} at={at} beforeMs={index === 0 ? asOf : columns[index - 1]!.at} />
      ))}
      top={top}
      drawing={
        <td colSpan={columns.length}>
          <Drawing {...drawn} />
        </td>
      }
      rows={[
        { name: 'Planned', numbers: columns.map(({ planned }) => planned) },
        ...(sent.length > 0
          ? [{ name: 'Sent', ink: true, numbers: columns.map((column) => column.sent) }]
          : []),
      ]}
    />
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
const Time = ({ at, beforeMs }: { at: number; beforeMs: number }) => (
  <time dateTime={iso(at)}>
    {fullDay(at) !== fullDay(beforeMs) && (
      <span className="weekday">{fullDay(at).slice(0, 3)}&nbsp;</span>
    )}
    {clockOf(at)}
  </time>
)
