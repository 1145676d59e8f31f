import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Theme } from '#contract/theme/theme.ts'
import type * as words from '#campaigns/base/words/index.ts'

/** The words of the interface, by their name. */
export type Words = {
  -readonly [Name in keyof typeof words]: (typeof words)[Name] extends string
    ? string
    : (typeof words)[Name]
}

/** Every part may be left out, down to single texts. Lists are replaced as a whole. */
export type PartOf<T> = T extends readonly unknown[] | string | number | boolean | null
  ? T
  : { [Key in keyof T]?: PartOf<T[Key]> }

/** Parts of a campaign, and of the words of the base that it replaces. */
export type DeclaredCampaign = PartOf<Omit<Campaign, 'name'>> & { words?: PartOf<Words> }

/** What no base can say of a brand. */
export type OwnCampaign = DeclaredCampaign &
  Pick<Campaign, 'brand' | 'timeZone' | 'head'> & {
    hero: Pick<Campaign['hero'], 'badge' | 'headline' | 'lead'>
  }

/**
 * What the folder of a campaign exports as `campaign`: where it says nothing, the base's words and
 * values hold. The schema (schema/campaign.ts) checks the whole.
 */
export const defineCampaign = (own: OwnCampaign): OwnCampaign => own

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
  { words: own, ...campaign }: OwnCampaign,
  base: { campaign: DeclaredCampaign; words: Words },
): Pick<CampaignData, 'campaign' | 'words'> {
  return {
    campaign: { name, ...(merge(base.campaign, campaign) as Omit<Campaign, 'name'>) },
    words: merge(base.words, own) as Words,
  }
}

/** What the base declares, with the campaign's own in its place. */
function merge(base: unknown, own: unknown): unknown {
  if (own === undefined) return base
  if (!isRecord(base) || !isRecord(own)) return own
  return Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(base)])].map((key) => [
      key,
      merge(base[key], own[key]),
    ]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
