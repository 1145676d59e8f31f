import { operatorTime } from '#contract/promises/operator-times.ts'
import { counted, grouped } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { providerName } from '#dashboard/letters/words.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { numberOf, share } from '#dashboard/frame/numbers.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { State } from '#dashboard/frame/elements.tsx'

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
                Counted since <DayAndTime at={since} />.{' '}
              </>
            )}
            Bounced: the address does not exist, by the mail server’s answer or by a later report.
            Refused: given up for any other reason. A rate stands on at least 30 mails, and is
            marked above 2% of 200 mails. Large providers are named, all other domains are one row.
          </p>
        </>
      }
    >
      <Table<Outcome>
        className="figures"
        name={`Mails of the last ${operatorTime('outcomes')} by provider and outcome`}
        rows={[...rows, ...(others ? [others] : [])]}
        columns={[
          { name: 'Provider', isHead: true, render: nameOf },
          numberOf('Mails', ended, { cells: 'ink' }),
          numberOf('Accepted', ({ accepted }) => accepted, { className: 'right wide-only' }),
          numberOf('Bounced', bounces),
          numberOf('Refused', ({ refused }) => refused, { className: 'right wide-only' }),
          numberOf('Spam reports', ({ complained }) => complained),
          { name: 'Bounced, of mails', className: 'right', render: bouncedShare },
        ]}
      />
    </Plate>
  )
}

type Outcomes = ViewOf<'mail'>['outcomes']
type Counts = Outcomes['total']

type Outcome = Outcomes['rows'][number] | NonNullable<Outcomes['others']>

const nameOf = (row: Outcome) =>
  'providers' in row ? counted(row.providers, 'more large provider') : providerName(row.provider)

function bouncedShare(row: Counts) {
  const [mails, bounced] = [ended(row), bounces(row)]
  const isWorrying = mails >= worryingFrom && bounced / mails > worryingShare
  return isWorrying ? <State of={['cross', share(bounced, mails)]} /> : share(bounced, mails)
}

const bounces = ({ bounced, returned }: Counts) => bounced + returned
const ended = ({ accepted, bounced, refused }: Counts) => accepted + bounced + refused
