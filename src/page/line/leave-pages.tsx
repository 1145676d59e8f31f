import type { ReactNode } from 'react'
import { me } from '#campaign/copy/me.ts'
import { home, unsubscribe } from '#campaign/copy/interface.ts'
import { fill } from '#contract/facts.ts'
import { grouped } from '#contract/figures.ts'
import type { LeaveStanding } from '#contract/line-page.ts'
import type { PageVisit } from '#contract/render.ts'
import type { ShownCampaign } from '#contract/shown-figures.ts'
import { inZone } from '#contract/zone-times.ts'
import { saidNow } from '#page/sections/link-page.tsx'
import { SmallPage } from '#page/sections/small-page.tsx'
import { CrowdNow, CrowdWithout } from './own-gauge.tsx'
import { PlaceHeadline } from './place-headline.tsx'

type Props = {
  campaign: ShownCampaign
  line: NonNullable<ShownCampaign['line']>
  visit: Extract<PageVisit, { page: 'unsubscribe' }>
  standing: LeaveStanding
  mark: string | undefined
}

/** LINE-7: before the press: the place that would be given up. */
export function GiveUpPage({ standing, ...props }: Props & { standing: { place: number } }) {
  const words = props.line.copy.me.leave.ask
  return (
    <AskToLeave
      {...props}
      standing={standing}
      chip={words.chip}
      title={<PlaceHeadline above={words.above} place={standing.place} tone="plain" />}
      text={saidNow(props.campaign, words)}
      stay={words.stay}
    />
  )
}

/** LINE-8: the same for somebody who left the line for a spot. */
export function GiveUpSpotPage({
  standing,
  ...props
}: Props & { standing: { spot: NonNullable<LeaveStanding['spot']> } }) {
  const { campaign, line } = props
  const words = line.copy.me.leave.ask.spot
  const { spot } = standing
  const end = spot === 'taken' ? null : inZone(spot.heldUntil, campaign.timeZone)
  const values = { date: end?.day ?? '', time: end?.time ?? '' }
  return (
    <AskToLeave
      {...props}
      standing={standing}
      title={unsubscribe.ask.title}
      text={end ? fill(saidNow(campaign, words.held), values) : words.taken}
      stay={words.stay}
    />
  )
}

type AskProps = Props & { chip?: string; title: ReactNode; text: string; stay: string }

const AskToLeave = ({
  campaign,
  line,
  visit,
  standing,
  mark,
  title,
  text,
  stay,
  chip,
}: AskProps) => (
  <SmallPage
    campaign={campaign}
    name={visit.page}
    mark={mark}
    address={visit.address}
    sheet="line"
    chip={chip}
    title={title}
    drawing={{
      own: {
        registered: standing.registered,
        words: (
          <CrowdWithout campaign={campaign} counted={standing} words={line.copy.me.leave.ask} />
        ),
      },
    }}
  >
    <p className="lead">{text}</p>
    <div className="next-step">
      <form method="post" action={visit.action}>
        <button className="btn" type="submit">
          {unsubscribe.ask.button}
        </button>
      </form>
      <a className="btn" data-look="line" href={standing.mePath ?? '/'}>
        {stay}
      </a>
    </div>
  </SmallPage>
)

const dayMs = 24 * 3_600_000

/** LINE-7: after it: until when the place waits. */
export function WaitsPage({
  campaign,
  line,
  visit,
  standing,
  mark,
}: Props & { standing: { until: number } }) {
  const words = line.copy.me.leave.left
  const days = Math.ceil((standing.until - standing.asOf) / dayMs)
  const values = { n: grouped(days) }
  const { title, lines } = words[days === 1 ? 'one' : 'some']
  return (
    <SmallPage
      campaign={campaign}
      name={visit.page}
      mark={mark}
      address={visit.address}
      sheet="line"
      chip={words.chip}
      title={fill(title, values)}
      titleLines={lines.map((one) => ({ ...one, text: fill(one.text, values) }))}
      drawing={{
        tone: 'quiet',
        own: {
          registered: standing.registered,
          words: <CrowdNow campaign={campaign} counted={standing} />,
        },
      }}
    >
      <p className="lead">
        {fill(saidNow(campaign, words), { date: inZone(standing.until, campaign.timeZone).day })}
      </p>
      <div className="next-step">
        <a className="btn" data-look="line" href="/">
          {home}
        </a>
      </div>
      {standing.mePath !== undefined && (
        <p className="note">
          {words.erase} <a href={`${standing.mePath}/erase`}>{me.choices.erase}</a>
        </p>
      )}
    </SmallPage>
  )
}
