import { expect, test } from 'vitest'
import { campaign } from '#campaign'
import { rewardTexts } from './reward-texts.ts'
import { nameOfOffer } from '#contract/campaign/offers.ts'

test('[LINE-6] the shipped campaign fills the blanks of every reward', () => {
  const rewards = campaign.line!.terms.rewards.map((reward) => rewardTexts(campaign, reward))
  expect(rewards.map(({ name }) => name)).toContain(nameOfOffer(campaign, 'legacyPack'))
  expect(JSON.stringify(rewards)).not.toMatch(/\{\w+\}/)
})
