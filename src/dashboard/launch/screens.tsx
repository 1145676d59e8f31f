import { use } from 'react'
import { campaign } from '#campaign'
import { partsOf, saidOf } from '#contract/campaign/campaign-parts.ts'
import { navigation } from '#contract/dashboard/navigation.ts'
import type { Launch, LaunchState } from '#contract/launch/launch.ts'
import { launchActPath, type LaunchScreenAct } from '#contract/launch/screens.ts'
import { operatorTime } from '#contract/promises/operator-times.ts'
import { grouped } from '#contract/english.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime, isSameMinute } from '#dashboard/frame/times.tsx'
import { Facts } from '#dashboard/frame/elements.tsx'
import { Table } from '#dashboard/frame/table.tsx'
import type { DrawnScreens } from '#dashboard/frame/drawn-screen.ts'

type View = ViewOf<'launch'>

/** The state of the launch, the planned changes, and the ends of offers. */
const LaunchScreen = (view: View) => {
  const isOperator = use(Frame).role === 'operator'
  return (
    <Screen
      nav="launch"
      tools={
        <small>
          The same by command: <code>npm run launch</code>
        </small>
      }
    >
      <Plate
        id="state"
        name="Now"
        caption={<p className="num large">{stateWords[view.launch.state]}</p>}
      >
        <div className="stack">
          <Now {...view} />
          {isOperator && (
            <p className="acts">
              {actsIn[view.launch.state].map((act) => (
                <a key={act} className="button" href={launchActPath(act)} data-ask>
                  {actWords[act]}
                </a>
              ))}
            </p>
          )}
        </div>
      </Plate>
      {view.planned.length > 0 && <Planned planned={view.planned} isOperator={isOperator} />}
      {view.offers.length > 0 && (
        <Plate
          id="offers"
          name="Offers"
          caption={
            <p className="note">
              An offer ends at one instant for everybody, or with its last piece. A pause moves ends
              by its length.
            </p>
          }
        >
          <Offers offers={view.offers} isOperator={isOperator} />
        </Plate>
      )}
    </Screen>
  )
}

const Planned = ({ planned, isOperator }: Pick<View, 'planned'> & { isOperator: boolean }) => (
  <Plate id="planned" name="Planned">
    <ul>
      {planned.map((period) => (
        <li key={period.id}>
          <Span period={period} />{' '}
          {isOperator && (
            <a className="link" href={`${launchActPath('cancel')}?id=${period.id}`} data-ask>
              Cancel
            </a>
          )}
        </li>
      ))}
    </ul>
  </Plate>
)

const stateWords: Record<LaunchState, string> = {
  open: 'Open',
  paused: 'Paused',
  closed: 'Closed',
  launched: 'Launched',
}

const actWords: Record<LaunchScreenAct, string> = {
  pause: 'Pause',
  resume: 'End the pause',
  close: 'Close the list',
  launch: 'Launch',
  open: 'Open the list',
  cancel: 'Cancel',
  'move-end': 'Move',
}

const actsIn: Record<LaunchState, readonly LaunchScreenAct[]> = {
  open: ['pause', 'close', 'launch'],
  paused: ['resume', 'pause', 'close', 'launch', 'open'],
  closed: ['open', 'pause', 'close', 'launch'],
  launched: ['launch', 'pause', 'open'],
}

const Now = ({ launch, beneath, shopMissing }: View) => (
  <Facts
    of={{
      Visitors: saidOf(visitorsFind[launch.state], partsOf(campaign)),
      Since: launch.since !== null && <DayAndTime at={launch.since} />,
      Until: launch.until !== null && <DayAndTime at={launch.until} />,
      'The list goes first until': launch.listFirstUntil !== null && (
        <DayAndTime at={launch.listFirstUntil} />
      ),
      'The list is erased': erasedAt(launch),
      'Beneath it': beneath.map((period) => <Span key={period.id} period={period} />),
      'Before you can launch': shopMissing || null,
    }}
  />
)

const visitorsFind: Record<LaunchState, string> = {
  open: 'can join',
  paused: 'cannot join; confirming and leaving work as usual[offers: , and no offer ends]',
  closed: `cannot join; confirm links work for ${operatorTime('afterEnd')} after the close`,
  launched: `are led to the shop; confirm links work for ${operatorTime('afterEnd')} after the launch`,
}

function erasedAt({ state, eraseAt }: Launch) {
  if (eraseAt !== null) return <DayAndTime at={eraseAt} />
  return state === 'launched' && 'not: an operator removed the date'
}

const Span = ({ period: { state, startsAt, endsAt } }: { period: View['planned'][number] }) => (
  <>
    {stateWords[state]} from <DayAndTime at={startsAt} full />
    {endsAt !== null && (
      <>
        {' '}
        until <DayAndTime at={endsAt} full />
      </>
    )}
  </>
)

const Offers = ({ offers, isOperator }: Pick<View, 'offers'> & { isOperator: boolean }) => (
  <Table
    className="rows"
    name="Offers and when they end"
    rows={offers}
    columns={[
      {
        name: 'Offer',
        isHead: true,
        cells: 'full',
        render: ({ name, offer }) => (
          <>
            {name}
            <small>
              <code>{offer}</code>
            </small>
          </>
        ),
      },
      {
        name: 'Left',
        cells: 'full',
        label: true,
        render: ({ most, left }) =>
          most === null || left === null ? '–' : `${grouped(left)} of ${grouped(most)}`,
      },
      { name: 'Ends', cells: 'full', label: true, render: (offer) => <Ends {...offer} /> },
      isOperator && {
        name: 'Change',
        cells: 'full',
        render: ({ offer, endsAt }) => <MoveEnd offer={offer} endsAt={endsAt} />,
      },
    ]}
  />
)

const Ends = ({ endsAt, movedFrom }: View['offers'][number]) => (
  <>
    {endsAt === null ? '–' : <DayAndTime at={endsAt} full />}
    {movedFrom !== null && !isSameMinute(movedFrom, endsAt) && (
      <small>
        before: <DayAndTime at={movedFrom} full />
      </small>
    )}
  </>
)

const MoveEnd = ({ offer, endsAt }: Pick<View['offers'][number], 'offer' | 'endsAt'>) =>
  endsAt !== null && endsAt > use(Frame).asOf ? (
    <a className="link" href={`${launchActPath('move-end')}?offer=${offer}`} data-ask>
      Move the end
    </a>
  ) : null

export const launchScreens = {
  launch: [navigation.launch.title, LaunchScreen],
} satisfies Partial<DrawnScreens>
