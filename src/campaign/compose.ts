import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Theme } from '#contract/theme/theme.ts'
import type * as words from '#campaigns/base/words/index.ts'

/** The words of the interface, by their name. */
export type Words = { -readonly [Name in keyof typeof words]: (typeof words)[Name] }

/** Every part may be left out, down to single texts. Lists are replaced as a whole. */
export type PartOf<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { [Key in keyof T]?: PartOf<T[Key]> }

/** What the folder of a campaign declares: the campaign, and the base's words that it replaces. */
export type DeclaredCampaign = Omit<Campaign, 'name'> & { words?: PartOf<Words> }

/** What the folder of a campaign exports as `campaign`. */
export const defineCampaign = (declared: DeclaredCampaign): DeclaredCampaign => declared

/** What a server, its commands and its bundles read of a campaign. Data only. */
export type CampaignData = {
  campaign: Campaign
  words: Words
  theme: Theme
  /** `npm run card` has drawn the pictures of shared links */
  hasCards: boolean
}

export function composeCampaign(
  name: string,
  { words: own, ...campaign }: DeclaredCampaign,
  base: Words,
): Pick<CampaignData, 'campaign' | 'words'> {
  return { campaign: { name, ...campaign }, words: merge(base, own) as Words }
}

function merge(base: unknown, own: unknown): unknown {
  if (own === undefined) return base
  if (!isRecord(base) || !isRecord(own)) return own
  return Object.fromEntries(
    [...new Set([...Object.keys(base), ...Object.keys(own)])].map((key) => [
      key,
      merge(base[key], own[key]),
    ]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
