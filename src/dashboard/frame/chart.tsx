import type { ReactNode } from 'react'
import { grouped } from '#contract/english.ts'
import { scaleLinear } from 'd3-scale'
import { Count } from './numbers.tsx'

/** A drawing with its scale, and below, in the same columns, its numbers as a table. */
export const ChartTable = ({
  name,
  rowName,
  columns,
  top,
  drawing,
  rows,
  ...attributes
}: {
  name: ReactNode
  /** what the names of the rows are, for screen readers */
  rowName: string
  columns: readonly ReactNode[]
  top: number
  /** the cells of the drawing */
  drawing: ReactNode
  rows: readonly { name: string; numbers: readonly (number | null)[]; ink?: boolean }[]
  className: string
  'data-bold'?: true | undefined
}) => (
  <table {...attributes}>
    <caption className="hide">{name}</caption>
    <thead>
      <tr>
        <th scope="col">
          <span className="hide">{rowName}</span>
        </th>
        {columns.map((column, index) => (
          <th key={index} scope="col">
            {column}
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
        {drawing}
      </tr>
      {rows.map(({ name, numbers, ink }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {numbers.map((n, index) => (
            <td key={index} className={ink ? 'ink' : undefined}>
              <Count n={n} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The top of a scale from 0: a round number whose half is whole, as the labels are both and 0. */
export function roundTop(most: number): number {
  const within = Math.max(most, 10)
  const [top] = [10, 5, 2]
    .map((ticks) => scaleLinear([0, within], [0, 1]).nice(ticks).domain()[1]!)
    .filter((end) => end % 2 === 0)
  return top ?? within * 2
}
