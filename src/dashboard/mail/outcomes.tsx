import { operatorTime } from '#contract/operator-times.ts'
import { counted, grouped } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { share } from '#dashboard/frame/numbers.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

/** A share of bounced addresses above this is marked, once it stands on this many mails. */
const worryingShare = 0.02
const worryingFrom = 200

/** How the mails of the last 7 days ended, by provider. */
export const MailOutcomes = ({ outcomes }: Pick<ViewOf<'mail'>, 'outcomes'>) => {
  const { rows, others, total, since } = outcomes
  return (
    <Plate
      id="outcomes"
      name="By provider"
      caption={
        <>
          <p>
            {grouped(ended(total))} mails ended in {operatorTime('outcomes')},{' '}
            <b>{share(bounces(total), ended(total), 2)}</b> bounced,{' '}
            <b>{share(total.complained, total.accepted, 2)}</b> of the accepted ones were reported
            as spam.
          </p>
          <p className="note">
            {since !== null && (
              <>
                Counted since <DayAndTime atMs={since} />.{' '}
              </>
            )}
            Bounced: the address does not exist, by the mail server’s answer or by a later report.
            Refused: given up for any other reason. A rate stands on at least 30 mails, and is
            marked above 2% of 200 mails. Large providers are named, all other domains are one row.
          </p>
        </>
      }
    >
      <table className="figures">
        <TableHead
          name={`Mails of the last ${operatorTime('outcomes')} by provider and outcome`}
          columns={[
            'Provider',
            ['Mails', 'right'],
            ['Accepted', 'right wide-only'],
            ['Bounced', 'right'],
            ['Refused', 'right wide-only'],
            ['Spam reports', 'right'],
            ['Bounced, of mails', 'right'],
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.provider}
              row={row}
              name={row.provider === 'other' ? 'All other domains' : row.provider}
            />
          ))}
          {others && <Row row={others} name={counted(others.providers, 'more large provider')} />}
        </tbody>
      </table>
    </Plate>
  )
}

const Row = ({ row, name }: { row: ViewOf<'mail'>['outcomes']['total']; name: string }) => {
  const mails = ended(row)
  const isWorrying = mails >= worryingFrom && bounces(row) / mails > worryingShare
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="right ink">{grouped(mails)}</td>
      <td className="right wide-only">{grouped(row.accepted)}</td>
      <td className="right">{grouped(bounces(row))}</td>
      <td className="right wide-only">{grouped(row.refused)}</td>
      <td className="right">{grouped(row.complained)}</td>
      <td className="right">
        {isWorrying ? (
          <span className="state" data-shape="cross">
            {share(bounces(row), mails)}
          </span>
        ) : (
          share(bounces(row), mails)
        )}
      </td>
    </tr>
  )
}

const bounces = ({ bounced, returned }: ViewOf<'mail'>['outcomes']['total']) => bounced + returned
const ended = ({ accepted, bounced, refused }: ViewOf<'mail'>['outcomes']['total']) =>
  accepted + bounced + refused
