import { takesSignUps } from '#contract/launch/notice.ts'
import { friendsToGo, rewardsAhead, type LineStanding } from '#contract/line/standing.ts'
import type { RewardsCopy } from '#contract/line/page-copy.ts'
import type { Place } from '#contract/line/line.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill, grouped, plural } from '#contract/text.ts'
import type { Line } from '#page/sections/shown-page.ts'
import { Account } from './account.tsx'
import { Ladder } from './ladder.tsx'

/** LINE-2: the account of the place. */
export const Why = ({ line, place }: { line: Line; place: Place }) => {
  const { account } = line.copy.pages
  const untouched = place.passed === 0 && place.passedBy === 0
  return (
    <section className="plate wrap" aria-labelledby="why">
      <p className="label ref">{fill(account.label, { place: grouped(place.place) })}</p>
      <h2 id="why" className="body mid">
        {untouched ? account.untouched : account.title}
      </h2>
      <div className="body">
        <Account copy={account} place={place} terms={line.terms} />
      </div>
    </section>
  )
}

/**
 * LINE-6: how far the nearest reward is, and all of them. END-2: where nobody can join any more, those
 * that the person has.
 */
export const NextReward = ({
  campaign,
  line,
  standing: all,
}: {
  campaign: ShownCampaign
  line: Line
  standing: LineStanding
}) => {
  const { rewards } = line.copy.pages
  const standing = takesSignUps(campaign) ? all : withoutAhead(all)
  if (standing.rewards.length === 0) return null
  return (
    <section className="plate wrap" aria-labelledby="rewards">
      <p className="label ref">{rewards.label}</p>
      <h2 id="rewards" className="body mid">
        {rewardsTitle(rewards.title, standing)}
      </h2>
      <div className="body">
        <Ladder campaign={campaign} copy={rewards} standing={standing} />
        <p className="note">{rewards.note}</p>
      </div>
    </section>
  )
}

const withoutAhead = (standing: LineStanding): LineStanding => {
  const ahead = rewardsAhead(standing.rewards)
  return { ...standing, rewards: standing.rewards.filter((reward) => !ahead.includes(reward)) }
}

/** The nearest reward to earn, else the held rewards. */
function rewardsTitle(
  { one, some, none, held }: RewardsCopy['title'],
  standing: Pick<LineStanding, 'rewards' | 'countedForRewards'>,
): string {
  const [nearest] = rewardsAhead(standing.rewards)
  const toGo = nearest ? friendsToGo(nearest, standing) : 0
  const holds = standing.rewards.filter(({ state }) => state === 'reached').length
  const worded = (n: number, words: { one: string; some: string }) =>
    fill(plural(n, words.one, words.some), { n: grouped(n) })
  if (toGo > 0) return worded(toGo, { one, some })
  return holds > 0 ? worded(holds, held) : none
}
