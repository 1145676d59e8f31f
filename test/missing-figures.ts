import { campaign } from '#campaign'
import { entryOf } from '#contract/figures/figures.ts'
import { wrongCampaign } from '#campaign/schema/check.ts'
import { withNull } from './null-campaigns.ts'

const { video, ...others } = campaign.figures

/** LIVE-2: every figure that can be left out, by its key in the campaign. */
export const missingKeys = [
  ...Object.keys(others).map((name) => `figures.${name}`),
  ...Object.keys(video!).map((name) => `figures.video.${name}`),
].filter((key) => wrongCampaign(withNull(campaign, key)).length === 0)

const sectionOf = (key: string) => entryOf(key, campaign.offers)?.shownIn

/** Each two of them that the same section shows. */
export const missingPairs = missingKeys.flatMap((key, index) =>
  missingKeys
    .slice(index + 1)
    .filter((other) => sectionOf(other) === sectionOf(key))
    .map((other) => [key, other] as const),
)
