import type { ChartColumn, OverviewChart } from '#server/counts/overview-chart.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { chartHeight, drawChart, type DrawnColumn } from './chart-paths.ts'
import { clockOf, dayParts, daySpan } from '#dashboard/frame/times.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { headlineSentence, inRange } from './words.ts'
import { ChartTable } from '#dashboard/frame/chart.tsx'

type Props = { figures: OverviewFigures }

const units = { hour: 'hour', day: 'day', month: 'month' } as const

/** A line for each hour, day or month; below, in the same columns, the sums as a table. */
export const ChartPlate = ({ figures }: Props) => (
  <Plate
    id="chart"
    name={`By the ${units[figures.chart.unit]}`}
    caption={
      <>
        <Key unit={figures.chart.unit} />
        <p className="note">{captionOf(figures)}</p>
      </>
    }
  >
    <Drawn figures={figures} />
  </Plate>
)

/** The first day: nobody has joined, so the chart stands in place of the headline figures. */
export const EmptyChartPlate = ({ figures }: Props) => (
  <Plate
    id="chart"
    name={`Joined ${inRange(figures)}`}
    caption={
      <div className="big">
        <span className="num d3">0</span>
        <p>
          <b>Nobody yet.</b>
        </p>
        <p className="note">
          The first sign-up appears here by itself. As of {clockOf(figures.asOf)}.
          <noscript> Reload the page to see it.</noscript>
        </p>
      </div>
    }
  >
    <Drawn figures={figures} />
  </Plate>
)

const Key = ({ unit }: Pick<OverviewChart, 'unit'>) => (
  <p className="key">
    <span>
      <i />
      joined
    </span>
    <span className="wide-only">
      <i className="cap" />
      confirmed
    </span>
    {unit === 'hour' && (
      <span>
        <i className="dashes" />
        now
      </span>
    )}
  </p>
)

function captionOf({ range, wholeHour, chart }: OverviewFigures): string {
  const when = 'A confirmation counts when it came, whenever the person joined.'
  if (chart.unit === 'month') return `${when} The last month is not over.`
  const last = range === '28d' ? ' The last week ends today.' : ''
  const compared = chart.columns.some(({ before }) => before !== null)
    ? ` ${beforeRow(range)}: up to ${clockOf(wholeHour)} on its last day.`
    : ''
  return `${when}${last}${compared}`
}

const beforeRow = (range: OverviewFigures['range']) =>
  range === '28d' ? '28 days before' : 'Week before'

function Drawn({ figures }: Props) {
  const { chart, range, asOf } = figures
  const { top, columns } = drawChart(chart, asOf)
  const compares = chart.columns.some(({ before }) => before !== null)
  return (
    <ChartTable
      className="needles"
      data-bold={chart.unit !== 'hour' || range === 'today' || undefined}
      name={
        <>
          Joined and confirmed by {units[chart.unit]}: the sums of each column.{' '}
          {headlineSentence(figures)}
        </>
      }
      rowName="Figure"
      columns={chart.columns.map((column, index) => (
        <ColumnName key={column.start} figures={figures} column={column} index={index} />
      ))}
      top={top}
      drawing={columns.map((column, index) => (
        <td key={index}>
          <Needles {...column} />
        </td>
      ))}
      rows={[
        { name: 'Joined', ink: true, numbers: chart.columns.map(({ joined }) => joined) },
        { name: 'Confirmed', numbers: chart.columns.map(({ confirmed }) => confirmed) },
        ...(compares
          ? [
              {
                name: beforeRow(range),
                numbers: chart.columns.map(({ before }) => before && before.joined),
              },
            ]
          : []),
      ]}
    />
  )
}

const Needles = ({ width, joined, confirmed, now }: DrawnColumn) => (
  <svg viewBox={`0 0 ${width} ${chartHeight}`} preserveAspectRatio="none" aria-hidden="true">
    <path className="grid" d={`M0 .5H${width}M0 ${chartHeight / 2}H${width}`} />
    {now !== null && <path className="now" d={`M${now.toFixed(2)} 0V${chartHeight}`} />}
    {joined && <path className="joined" d={joined} />}
    {confirmed && <path className="confirmed" d={confirmed} />}
  </svg>
)

function ColumnName({ figures, column, index }: Props & { column: ChartColumn; index: number }) {
  const { range, chart } = figures
  if (range === 'today') return hoursOfQuarter[index]
  if (range === '28d') return daySpan(column.day, column.buckets)
  const { weekday, day, month } = dayParts(column.day)
  if (range === 'all') return chart.unit === 'month' ? column.day.slice(0, 4) : month
  return (
    <>
      <span className="weekday">{weekday}</span> {day}
    </>
  )
}

const hoursOfQuarter = ['00 – 06', '06 – 12', '12 – 18', '18 – 24']
