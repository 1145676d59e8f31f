import type { FormRow } from '#server/counts/overview-parts.ts'
import type { OverviewFigures } from '#server/counts/read-overview.ts'
import { Count, share } from '#dashboard/frame/numbers.tsx'
import { Plate } from '#dashboard/frame/screen.tsx'
import { placementName } from './words.ts'
import { TableHead } from '#dashboard/frame/table.tsx'

export function FormsPlate({ figures }: { figures: OverviewFigures }) {
  const inPage = figures.forms.filter(({ kind }) => kind === 'section')
  const over = figures.forms.filter(({ kind }) => kind === 'overlay')
  return (
    <Plate
      id="forms"
      name="Forms and popups"
      caption={
        <p className="note">
          A form is seen when it stood in the window, a popup or bar when it opened. Rate: joined of
          seen.
        </p>
      }
    >
      <table className="figures">
        <TableHead
          name="Forms and popups"
          columns={[
            'Form',
            ['Seen', 'right'],
            ['Closed', 'right wide-only'],
            ['Joined', 'right'],
            ['Rate', 'right'],
          ]}
        />
        <FormRows rows={inPage} name="In the page" />
        {over.length > 0 && <FormRows rows={over} name="Over the page" />}
      </table>
    </Plate>
  )
}

const FormRows = ({ rows, name }: { rows: readonly FormRow[]; name: string }) => (
  <tbody>
    <tr className="group">
      <th scope="rowgroup" colSpan={5}>
        {name}
      </th>
    </tr>
    {rows.map((row) => {
      const [form, note] = placementName(row.placement)
      return (
        <tr key={row.placement}>
          <th scope="row">
            {form} {note && <small>{note}</small>}
          </th>
          <td className="right">
            <Count n={row.seen} />
          </td>
          <td className="right wide-only">
            <Count n={row.closed} />
          </td>
          <td className="right ink">
            <Count n={row.joined} />
          </td>
          <td className="right">{share(row.joined, row.seen)}</td>
        </tr>
      )
    })}
  </tbody>
)
