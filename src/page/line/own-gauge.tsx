import { fill } from '#contract/facts.ts'
import { grouped } from '#contract/figures.ts'
import type { LineStanding } from '#contract/line-page.ts'
import { showsCrowd, type ShownCampaign } from '#contract/shown-figures.ts'
import { inZone } from '#contract/zone-times.ts'
import { gaugeOf } from '#page/sections/gauge.ts'

type Counted = Pick<LineStanding, 'registered' | 'asOf'>

/**
 * What is said at the level of Fig. 1 on a page with the person's place in gold: their dot and the
 * crowd, or up to half of the goal (LIVE-6) the next place.
 */
export function OwnCrowd({
  campaign,
  counted,
  nextPlace,
  dot,
}: {
  campaign: ShownCampaign
  counted: Counted
  nextPlace: number
  dot: string
}) {
  const { hero, live } = campaign
  const { registered } = counted
  const launch = { registered, goal: campaign.figures.launch.value.goal }
  const gauge = gaugeOf(launch)
  const { of, complete, remain } = hero.unit
  return showsCrowd(launch) ? (
    <>
      <p className="remain">{fill(remain, { n: gauge.remain })}</p>
      <p className="reading">
        <span className="own">{dot}</span>{' '}
        <b className="num" data-size={gauge.size}>
          {gauge.registered}
        </b>{' '}
        {fill(of, { n: gauge.goal })} <b>{fill(complete, { n: gauge.percent })}</b>{' '}
        <AsOfTime campaign={campaign} asOf={counted.asOf} />
      </p>
    </>
  ) : (
    <>
      <p className="remain">{fill(live.gauge.soFar, { n: gauge.registered, goal: gauge.goal })}</p>
      <p className="reading">
        <span className="own">{dot}</span> <span className="next-place">{live.gauge.next}</span>{' '}
        <b className="num" data-size={gauge.size}>
          {grouped(nextPlace)}
        </b>{' '}
        <AsOfTime campaign={campaign} asOf={counted.asOf} />
      </p>
    </>
  )
}

/** Before the press: the place that is next, and what a press does to the level. */
export function OwnNext({
  campaign,
  asOf,
  nextPlace,
  words,
}: {
  campaign: ShownCampaign
  asOf: number
  nextPlace: number
  words: { level: string; next: string }
}) {
  const { size } = gaugeOf({ registered: nextPlace, goal: campaign.figures.launch.value.goal })
  return (
    <>
      <p className="remain">{words.level}</p>
      <p className="reading" data-next="">
        {words.next}{' '}
        <b className="num" data-size={size}>
          {grouped(nextPlace)}
        </b>{' '}
        <AsOfTime campaign={campaign} asOf={asOf} />
      </p>
    </>
  )
}

/** LINE-7: before somebody leaves: the crowd without them. */
export function CrowdWithout({
  campaign,
  counted: { registered, asOf },
  words,
}: {
  campaign: ShownCampaign
  counted: Counted
  words: { level: string; without: string }
}) {
  const { goal } = campaign.figures.launch.value
  return (
    <>
      <p className="remain">{words.level}</p>
      <p className="reading" data-plain="">
        <Crowd launch={{ registered, goal }} n={Math.max(0, registered - 1)} />{' '}
        {fill(words.without, { n: grouped(goal) })} <AsOfTime campaign={campaign} asOf={asOf} />
      </p>
    </>
  )
}

/** Beside a person who is not in the line, or not yet again: everybody who is. */
export function CrowdNow({
  campaign,
  counted: { registered, asOf },
  level,
}: {
  campaign: ShownCampaign
  counted: Counted
  /** instead of how many remain */
  level?: string | undefined
}) {
  const { goal } = campaign.figures.launch.value
  const { of, remain } = campaign.hero.unit
  const gauge = gaugeOf({ registered, goal })
  const above = level ?? (showsCrowd({ registered, goal }) && fill(remain, { n: gauge.remain }))
  return (
    <>
      {above && <p className="remain">{above}</p>}
      <p className="reading" data-plain="">
        <Crowd launch={{ registered, goal }} n={registered} /> {fill(of, { n: gauge.goal })}{' '}
        <AsOfTime campaign={campaign} asOf={asOf} />
      </p>
    </>
  )
}

type CrowdProps = { launch: { registered: number; goal: number }; n: number }

/** LIVE-6: up to half of the goal the crowd is no figure to look at first. */
const Crowd = ({ launch, n }: CrowdProps) =>
  showsCrowd(launch) ? <b className="num">{grouped(n)}</b> : grouped(n)

export const AsOfTime = ({ campaign, asOf }: { campaign: ShownCampaign; asOf: number }) => (
  <span className="as-of">
    {fill(campaign.live.asOf, { time: inZone(asOf, campaign.timeZone).time })}
  </span>
)
