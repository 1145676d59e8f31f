import { friendsToGo, type LineStanding, type RewardStanding } from '#contract/line/standing.ts'
import { rewardTexts } from '#contract/line/reward-texts.ts'
import type { ShownCampaign } from '#contract/figures/shown-figures.ts'
import { fill, grouped } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

/** `lines`: sentences, each ending in a full stop. */
export type RewardWords = { name: string; lines: string[] }

/** LINE-6: the name of a reward, and what is to be said of it to this person. */
export function rewardWords(
  campaign: ShownCampaign,
  reward: RewardStanding,
  standing: Pick<LineStanding, 'countedForRewards' | 'asOf'>,
): RewardWords {
  const terms = campaign.line?.terms.rewards.find(({ friends }) => friends === reward.friends)
  if (!terms) return { name: '', lines: [] }
  const { name, line } = rewardTexts(campaign, terms)
  return {
    name,
    lines: [
      ...(reward.state === 'gone' ? [] : [line]),
      ...statesOf(campaign, reward, standing),
      ...(reward.state === 'locked' ? leftOf(campaign, reward, terms.limit, standing) : []),
    ],
  }
}

function statesOf(
  campaign: ShownCampaign,
  reward: RewardStanding,
  standing: Pick<LineStanding, 'countedForRewards'>,
): string[] {
  const { line, timeZone } = campaign
  if (!line) return []
  const copy = line.copy.pages.rewards
  const at = (ms: number | null) => (ms === null ? '' : inZone(ms, timeZone).dayAndTime)
  const number = reward.number === null ? [] : [fill(copy.number, { n: grouped(reward.number) })]
  switch (reward.state) {
    case 'reached':
      return [...number, fill(copy.held, { date: at(reward.at), time: at(reward.dueAt) })]
    case 'yours':
      return reward.byOffer ? [copy.byOffer] : number
    case 'taken-back':
      return [
        fill(copy.takenBack, {
          n: grouped(standing.countedForRewards),
          of: grouped(reward.friends),
          left: grouped(friendsToGo(reward, standing)),
        }),
      ]
    case 'gone':
      return reward.goneAt === null ? [] : [fill(copy.goneAt, { date: at(reward.goneAt) })]
    default:
      return []
  }
}

function leftOf(
  { line, timeZone }: ShownCampaign,
  { left }: RewardStanding,
  limit: number | null,
  { asOf }: Pick<LineStanding, 'asOf'>,
): string[] {
  if (!line || left === null || limit === null) return []
  return [
    fill(line.copy.pages.rewards.left, {
      left: grouped(left),
      of: grouped(limit),
      time: inZone(asOf, timeZone).time,
    }),
  ]
}
