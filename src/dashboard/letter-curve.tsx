import { grouped } from '#contract/figures.ts'
import type { CurvePoint } from '#contract/letter-screens.ts'
import { Count } from './count.tsx'
import {
  curveHeight,
  curveWidth,
  drawCurve,
  type CurveColumn,
  type DrawnCurve,
} from './curve-paths.ts'
import { clockOf, fullDay } from './dates.ts'
import { dash } from './rates.ts'

/** LETTER-3: the planned curve and what was sent; below, in the same columns, both as a table. */
export function LetterCurve({
  plan,
  sent = [],
  nowMs,
}: {
  plan: readonly CurvePoint[]
  sent?: readonly CurvePoint[]
  nowMs: number
}) {
  const drawn = drawCurve(plan, sent, nowMs)
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
              <Time atMs={atMs} beforeMs={index === 0 ? nowMs : columns[index - 1]!.atMs} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr className="plot" aria-hidden="true">
          <td>
            <span className="top">{grouped(top)}</span>
            <span className="middle">{grouped(top / 2)}</span>
            <span className="bottom">0</span>
          </td>
          <td colSpan={columns.length}>
            <Drawing {...drawn} />
          </td>
        </tr>
        <Row name="Planned" columns={columns} of={({ planned }) => planned} />
        {sent.length > 0 && <Row name="Sent" columns={columns} ink of={(column) => column.sent} />}
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

const Row = ({
  name,
  columns,
  of,
  ink = false,
}: {
  name: string
  columns: readonly CurveColumn[]
  of: (column: CurveColumn) => number | null
  ink?: boolean
}) => (
  <tr>
    <th scope="row">{name}</th>
    {columns.map((column) => {
      const mails = of(column)
      return (
        <td key={column.atMs} className={ink ? 'ink' : undefined}>
          {mails === null ? dash : <Count n={mails} />}
        </td>
      )
    })}
  </tr>
)

/** The day stands where it changes. */
const Time = ({ atMs, beforeMs }: { atMs: number; beforeMs: number }) => (
  <time dateTime={new Date(atMs).toISOString()}>
    {fullDay(atMs) !== fullDay(beforeMs) && (
      <span className="weekday">{fullDay(atMs).slice(0, 3)}&nbsp;</span>
    )}
    {clockOf(atMs)}
  </time>
)
