import { language } from '#campaign'
import type { LineStanding } from '#contract/line/standing.ts'
import { showsCrowd } from '#contract/figures/gauge-level.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill, type Text } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'
import { gaugeOf } from '#page/sections/gauge.ts'
import { LargeNumber, Reading } from '#page/sections/reading.tsx'

type Props = {
  campaign: ShownCampaign
  /** read with the person's place */
  counted: Pick<LineStanding, 'registered' | 'asOf'>
}

const launchOf = ({ campaign, counted: { registered } }: Props) => ({
  registered,
  goal: campaign.figures.launch.value.goal,
})

/**
 * On a page with the person's place in accent: their dot and the crowd, or up to half of the goal
 * (LIVE-6) the next place.
 */
export function OwnReading({
  nextPlace,
  dot,
  ...props
}: Props & { nextPlace: number; dot: string }) {
  const { hero, live } = props.campaign
  const launch = launchOf(props)
  const gauge = gaugeOf(launch)
  const { of, complete, remain } = hero.unit
  const own = <span className="own">{dot}</span>
  return showsCrowd(launch) ? (
    <Reading
      above={fill(remain, { n: gauge.remain })}
      before={own}
      big={<LargeNumber size={gauge.size}>{gauge.registered}</LargeNumber>}
      after={
        <>
          {fill(of, { n: gauge.goal })} <b>{fill(complete, { n: gauge.percent })}</b>
        </>
      }
      asOf={<AsOfTime {...props} />}
    />
  ) : (
    <Reading
      above={fill(live.gauge.soFar, { n: gauge.registered, goal: gauge.goal })}
      before={
        <>
          {own} <span className="next-place">{live.gauge.next}</span>
        </>
      }
      big={<LargeNumber size={gauge.size}>{grouped(nextPlace)}</LargeNumber>}
      asOf={<AsOfTime {...props} />}
    />
  )
}

/** Before the press: the place that is next, and what a press does to the level. */
export function NextPlaceReading({
  nextPlace,
  words,
  ...props
}: Props & { nextPlace: number; words: { level: string; next: string } }) {
  const { size } = gaugeOf({ ...launchOf(props), registered: nextPlace })
  return (
    <Reading
      look="next"
      above={words.level}
      before={words.next}
      big={<LargeNumber size={size}>{grouped(nextPlace)}</LargeNumber>}
      asOf={<AsOfTime {...props} />}
    />
  )
}

/**
 * Beside a person who is not in the line: everybody who is. LINE-7: beside one who is asked whether
 * they leave, everybody `without` them. LIVE-6: up to half of the goal the crowd is no figure to
 * look at first.
 */
export function CrowdReading({
  level,
  without,
  ...props
}: Props & { level?: string | undefined; without?: Text<'n'> }) {
  const { of, remain } = props.campaign.hero.unit
  const launch = launchOf(props)
  const { goal, remain: left } = gaugeOf(launch)
  const n = grouped(without ? Math.max(0, launch.registered - 1) : launch.registered)
  const isLarge = showsCrowd(launch)
  return (
    <Reading
      look="plain"
      above={level ?? (isLarge && fill(remain, { n: left }))}
      big={isLarge ? <LargeNumber>{n}</LargeNumber> : n}
      after={fill(without ?? of, { n: goal })}
      asOf={<AsOfTime {...props} />}
    />
  )
}

export const AsOfTime = ({ campaign, counted: { asOf } }: Props) => (
  <span className="as-of">
    {fill(campaign.live.asOf, { time: inZone(asOf, campaign.timeZone, language).time })}
  </span>
)
