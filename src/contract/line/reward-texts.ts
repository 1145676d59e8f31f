import type { Campaign } from '#contract/campaign/campaign.ts'
import type { RewardTerms } from './line.ts'
import { offerValues } from '#contract/campaign/offers.ts'
import { fill } from '#contract/text.ts'

/** LINE-6: a reward's name and line with their blanks filled in. */
export function rewardTexts(
  campaign: Pick<Campaign, 'offers' | 'currency' | 'language'>,
  { name, line }: Pick<RewardTerms, 'name' | 'line'>,
): { name: string; line: string } {
  const values = offerValues(campaign)
  return { name: fill(name, values), line: fill(line, values) }
}

/** The name of a step; one that the campaign no longer has is called by its friends. */
export function nameOfStep(
  campaign: Pick<Campaign, 'offers' | 'currency' | 'language' | 'line'>,
  friends: number,
): string {
  const reward = campaign.line?.terms.rewards.find((known) => known.friends === friends)
  return reward ? rewardTexts(campaign, reward).name : `Reward for ${friends} friends`
}
