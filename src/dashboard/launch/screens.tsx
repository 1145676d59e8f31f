import { use } from 'react'
import type { Launch, LaunchState } from '#contract/launch.ts'
import { launchActPath, type LaunchScreenAct } from '#contract/launch-screens.ts'
import { operatorTime } from '#contract/operator-times.ts'
import { grouped } from '#contract/text.ts'
import type { ViewOf } from '#server/dashboard/views.ts'
import { Plate, Screen } from '#dashboard/frame/screen.tsx'
import { Frame } from '#dashboard/frame/frame.ts'
import { DayAndTime, isSameMinute } from '#dashboard/frame/times.tsx'
import { Fact } from '#dashboard/frame/elements.tsx'
import { TableHead } from '#dashboard/frame/table.tsx'

type View = ViewOf<'launch'>
type ShownPeriod = View['planned'][number]
type ShownOffer = View['offers'][number]

/** END-1: the state of the launch, the planned changes, and the ends of offers. */
export const LaunchScreen = (view: View) => {
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
                <a key={act} className="button" href={launchActPath(act)}>
                  {actWords[act]}
                </a>
              ))}
            </p>
          )}
        </div>
      </Plate>
      {view.planned.length > 0 && <Planned planned={view.planned} isOperator={isOperator} />}
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
    </Screen>
  )
}

const Planned = ({ planned, isOperator }: Pick<View, 'planned'> & { isOperator: boolean }) => (
  <Plate id="planned" name="Planned">
    <ul className="list">
      {planned.map((period) => (
        <li key={period.id}>
          <Span period={period} />{' '}
          {isOperator && (
            <a className="link" href={`${launchActPath('cancel')}?id=${period.id}`}>
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
  <dl className="facts">
    <Fact term="Visitors">{visitorsFind[launch.state]}</Fact>
    <LaunchTimes launch={launch} />
    {beneath.map((period) => (
      <Fact key={period.id} term="Beneath it">
        <Span period={period} />
      </Fact>
    ))}
    {shopMissing && <Fact term="Before you can launch">{shopMissing}</Fact>}
  </dl>
)

const visitorsFind: Record<LaunchState, string> = {
  open: 'can join',
  paused: 'cannot join; confirming and leaving work as usual, and no offer ends',
  closed: `cannot join; confirm links work for ${operatorTime('afterEnd')} after the close`,
  launched: `are led to the shop; confirm links work for ${operatorTime('afterEnd')} after the launch`,
}

function LaunchTimes({ launch }: { launch: Launch }) {
  const { state, since, until, listFirstUntil, eraseAt } = launch
  const times = [
    ['Since', since],
    ['Until', until],
    ['The list goes first until', listFirstUntil],
    ['The list is erased', eraseAt],
  ] as const
  return (
    <>
      {times.map(([term, ms]) =>
        ms === null ? null : (
          <Fact key={term} term={term}>
            <DayAndTime atMs={ms} />
          </Fact>
        ),
      )}
      {state === 'launched' && eraseAt === null && (
        <Fact term="The list is erased">not: an operator removed the date</Fact>
      )}
    </>
  )
}

const Span = ({ period: { state, startsAt, endsAt } }: { period: ShownPeriod }) => (
  <>
    {stateWords[state]} from <DayAndTime atMs={startsAt} full />
    {endsAt !== null && (
      <>
        {' '}
        until <DayAndTime atMs={endsAt} full />
      </>
    )}
  </>
)

type OffersProps = { offers: readonly ShownOffer[]; isOperator: boolean }
const Offers = ({ offers, isOperator }: OffersProps) => (
  <table className="rows">
    <TableHead
      name="Offers and when they end"
      columns={['Offer', 'Left', 'Ends', isOperator && 'Change']}
    />
    <tbody>
      {offers.map(({ offer, name, most, left, endsAt, movedFrom }) => (
        <tr key={offer}>
          <th scope="row" className="full">
            {name}
            <small>
              <code>{offer}</code>
            </small>
          </th>
          <td className="full" data-label="Left">
            {most === null || left === null ? '–' : `${grouped(left)} of ${grouped(most)}`}
          </td>
          <td className="full" data-label="Ends">
            {endsAt === null ? '–' : <DayAndTime atMs={endsAt} full />}
            {movedFrom !== null && !isSameMinute(movedFrom, endsAt) && (
              <small>
                before: <DayAndTime atMs={movedFrom} full />
              </small>
            )}
          </td>
          {isOperator && (
            <td className="full">
              {endsAt !== null && endsAt > use(Frame).asOfMs ? (
                <a className="link" href={`${launchActPath('move-end')}?offer=${offer}`}>
                  Move the end
                </a>
              ) : (
                '–'
              )}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
