import { personPath } from '#contract/person-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { moveWords } from '#contract/line-words.ts'
import { grouped } from '#contract/text.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

export const PersonLink = ({
  person: { id, email },
}: {
  person: { id: string; email: string }
}) => (
  <a href={personPath(id)}>
    <bdi>{email}</bdi>
  </a>
)

/** A state of the line as a shape and a word. */
export const LineMark = ({ of: [shape, word] }: { of: readonly [shape: string, word: string] }) => (
  <span className="state" data-shape={shape}>
    {word}
  </span>
)

export const FirstInLine = ({ rows }: { rows: ViewOf<'line'>['first'] }) => (
  <table className="rows">
    <TableHead
      name="The first of the line"
      columns={[
        ['Place', 'right place'],
        'Address',
        ['Confirmed as', 'right'],
        ['Friends', 'right'],
      ]}
    />
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="right place ink">{grouped(row.place)}</td>
          <th scope="row">
            <PersonLink person={row} />
          </th>
          <td className="right full" data-label="Confirmed as">
            {grouped(row.order)}
          </td>
          <td className="right full" data-label="Friends">
            {grouped(row.friends)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

export const Moves = ({ moves }: { moves: ViewOf<'line'>['moves'] }) => (
  <table className="rows moves">
    <TableHead
      name="Latest movements in the line"
      columns={['Address', 'What', ['Place then', 'right'], ['When', 'right']]}
    />
    <tbody>
      {moves.map(({ at, place, why, ...person }, index) => (
        <tr key={index}>
          <th scope="row" className="full">
            <PersonLink person={person} />
          </th>
          <td className="full">{moveWords[why]}</td>
          <td className="right full ink" data-label="Place">
            {grouped(place)}
          </td>
          <td className="right full">
            <DayAndTime atMs={at} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
