import { Fragment } from 'react'
import { navigation } from '#contract/dashboard/navigation.ts'
import { grouped, plural } from '#contract/english.ts'
import { linePaths } from '#contract/line/screens.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { countOf, dash, numberOf, share } from '#dashboard/frame/numbers.tsx'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { CreditsPlate, LineCreditsScreen } from './credits.tsx'
import { moveWords, ruleText } from '#contract/line/words.ts'
import { DayAndTime } from '#dashboard/frame/times.tsx'
import { Ranges } from '#dashboard/overview/screens.tsx'
import { inRange, visitsAreWhole, visitsNote } from '#dashboard/overview/words.ts'
import { LineRewardsScreen, StepsTable } from './rewards.tsx'
import { Facts, PersonLink } from '#dashboard/frame/elements.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'line'>

/** The line, who came by links, and what waits for a ruling. */
const LineScreen = (view: View) => (
  <Screen nav="line" tools={<Ranges figures={view.figures} path={navigation.line.path} />}>
    <WaitingPlate {...view} />
    <CreditsPlate counts={view.credits} credits={view.waitingCredits} />
    <LinksPlate {...view} />
    {view.first.length > 0 && (
      <Plate
        id="first"
        name="First in line"
        caption={
          <p className="note">
            The next wave invites from the top. A place is never set: it follows from the order of
            confirmations and from friends.
          </p>
        }
      >
        <FirstInLine first={view.first} />
      </Plate>
    )}
    {view.moves.length > 0 && (
      <Plate
        id="moves"
        name="Latest movements"
        caption={<p className="note">People’s own events, the newest first.</p>}
      >
        <Moves moves={view.moves} />
      </Plate>
    )}
    {view.steps.length > 0 && (
      <Plate
        id="rewards"
        name="Rewards"
        caption={
          <p className="note">
            <a className="link" href={linePaths.rewards}>
              Rewards due
            </a>
          </p>
        }
      >
        <StepsTable steps={view.steps} />
      </Plate>
    )}
  </Screen>
)

const WaitingPlate = ({ waiting, nextPlace, rules, checkedAt }: View) => (
  <Plate
    label="The line now"
    flow
    caption={
      <>
        <h2>Waiting</h2>
        <p className="num large">{grouped(waiting)}</p>
        <p className="note">{plural(waiting, 'person', 'people')} in line, counted by the server</p>
      </>
    }
  >
    <Facts
      of={{
        'Next place': grouped(nextPlace),
        Rule: rules.slice(0, 1).map(ruleSince),
        'Rule before': rules.slice(1).map(ruleSince),
        'Last recount':
          checkedAt === null ? 'none yet; one is made each night' : <DayAndTime at={checkedAt} />,
      }}
    />
  </Plate>
)

const ruleSince = ({ at, ...rule }: View['rules'][number]) => (
  <Fragment key={at}>
    {ruleText(rule)}
    <small>
      since <DayAndTime at={at} />
    </small>
  </Fragment>
)

type Step = readonly [
  name: string,
  meaning: string,
  count: number,
  all: number | null,
  ofBefore?: string,
]

/** How often people shared their links, visits by them, and what came of these. */
const LinksPlate = ({ figures, byLink }: Pick<View, 'figures' | 'byLink'>) => {
  const { visits, joined, confirmed } = byLink
  const { total } = figures.sources
  const { shared } = figures.funnel
  const isWhole = visitsAreWhole(figures)
  const rows: Step[] = [
    ['Shared', 'presses of Copy, Share and the links beside it', shared, null],
    ['Visits', 'by a link that somebody shared', visits, total.visits],
    ['Joined', 'through one', joined, total.joined, isWhole ? share(joined, visits) : dash],
    ['Confirmed', 'of those', confirmed, total.confirmed, share(confirmed, joined)],
  ]
  return (
    <Plate
      id="links"
      name="By friends’ links"
      caption={
        <>
          <p className="note">Counted {inRange(figures)}. Nobody is told who came by whom.</p>
          {!isWhole && <p className="note">{visitsNote(figures)}</p>}
        </>
      }
    >
      {shared + visits + joined === 0 ? (
        <p>Nobody shared a link or came by one {inRange(figures)}.</p>
      ) : (
        <Table<Step>
          className="figures"
          name="Visits and sign-ups by friends’ links"
          rows={rows}
          columns={[
            {
              name: 'Step',
              isHead: true,
              render: ([name, meaning]) => (
                <>
                  {name} <small>{meaning}</small>
                </>
              ),
            },
            countOf('By link', ([, , count]) => count, { cells: 'ink' }),
            {
              name: 'of the step before',
              className: 'right wide',
              render: ([, , , , ofBefore]) => ofBefore ?? dash,
            },
            {
              name: 'of all',
              className: 'right',
              render: ([, , count, all]) => share(count, all),
            },
          ]}
        />
      )}
    </Plate>
  )
}

const FirstInLine = ({ first }: Pick<View, 'first'>) => (
  <Table<View['first'][number]>
    className="rows"
    name="The first of the line"
    rows={first}
    columns={[
      numberOf('Place', ({ place }) => place, { cells: 'ink' }),
      { name: 'Address', isHead: true, render: (person) => <PersonLink {...person} /> },
      numberOf('Confirmed as', ({ order }) => order, { cells: 'full', label: true }),
      numberOf('Friends', ({ friends }) => friends, { cells: 'full', label: true }),
    ]}
  />
)

const Moves = ({ moves }: Pick<View, 'moves'>) => (
  <Table<View['moves'][number]>
    className="rows moves"
    name="Latest movements in the line"
    rows={moves}
    columns={[
      {
        name: 'Address',
        isHead: true,
        cells: 'full',
        render: (person) => <PersonLink {...person} />,
      },
      { name: 'What', cells: 'full', render: ({ why }) => moveWords[why] },
      numberOf('Place then', ({ place }) => place, { cells: 'full ink', label: 'Place' }),
      {
        name: 'When',
        className: 'right',
        cells: 'full',
        render: ({ at }) => <DayAndTime at={at} />,
      },
    ]}
  />
)

export const lineScreens = {
  line: [navigation.line.title, LineScreen],
  'line-credits': ['Referrals to review', LineCreditsScreen],
  'line-rewards': ['Rewards', LineRewardsScreen],
} satisfies Partial<DrawnScreens>
