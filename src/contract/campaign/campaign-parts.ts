import type { Campaign } from './campaign.ts'
import { isGrantedOffer } from './offers.ts'

type Parts = Pick<Campaign, 'quiz' | 'sequence' | 'line' | 'offers'>

/**
 * Parts that a campaign can be without (BRAND-6). Each text, column, command and job that is about
 * one names it, and is left out where the campaign lacks it. `offers`: those that people are
 * granted. `sequence`: its mails follow a quiz result, so without a quiz there are none.
 */
const isThere = {
  quiz: ({ quiz }) => quiz !== null,
  sequence: ({ quiz, sequence }) => quiz !== null && sequence !== null,
  line: ({ line }) => line !== null,
  rewards: ({ line }) => (line?.terms?.rewards?.length ?? 0) > 0,
  offers: ({ offers }) => Object.values(offers ?? {}).some(isGrantedOffer),
} as const satisfies Record<string, (campaign: Parts) => boolean>

export type CampaignPart = keyof typeof isThere
// Object.keys does not know the keys of its argument.
export const campaignParts = Object.keys(isThere) as CampaignPart[]
/** Whether a campaign has a part. */
export type HasPart = (part: CampaignPart) => boolean

export const partsOf =
  (campaign: Parts): HasPart =>
  (part) =>
    isThere[part](campaign)

/** Those of a list that need no part, or one that the campaign has. */
export const withTheirPart = <One extends { needs?: CampaignPart }>(
  all: readonly One[],
  has: HasPart,
): One[] => all.filter(({ needs }) => needs === undefined || has(needs))

/** The innermost, so that one may stand in another. */
const conditional = new RegExp(String.raw`\[(no )?(${campaignParts.join('|')}): ([^[\]]*)\]`, 'g')

/**
 * A text without what is about parts that the campaign lacks: `[quiz: …]` stands where it has a
 * quiz, `[no quiz: …]` where it has none.
 */
export function saidOf(text: string, has: HasPart): string {
  // The pattern has the names of parts alone.
  const said = text.replaceAll(
    conditional,
    (_, no: string | undefined, part: CampaignPart, inner: string) =>
      has(part) === (no === undefined) ? inner : '',
  )
  return said === text ? text : saidOf(said, has)
}

/** The same for every text of a value. A list loses each text of which nothing is left. */
export function saidIn<Value>(value: Value, has: HasPart): Value
export function saidIn(value: unknown, has: HasPart): unknown {
  if (typeof value === 'string') return saidOf(value, has)
  if (Array.isArray(value)) {
    const isLeft = (one: unknown, index: number) => one !== '' || value[index] === ''
    return value.map((one) => saidIn(one, has)).filter(isLeft)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, saidIn(one, has)]))
}
