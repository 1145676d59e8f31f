import { grouped } from '#contract/figures.ts'
import { dash, shortened } from './rates.ts'

/** A counted number, from 100,000 on shortened in narrow windows. A dash where it is not known. */
export function Count({ n }: { n: number | null }) {
  if (n === null) return dash
  if (n < 100_000) return grouped(n)
  return (
    <>
      <span className="wide-only">{grouped(n)}</span>
      <span className="narrow-only">{shortened(n)}</span>
    </>
  )
}

/** A dimension line: the share of the largest value, as on a drawing. */
export const DimensionLine = ({
  value,
  most,
  gold = false,
}: {
  value: number
  most: number
  gold?: boolean
}) => {
  if (value === 0 || most === 0) return null
  const end = ((value / most) * dimensionWidth).toFixed(1)
  return (
    <svg
      className="dim"
      data-gold={gold || undefined}
      viewBox={`0 0 ${dimensionWidth} 9`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 4.5H${end}M0 1.5V7.5M${end} 1.5V7.5`} />
    </svg>
  )
}

const dimensionWidth = 200

/** The head of a column of `DimensionLine`. */
export const BarHead = () => (
  <th scope="col" className="bar">
    <span className="hide">Drawn</span>
  </th>
)
