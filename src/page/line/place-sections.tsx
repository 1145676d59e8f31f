import { language } from '#campaign'
import type { ReactNode } from 'react'
import { prefix } from '#campaign'
import { paths } from '#contract/api.ts'
import { takesSignUps } from '#contract/launch/notice.ts'
import { friendsToGo, rewardsAhead, type LineStanding } from '#contract/line/standing.ts'
import type { AccountCopy, RewardsCopy } from '#contract/line/copy.ts'
import type { LineTerms, Place } from '#contract/line/line.ts'
import { grouped } from '#page/browser/numbers.ts'
import { pluralOf } from '#contract/numbers.ts'
import { fill, type Text } from '#contract/text.ts'
import type { LineCampaign } from '#page/sections/shown-page.ts'
import { Ladder } from './ladder.tsx'

/** LINE-2: why the place is what it is. The rows of its account add up to the people ahead. */
export const Why = ({ campaign, place }: { campaign: LineCampaign; place: Place }) => {
  const { copy, terms } = campaign.line
  const { account } = copy.pages
  const untouched = place.passed === 0 && place.passedBy === 0
  return (
    <section className="plate wrap" aria-labelledby="why">
      <p className="label ref">{fill(account.label, { place: grouped(place.place) })}</p>
      <h2 id="why" className="body mid">
        {untouched ? account.untouched : account.title}
      </h2>
      <div className="body">
        <dl className="account">
          <Row n={grouped(place.confirmedBefore)}>{account.confirmedBefore}</Row>
          {terms.perFriend > 0 && (
            <>
              <Row n={`− ${grouped(place.passed)}`}>{passedText(account, place, terms)}</Row>
              <Row n={`+ ${grouped(place.passedBy)}`}>
                {place.passedBy > 0 ? account.passedBy.some : account.passedBy.none}
              </Row>
            </>
          )}
          <Row n={grouped(place.before)} isSum>
            {fill(account.sum, { place: grouped(place.place) })}{' '}
            <a href={prefix + paths.line}>{account.rules}</a>
          </Row>
        </dl>
      </div>
    </section>
  )
}

const Row = ({ n, isSum, children }: { n: string; isSum?: boolean; children: ReactNode }) => (
  <div data-sum={isSum ? '' : undefined}>
    <dt className="num">{n}</dt>
    <dd>{children}</dd>
  </div>
)

function passedText(
  { passed }: AccountCopy,
  { friends }: Place,
  { perFriend, cap }: LineTerms,
): string {
  const texts =
    friends === 0
      ? passed.none
      : friends > cap
        ? passed.capped
        : pluralOf(friends, language, passed.one, passed.some)
  return fill(texts, { n: grouped(perFriend), friends: grouped(friends), of: grouped(cap) })
}

/**
 * LINE-6: how far the nearest reward is, and all of them. END-2: where nobody can join any more, those
 * that the person has.
 */
export const NextReward = ({
  campaign,
  standing: all,
}: {
  campaign: LineCampaign
  standing: LineStanding
}) => {
  const { rewards } = campaign.line.copy.pages
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
  const worded = (n: number, words: Record<'one' | 'some', Text<'n'>>) =>
    fill(pluralOf(n, language, words.one, words.some), { n: grouped(n) })
  if (toGo > 0) return worded(toGo, { one, some })
  return holds > 0 ? worded(holds, held) : none
}
