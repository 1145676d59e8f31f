import type { CampaignData } from '#campaign/compose.ts'
import { fileOf } from '#contract/campaign/campaign-files.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import type { z } from 'zod'
import { campaignSchema } from './campaign.ts'
import { reasonOf, wrongBy } from './reasons.ts'
import { wrongTogether } from './rules.ts'
import { wrongPromiseNames, wrongTexts, wrongWords } from './texts.ts'

/**
 * The errors of a campaign, with the file of each key. An error stops the build. `own`: what its
 * folder declares; the rest is the base's.
 */
export function wrongCampaign(campaign: Campaign, own?: object): (Wrong & { file: string })[] {
  const issues = issuesOf(campaignSchema, campaign)
  const unreadable = new Set(issues.filter(isOfAnotherKind).map(({ path }) => path[0]))
  const isReadable = (part: string) => !unreadable.has(part)
  // Promises follow from these parts.
  const knowsPromises = ['promises', 'sequence', 'line'].every(isReadable)
  return [
    ...issues.flatMap((issue) => wrongBy(campaignSchema, issue)),
    ...wrongTogether(campaign, isReadable),
    ...(knowsPromises ? [...wrongTexts(campaign), ...wrongPromiseNames(campaign)] : []),
  ].map((one) => ({
    ...one,
    file:
      own && !declares(own, one.key)
        ? `campaigns/base/${campaign.language}`
        : fileOf(campaign, one.key),
  }))
}

function declares(own: object, key: string): boolean {
  let part: unknown = own
  for (const name of key.split('.')) {
    if (typeof part !== 'object' || part === null) return true
    if (!Object.hasOwn(part, name)) return false
    part = (part as Record<string, unknown>)[name]
  }
  return true
}

/** The errors of a part of a campaign by its schema, without those of its texts. */
export const wrongIn = (schema: z.ZodType, value: unknown): Wrong[] =>
  issuesOf(schema, value).flatMap((issue) => wrongBy(schema, issue))

const issuesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: reasonOf }).error?.issues ?? []

/** The value is missing or of another kind, so that no rule can read it. */
const isOfAnotherKind = ({ code }: z.core.$ZodIssue) =>
  code !== 'custom' && code !== 'unrecognized_keys'

/**
 * The errors of a campaign and of its words in one text, or null if there are none. `others`: those of
 * the words that it replaces (own-words.ts) and of a further language (in-language.ts); of two with one
 * key the schema's is said. A campaign without a file of a part has it in index.ts.
 */
export function refusalOf(
  { campaign, words = {}, own, hasFile = () => true }: Checked,
  others: readonly Wrong[] = [],
): string | null {
  const ofCampaign = wrongCampaign(campaign, own)
  const known = new Set(ofCampaign.map(({ key }) => key))
  const wrong = [
    ...ofCampaign,
    ...others
      .filter(({ key }) => !known.has(key))
      .map((one) => ({ ...one, file: fileOf(campaign, one.key) })),
    ...wrongWords(words).map((one) => ({ ...one, file: wordsFile(campaign) })),
  ]
  const index = [fileOf(campaign, 'brand'), `campaigns/${campaign.name}/index.ts`].find(hasFile)
  return wrong.length === 0
    ? null
    : [
        'The campaign cannot be built:',
        ...wrong.map(
          ({ file, key, reason }) => `  ${hasFile(file) ? file : index}  ${key}: ${reason}`,
        ),
      ].join('\n')
}

const wordsFile = ({ language }: Campaign): string =>
  language === 'en' ? 'campaigns/base/words' : `campaigns/base/${language}`

type Checked = Pick<CampaignData, 'campaign'> & {
  words?: object
  own?: object
  hasFile?: (file: string) => boolean
}
