import { use } from 'react'
import { linePaths } from '#contract/line-screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { CreditRow, CreditCount } from '#server/line/friends.ts'
import { Plate } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { LineMark, PersonLink } from './tables.tsx'
import { creditWords, othersText, reasonWords } from '#contract/line-words.ts'
import { grouped } from '#contract/text.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { TableHead, hidden } from '#dashboard/frame/table.tsx'

type Credits = { credits: readonly CreditRow[] }

/** LINE-5: on the line's own screen, the oldest credits that wait. */
export const CreditsPlate = ({
  counts,
  credits,
}: Credits & { counts: ViewOf<'line'>['credits'] }) => (
  <Plate
    id="credits"
    name="Friends to look at"
    caption={
      <p className="note">
        Only the credit waits; the sign-up stands. The owner of the link is told a number, never who
        or why.
      </p>
    }
  >
    {counts.waiting.credits === 0 ? (
      <p>No credit waits for a ruling.</p>
    ) : (
      <CreditsTable credits={credits} />
    )}
    <p className="note after">
      <AllCredits counts={counts} />
    </p>
  </Plate>
)

const AllCredits = ({ counts }: { counts: ViewOf<'line'>['credits'] }) => (
  <>
    {counts.waiting.credits > 0 && (
      <a className="link" href={linePaths.credits}>
        All {countText(counts.waiting)} that wait
      </a>
    )}
    {counts.waiting.credits > 0 && counts['place-only'].credits > 0 && ', '}
    {counts['place-only'].credits > 0 && (
      <a className="link" href={`${linePaths.credits}?state=place-only`}>
        {countText(counts['place-only'])} that count for the place only
      </a>
    )}
  </>
)

export const countText = ({ credits, isMore }: CreditCount): string =>
  grouped(credits) + (isMore ? '+' : '')

/** Each friend with the reason, the link’s owner and the two rulings. `ofOne`: all of one owner. */
export const CreditsTable = ({ credits, ofOne = false }: Credits & { ofOne?: boolean }) => (
  <table className="rows credits">
    <TableHead
      name="Friends and what is said about them"
      columns={[
        'Friend',
        !ofOne && 'By the link of',
        ofOne ? 'State' : 'Why it waits',
        use(Frame).role === 'operator' && [hidden('Ruling'), 'right'],
      ]}
    />
    <tbody>
      {credits.map((credit) => (
        <Row key={credit.friend.id} credit={credit} ofOne={ofOne} />
      ))}
    </tbody>
  </table>
)

const Row = ({ credit, ofOne }: { credit: CreditRow; ofOne: boolean }) => (
  <tr>
    <th scope="row" className="full">
      <PersonLink person={credit.friend} />
      <small>
        {ofOne ? 'confirmed' : 'since'} <DayAndTime atMs={credit.at} />
      </small>
    </th>
    {!ofOne && (
      <td className="full" data-label="By">
        <PersonLink person={credit.owner} />
        <small>{othersText(credit)}</small>
      </td>
    )}
    <td className="full">
      {ofOne ? <LineMark of={creditWords[credit.state]} /> : reasonWords[credit.reason]}
      {ofOne && credit.reason !== '' && <small>{reasonWords[credit.reason]}</small>}
    </td>
    {use(Frame).role === 'operator' && (
      <td className="full right">
        <Rulings credit={credit} />
      </td>
    )}
  </tr>
)

/** The one that holds already is not offered. */
const Rulings = ({ credit: { friend, state } }: { credit: CreditRow }) => (
  <span className="acts">
    {state !== 'counted' && state !== 'taken-back' && (
      <a className="button" href={linePaths.rule(friend.id, 'counts')}>
        Counts<span className="hide">: {friend.email}</span>
      </a>
    )}
    {state !== 'refused' && (
      <a className="button" href={linePaths.rule(friend.id, 'refused')}>
        Not another person<span className="hide">: {friend.email}</span>
      </a>
    )}
  </span>
)
