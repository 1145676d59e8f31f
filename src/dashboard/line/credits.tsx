import { use } from 'react'
import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { unicodeEmail } from '#contract/address/unicode-host.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped } from '#contract/english.ts'
import { linePaths, openCredits } from '#contract/line/screens.ts'
import { creditWords, othersText, reasonWords } from '#contract/line/words.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import type { CreditCount, CreditRow } from '#server/line/friends.ts'
import { PersonLink, State } from '#dashboard/frame/elements.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { Pager, Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import { DayAndTime } from '#dashboard/frame/times.tsx'

/** Every credit that an operator can rule on, 50 on a page. */
export const LineCreditsScreen = ({ state, counts, credits, next }: ViewOf<'line-credits'>) => (
  <Screen
    nav="line"
    back={navigation.line}
    tools={
      <nav className="pick" aria-label="State">
        {openCredits.map((name) => (
          <a
            key={name}
            href={`${linePaths.credits}?state=${name}`}
            aria-current={name === state || undefined}
          >
            {names[name]} {countText(counts[name])}
          </a>
        ))}
      </nav>
    }
  >
    <Plate
      id="credits"
      name={names[state]}
      caption={
        <>
          <p className="note">{saidOf(meanings[state], partsOf(campaign))}</p>
          <p className="note">The oldest first.</p>
        </>
      }
    >
      {credits.length === 0 ? <p>None.</p> : <CreditsTable credits={credits} />}
      {next && (
        <Pager first={['Oldest', `${linePaths.credits}?state=${state}`]} next={['Next', next]} />
      )}
    </Plate>
  </Screen>
)

const names = { waiting: 'Waiting', 'place-only': 'For the place only' } as const

const meanings = {
  waiting:
    'They don’t count until you decide. Without a decision they count for the place after some days[rewards: , never for a reward].',
  'place-only':
    'Nobody decided on these friends in time. They count for the place. A decision lets them count for [rewards: rewards too, or for nothing][no rewards: nothing].',
} as const

type Credits = { credits: readonly CreditRow[] }

/** On the line's own screen, the oldest credits that wait. */
export const CreditsPlate = ({
  counts,
  credits,
}: Credits & { counts: ViewOf<'line'>['credits'] }) => (
  <Plate
    id="credits"
    name="Referrals to review"
    caption={
      <p className="note">
        Only the credit waits; the sign-up stands. The owner of the link is told a number, never who
        or why.
      </p>
    }
  >
    {counts.waiting.credits === 0 ? <p>Nothing to review.</p> : <CreditsTable credits={credits} />}
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
  <Table
    className="rows credits"
    name="Friends and what is said about them"
    rows={credits}
    columns={[
      {
        name: 'Friend',
        isHead: true,
        cells: 'full',
        render: ({ friend, at }) => (
          <>
            <PersonLink {...friend} />
            <small>
              {ofOne ? 'confirmed' : 'since'} <DayAndTime at={at} />
            </small>
          </>
        ),
      },
      !ofOne && {
        name: 'By the link of',
        cells: 'full',
        label: 'By',
        render: (credit) => (
          <>
            <PersonLink {...credit.owner} />
            <small>{othersText(credit)}</small>
          </>
        ),
      },
      ofOne
        ? { name: 'State', cells: 'full', render: (credit) => <CreditState {...credit} /> }
        : { name: 'Why it waits', cells: 'full', render: ({ reason }) => reasonWords[reason] },
      use(Frame).role === 'operator' && {
        name: 'Decision',
        hidden: true,
        className: 'right',
        cells: 'full',
        render: (credit) => <Rulings {...credit} />,
      },
    ]}
  />
)

const CreditState = ({ state, reason }: CreditRow) => (
  <>
    <State of={creditWords[state]} />
    {reason !== '' && <small>{reasonWords[reason]}</small>}
  </>
)

/** The one that holds already is not offered. */
const Rulings = ({ friend, state }: CreditRow) => (
  <span className="acts">
    {state !== 'counted' && state !== 'taken-back' && (
      <a className="button" href={linePaths.rule(friend.id, 'counts')} data-ask>
        Counts<span className="hide">: {unicodeEmail(friend.email)}</span>
      </a>
    )}
    {state !== 'refused' && (
      <a className="button" href={linePaths.rule(friend.id, 'refused')} data-ask>
        Not another person<span className="hide">: {unicodeEmail(friend.email)}</span>
      </a>
    )}
  </span>
)
