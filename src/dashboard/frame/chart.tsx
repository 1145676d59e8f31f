import { grouped } from '#contract/text.ts'
import { Count } from './numbers.tsx'

/** The scale beside the drawing of a table with the class `needles`. */
export const Scale = ({ top }: { top: number }) => (
  <td>
    <span className="top">{grouped(top)}</span>
    <span className="middle">{grouped(top / 2)}</span>
    <span className="bottom">0</span>
  </td>
)

/** The numbers below the columns of the drawing. */
export const NeedleRow = ({
  name,
  numbers,
  ink = false,
}: {
  name: string
  numbers: readonly (number | null)[]
  ink?: boolean
}) => (
  <tr>
    <th scope="row">{name}</th>
    {numbers.map((n, index) => (
      <td key={index} className={ink ? 'ink' : undefined}>
        <Count n={n} />
      </td>
    ))}
  </tr>
)
