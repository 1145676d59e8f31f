import { grouped, percentText } from '#contract/english.ts'
import type { Column } from './table.tsx'

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
  accent = false,
}: {
  value: number
  most: number
  accent?: boolean
}) => {
  if (value === 0 || most === 0) return null
  const end = ((value / most) * dimensionWidth).toFixed(1)
  return (
    <svg
      className="dim"
      data-accent={accent || undefined}
      viewBox={`0 0 ${dimensionWidth} 9`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 4.5H${end}M0 1.5V7.5M${end} 1.5V7.5`} />
    </svg>
  )
}

const dimensionWidth = 200

/** A column of dimension lines. */
export const barOf = <Row,>(
  line: (row: Row, index: number) => Parameters<typeof DimensionLine>[0],
  name = 'Drawn',
): Column<Row> => ({
  name,
  hidden: true,
  className: 'bar',
  render: (row, index) => <DimensionLine {...line(row, index)} />,
})

type NumberColumn = <Row>(
  name: string,
  of: (row: Row) => number | null,
  more?: Partial<Column<Row>>,
) => Column<Row>

/** A column of numbers. `more`: its other classes, or its name in narrow windows. */
export const numberOf: NumberColumn = (name, of, more) => ({
  name,
  className: 'right',
  render: (row) => {
    const n = of(row)
    return n === null ? dash : grouped(n)
  },
  ...more,
})

/** A column of counted numbers, which narrow windows shorten. */
export const countOf: NumberColumn = (name, of, more) => ({
  ...numberOf(name, of, more),
  render: (row) => <Count n={of(row)} />,
})

/** Does not apply, or nobody can know. A counted nothing is 0. */
export const dash = '–'

/** No percentage is shown of a smaller base. */
const leastBase = 30

/** `part` as a percentage of its base, e.g. `8.0%`. A dash where the base is too small. */
export const share = (part: number | null, base: number | null, digits = 1): string =>
  part === null || base === null || base < leastBase ? dash : percentText(part, base, digits)

/** The change, with its sign: `+14.2%`, or the difference (`+3`) where the base is too small. */
export function changeOf(now: number | null, before: number | null): string {
  if (now === null || before === null) return dash
  const difference = now - before
  if (before < leastBase) return signed(difference, grouped(Math.abs(difference)))
  const percent = percentText(Math.abs(difference), before)
  return signed(Number.parseFloat(percent) && difference, percent)
}

const signed = (value: number, text: string) =>
  value === 0 ? text : `${value > 0 ? '+' : '–'}${text}`

/** `1.08M`, `371k`: for narrow windows, from 100,000 on. */
export function shortened(n: number): string {
  const [value, unit] = n >= 999_500 ? [n / 1e6, 'M'] : [n / 1e3, 'k']
  return `${value < 100 ? value.toFixed(value < 10 ? 2 : 1) : Math.round(value)}${unit}`
}

/** The CSS class of a large number by its digits: the more it has, the smaller it is set. */
export const sizeOf = (n: number): string => (n < 1_000 ? 'd3' : n < 100_000 ? 'd5' : 'd7')
