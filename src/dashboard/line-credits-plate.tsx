import {
  linePaths,
  type CreditCount,
  type CreditCounts,
  type CreditRow,
} from '#contract/line-screens.ts'
import { grouped } from '#contract/figures.ts'
import { Plate, type ScreenProps } from './frame.tsx'
import { LineMark, PersonLink } from './line-tables.tsx'
import { creditWords, othersText, reasonWords } from './line-words.ts'
import { DayAndTime } from './moment.tsx'

type Credits = { credits: readonly CreditRow[] }

/** LINE-5: on the line's own screen, the oldest credits that wait. */
export const CreditsPlate = ({
  frame,
  counts,
  credits,
}: ScreenProps & Credits & { counts: CreditCounts }) => (
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
      <CreditsTable frame={frame} credits={credits} />
    )}
    <p className="note after">
      <AllCredits counts={counts} />
    </p>
  </Plate>
)

const AllCredits = ({ counts }: { counts: CreditCounts }) => (
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

/** Each friend with the reason, the link’s owner and the two rulings. */
export const CreditsTable = ({ frame, credits }: ScreenProps & Credits) => (
  <table className="rows credits">
    <caption className="hide">Friends whose credit waits for a ruling, the oldest first</caption>
    <thead>
      <tr>
        <th scope="col">Friend</th>
        <th scope="col">By the link of</th>
        <th scope="col">Why it waits</th>
        {frame.role === 'operator' && (
          <th scope="col" className="right">
            <span className="hide">Ruling</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {credits.map((credit) => (
        <Row key={credit.friend.id} frame={frame} credit={credit} />
      ))}
    </tbody>
  </table>
)

const Row = ({ frame, credit }: ScreenProps & { credit: CreditRow }) => (
  <tr>
    <th scope="row" className="full">
      <PersonLink person={credit.friend} />
      <small>
        since <DayAndTime atMs={credit.atMs} nowMs={frame.asOfMs} />
      </small>
    </th>
    <td className="full" data-label="By">
      <PersonLink person={credit.owner} />
      <small>{othersText(credit)}</small>
    </td>
    <td className="full">
      {reasonWords[credit.reason]}
      {credit.state !== 'waiting' && (
        <small>
          <LineMark of={creditWords[credit.state]} />
        </small>
      )}
    </td>
    {frame.role === 'operator' && (
      <td className="full right">
        <span className="acts">
          <a className="button" href={linePaths.rule(credit.friend.id, 'counts')}>
            Counts<span className="hide">: {credit.friend.email}</span>
          </a>
          <a className="button" href={linePaths.rule(credit.friend.id, 'refused')}>
            Not another person<span className="hide">: {credit.friend.email}</span>
          </a>
        </span>
      </td>
    )}
  </tr>
)
