import type { LineMeCopy } from '#contract/line/copy.ts'
import type { LineStanding } from '#contract/line/standing.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { grouped } from '#page/browser/numbers.ts'
import { fill } from '#contract/text.ts'
import { AsOfTime } from '#page/line/own-readings.tsx'

type Props = {
  campaign: ShownCampaign
  copy: LineMeCopy['crowd']
  standing: Pick<LineStanding, 'registered' | 'asOf'>
}

/** LINE-7: everybody on the list, and how far the common goal is. */
export function GoalProgress({ campaign, copy, standing }: Props) {
  const { registered } = standing
  const { goal } = campaign.figures.launch.value
  const toGo = Math.max(0, goal - registered)
  const said =
    toGo > 0
      ? fill(campaign.hero.unit.remain, { n: grouped(toGo) })
      : fill(copy.goal, { n: grouped(goal) })
  const share = Math.round(Math.min(1, registered / goal) * 1_000)
  return (
    <section className="all-of-us" aria-labelledby="all">
      <h2 id="all" className="label">
        {copy.label}
      </h2>
      <p>
        <b className="num">{grouped(registered)}</b> {fill(copy.of, { n: grouped(goal) })}
      </p>
      {said && <p>{said}</p>}
      <svg viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">
        <path className="thin" d="M4 3H1000" />
        <path className="accent" d={`M4 3H${Math.max(4, share)}`} />
        <path className="end" d="M999 0V6" />
      </svg>
      <p>
        <AsOfTime campaign={campaign} counted={standing} />
      </p>
    </section>
  )
}
