import type { Campaign } from '#contract/campaign/campaign.ts'
import { partsOf, saidIn } from '#contract/campaign/campaign-parts.ts'
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
export type DeclaredCampaign = PartOf<Omit<Campaign, 'name' | 'languages'>> & {
  words?: PartOf<Words>
}

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

/** LANG-4: all that a quiz result says in one language. `lang`: its tag, where it is not the page's. */
export type ResultTexts = {
  lang?: string
  ofQuiz: Pick<NonNullable<Campaign['quiz']>, 'types' | 'dialog' | 'typeNameLang'>
  words: Words['quizResult']
  fromElsewhere: Words['quizFormFromElsewhere']
  consent: Campaign['consents'][number]
}

/** What a server, its commands and its bundles read of a campaign in one language. Data only. */
export type CampaignData = {
  campaign: Campaign
  words: Words
  /** LANG-4: how a quiz result is shown first, where that is not the page's language */
  firstResult: ResultTexts | null
  theme: Theme
  /** `npm run card` has drawn the pictures of shared links, with the words of this language */
  hasCards: boolean
}

/** What the base says in one language. */
export type BaseTexts = { campaign: DeclaredCampaign; words: Words }

/**
 * What the folder of a campaign declares: `campaign` in its first language, and in `languages` the
 * texts of each further one by its tag (BCP 47).
 */
export type CampaignFolder = {
  campaign: OwnCampaign
  languages?: Readonly<Record<string, DeclaredCampaign>>
}

/** The languages of a campaign, its first one first. */
export const languagesOf = ({ campaign, languages = {} }: CampaignFolder): string[] => [
  campaign.language ?? 'en',
  ...Object.keys(languages),
]

/**
 * The campaign in one language, on top of the base in that language. Another than the first has its
 * own texts in the place of the first's; numbers, times and ids are declared once, so a list of as
 * many records says of each only its words. What is said of parts that the campaign lacks is left out
 * (contract/campaign/campaign-parts.ts).
 */
export function composeCampaign(
  name: string,
  folder: CampaignFolder,
  base: BaseTexts,
  language: string,
): InLanguages[number] {
  const languages = languagesOf(folder)
  const { words, ...own } = folder.campaign
  const { words: otherWords, ...texts } = folder.languages?.[language] ?? {}
  const isFirst = language === languages[0]
  // The schema says whether the whole is a campaign.
  const whole = mergeTexts(merge(base.campaign, own), texts) as Omit<Campaign, 'name'>
  const has = partsOf(whole)
  return {
    campaign: { ...saidIn(whole, has), name, language, languages },
    words: saidIn(merge(base.words, isFirst ? words : otherWords) as Words, has),
  }
}

type InLanguages = readonly Pick<CampaignData, 'campaign' | 'words'>[]

/** LANG-4: the texts of the result that pages in a language show first. `all`: each language. */
export function firstResultOf({ language, quiz }: Campaign, all: InLanguages): ResultTexts | null {
  const first = all.find(({ campaign }) => campaign.language === quiz?.resultFirst)
  if (!first?.campaign.quiz || quiz?.resultFirst === language) return null
  const { campaign, words } = first
  const { types, dialog, typeNameLang } = first.campaign.quiz
  return {
    lang: campaign.language,
    ofQuiz: { types, dialog, typeNameLang },
    words: { ...words.quizResult, ...words.quizResult.elsewhere },
    fromElsewhere: words.quizFormFromElsewhere,
    consent: { lang: campaign.language, ...campaign.consents[0] },
  }
}

/** The base in a language beside English, whose structure it has. */
export const baseIn = (english: DeclaredCampaign, texts: DeclaredCampaign): DeclaredCampaign =>
  mergeTexts(english, texts) as DeclaredCampaign

/** What the base declares, with the campaign's own in its place. */
const merge = (base: unknown, own: unknown): unknown => mergeBy(base, own, merge)

/** The same, and also within lists of as many records. */
function mergeTexts(base: unknown, own: unknown): unknown {
  return isRecords(base) && isRecords(own) && base.length === own.length
    ? base.map((one, index) => mergeTexts(one, own[index]))
    : mergeBy(base, own, mergeTexts)
}

function mergeBy(base: unknown, own: unknown, merge: typeof mergeTexts): unknown {
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
const isRecords = (value: unknown): value is readonly Record<string, unknown>[] =>
  Array.isArray(value) && value.every(isRecord)
