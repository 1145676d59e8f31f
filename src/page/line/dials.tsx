import { grouped } from '#page/browser/numbers.ts'

type Props = { dials: readonly { n: number; text: string }[] }

/** Numbers in a row, each with its words. */
export const Dials = ({ dials }: Props) => (
  <ul className="dials">
    {dials.map(({ n, text }) => (
      <li key={text}>
        <span className="num">{grouped(n)}</span> <p>{text}</p>
      </li>
    ))}
  </ul>
)
