import type { ReactNode } from 'react'
import { fill } from '#contract/facts.ts'
import { grouped } from '#contract/figures.ts'
import type { ShownSpot, SpotCopy, SpotWords } from '#contract/line-spot.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { inZone } from '#contract/zone-times.ts'
import { HomeLink, saidNow } from '#page/sections/link-page.tsx'
import { SmallPage } from '#page/sections/small-page.tsx'
import type { Drawing } from '#page/sections/unit-state.ts'
import { Clock, Digits } from '#page/urgency/clock.tsx'
import { CrowdNow } from './own-gauge.tsx'
import { endShownAs, partsOf } from '#page/urgency/span.ts'

type Props = {
  campaign: ShownCampaign
  words: SpotCopy
  spot: ShownSpot
  action: string
  address?: string | undefined
}

/** LINE-8: the page of a spot's code. Only its buttons act, because mail scanners follow links. */
export const SpotPage = ({ campaign, words, spot, action, address }: Props) => {
  const { chip, title, lines, level, ...said } = spotWords(words, spot)
  const text = spot.isLast && isOpen(spot) ? words.open.last : saidNow(campaign, said)
  const values = valuesOf(campaign, spot)
  return (
    <SmallPage
      campaign={campaign}
      name="spot"
      address={address}
      sheet="line"
      title={title}
      titleLines={lines}
      chip={fill(chip, values)}
      drawing={{
        ...drawings[spot.state],
        own: {
          registered: spot.registered,
          words: (
            <CrowdNow
              campaign={campaign}
              counted={{ registered: spot.registered, asOf: spot.now }}
              level={level}
            />
          ),
        },
      }}
    >
      <p className="lead">{fill(text, values)}</p>
      <Parts campaign={campaign} words={words} spot={spot} action={action} />
    </SmallPage>
  )
}

const isOpen = ({ state }: ShownSpot) => state === 'invited'

/** The words of a spot's state. */
export const spotWords = (words: SpotCopy, { state }: ShownSpot): SpotWords =>
  state === 'invited' ? words.open : words[state]

const drawings: Record<ShownSpot['state'], Drawing> = {
  invited: {},
  came: { dot: 'last' },
  expired: { tone: 'quiet' },
  passed: { tone: 'quiet' },
  left: { tone: 'quiet' },
}

const valuesOf = ({ timeZone, quiz }: ShownCampaign, spot: ShownSpot): Record<string, string> => ({
  wave: grouped(spot.wave),
  place: grouped(spot.place),
  until: inZone(spot.until, timeZone).dayAndTime,
  time: inZone(spot.now, timeZone).time,
  type: (spot.quizType && quiz?.types[spot.quizType].title) ?? '',
  date: spot.usedAt === null ? '' : inZone(spot.usedAt, timeZone).dayAndTime,
})

function Parts(props: Props): ReactNode {
  switch (props.spot.state) {
    case 'invited':
      return <Open {...props} />
    case 'came':
      return <Came {...props} />
    default:
      return (
        <div className="next-step">
          <HomeLink />
        </div>
      )
  }
}

const Open = ({ campaign, words: { open }, spot, action }: Props) => {
  const values = valuesOf(campaign, spot)
  return (
    <>
      {values.type && <p>{fill(open.ofType, values)}</p>}
      <div className="next-step">
        <form method="post" action={`${action}/take`}>
          <button className="btn" type="submit">
            {open.take}
          </button>
        </form>
        <form method="post" action={`${action}/pass`}>
          <button className="btn" data-look="line" type="submit">
            {open.pass}
          </button>
        </form>
      </div>
      <div className="spot-clock">
        {endShownAs(spot.until - spot.now) !== 'date' && <Left words={open.clock} spot={spot} />}
        <p className="note">{fill(open.clock.note, values)}</p>
      </div>
    </>
  )
}

/** Days, hours and minutes of this response: seconds would stand still without script. */
function Left({ words, spot }: { words: SpotCopy['open']['clock']; spot: ShownSpot }) {
  const digits = partsOf(Math.floor((spot.until - spot.now) / 1_000), 4)
  return (
    <Clock
      name={words.name}
      parts={words.units.map(({ one, some }, at) => ({
        label: Number(digits[at]) === 1 ? one : some,
        digits: <Digits value={digits[at]!} />,
      }))}
    />
  )
}

const Came = ({ campaign, words: { came }, spot }: Props) => (
  <>
    <dl className="spot-code">
      <dt className="label">{came.code}</dt>
      <dd className="num">{spot.code}</dd>
      {spot.usedAt !== null && <dd>{fill(came.used, valuesOf(campaign, spot))}</dd>}
    </dl>
    <div className="next-step">
      {campaign.launch.shop ? (
        <a className="btn" href={campaign.launch.shop}>
          {came.shop}
        </a>
      ) : (
        <HomeLink />
      )}
    </div>
  </>
)

/** 429: its network sent too many codes that are nobody's. */
export const SpotBusyPage = ({
  campaign,
  words,
}: {
  campaign: ShownCampaign
  words: SpotCopy['busy']
}) => (
  <SmallPage
    campaign={campaign}
    name="spot-busy"
    sheet="line"
    title={words.title}
    titleLines={words.lines}
    drawing={{ tone: 'quiet' }}
  >
    <p className="lead">{words.text}</p>
    <div className="next-step">
      <HomeLink />
    </div>
  </SmallPage>
)
