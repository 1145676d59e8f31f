import type { Campaign } from '#contract/campaign/campaign.ts'
import { figureEntries, type TextBlanks, type Wrong } from '#contract/figures/figures.ts'
import { endBlankNames } from '#contract/launch/state-words.ts'
import { factBlanks } from '#contract/campaign/facts.ts'
import { lineBlanks } from '#contract/line/copy.ts'
import { lineRuleBlanks } from '#contract/line/rules.ts'
import { spotBlanks } from '#contract/line/spot.ts'
import { lineMailBlanks } from '#contract/line/mail-copy.ts'
import { placeholders } from '#contract/letters/letters.ts'
import { letterGaps, mainLang } from '#contract/mails/mails.ts'
import { offerBlanks } from '#contract/campaign/offers.ts'
import { promisesOf, promiseText } from '#contract/promises/blanks.ts'
import { grouped } from '#contract/text.ts'

/** Empty texts, and placeholders that are missing or unknown. */
export function wrongTexts(campaign: Campaign): Wrong[] {
  return leaves(campaign).flatMap(({ key, value }) => {
    if (typeof value !== 'string') return []
    if (value.trim() === '') return [{ key, reason: 'the text is empty' }]
    const place = filledIn.find(({ at }) => at.test(key))
    const found: readonly string[] = value.match(/\{\w*\}/g) ?? []
    const missing = place?.needed ? place.names.filter((name) => !found.includes(name)) : []
    const isPromised = (name: string) =>
      namesPromises.test(key) &&
      promiseText(promisesOf(campaign, key), name, mainLang) !== undefined
    const unknown = found.filter(
      (name) =>
        !place?.names.includes(name) &&
        !isPromised(name.slice(1, -1)) &&
        !(/^(mails|sequence)\./.test(key) && name === '{brand}'),
    )
    return [
      ...missing.map((name) => ({
        key,
        reason: `${name} is missing, so that the text would not show its figure`,
      })),
      ...unknown.map((name) => ({ key, reason: `nothing fills in ${name} here` })),
    ]
  })
}

/**
 * Where promises are filled in. Consents are stored as they are, letters are the operator's, and
 * buttons of forms are also sent without the page.
 */
const namesPromises =
  /^(?:privacy|forms|hero\.(?!cta\b)|sections|ends\.(?!closed\.once)|live|line\.copy|mails\.(?!letterStarts)|sequence\.steps)\b/

/** The placeholders of each text. Anything else in braces would be shown unchanged. */
const filledIn: readonly TextBlanks[] = [
  ...Object.values(figureEntries).flatMap(({ texts }) => texts),
  {
    at: /^hero\.unit\.access\.line$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^sections\.contents\.(facts|callouts)\.\d+\.text\.\d+$/,
    names: factBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  { at: /^quiz\.dialog\.(step|progress)$/, names: ['{n}'], needed: true },
  { at: /^quiz\.dialog\.leading$/, names: ['{type}'], needed: true },
  { at: /^quiz\.dialog\.saved\.\w+$/, names: ['{email}'], needed: false },
  {
    at: /^mails\.once(Confirm)?\.(preview|paragraphs\.\d+|note)$/,
    names: ['{email}'],
    needed: false,
  },
  { at: /^mails\.(confirm|welcome)\.quiz$/, names: ['{type}'], needed: true },
  { at: /^mails\.result(In\.[\w-]+)?\.paragraphs\.\d+$/, names: ['{type}'], needed: false },
  {
    at: /^mails\.welcome\.details\.\d+\.(name|text)$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  { at: /^mails\.(footer|sequence|letterFooters\.[\w-]+)\.why$/, names: ['{email}'], needed: true },
  {
    at: /^liveOffers\.\w+\.name$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^ends\.(closed|launched|paused)\.(strip\.text|chip|lead|note|bar\.text|level|sealed)\.\d+$/,
    names: endBlankNames.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^ends\.(goal|spots|earlyBird)\.(chip|strip|cta|note|reward|level|bar\.text|popup\.items\.\d+|card\.above)$/,
    names: endBlankNames.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^mails\.letterStarts\.\w+\.(subject|preview|body)$/,
    names: [...letterGaps, ...placeholders].map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^line\.terms\.rewards\.\d+\.(name|line)$/,
    names: offerBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^line\.copy\.(rules\.|me\.kept\.line\.lookedAt$)/,
    names: lineRuleBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^line\.copy\.mails(In\.[\w-]+)?\./,
    names: lineMailBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  {
    at: /^line\.copy\.spot\./,
    names: spotBlanks.map((name) => `{${name}}`),
    needed: false,
  },
  { at: /^line\.copy\./, names: lineBlanks.map((name) => `{${name}}`), needed: false },
  { at: /^live\.asOf$/, names: ['{time}'], needed: true },
  { at: /^live\.quizType$/, names: ['{n}'], needed: true },
  { at: /^live\.offers\.left$/, names: ['{n}', '{most}'], needed: true },
  { at: /^live\.offers\.gone$/, names: ['{most}', '{end}'], needed: true },
  { at: /^live\.(offers|earlyBird)\.begins$/, names: ['{begin}'], needed: true },
  { at: /^live\.(offers|earlyBird)\.(until|ended)$/, names: ['{end}'], needed: true },
  { at: /^live\.(offers|earlyBird)\.moved$/, names: ['{end}', '{before}'], needed: true },
  { at: /^mails\.sequence\.place$/, names: ['{n}', '{of}'], needed: true },
]
/** Every placeholder that is filled in somewhere, without its braces. */
export const blankNames: readonly string[] = filledIn.flatMap(({ names }) =>
  names.map((name) => name.slice(1, -1)),
)

/**
 * Texts that repeat an offer. A number in them that is no figure of the campaign was forgotten when
 * the figure changed.
 */
export function wrongRepeated(campaign: Campaign): Wrong[] {
  const { updates, offers } = campaign
  const said = [
    ...updates.map(({ text }, index) => ({ key: `updates.${index}.text`, text })),
    { key: 'offers.legacyPack.note', text: offers.legacyPack.note },
  ]
  return said.flatMap(({ key, text }) =>
    unknownNumbers(text, campaign).map((number) => ({
      key,
      reason: `${number} is none of the campaign's figures`,
    })),
  )
}

/** The numbers in a text that are none of the figures and offers. */
export function unknownNumbers(
  text: string,
  { offers, figures }: Pick<Campaign, 'offers' | 'figures'>,
): string[] {
  const known = new Set(
    leaves({ offers, figures }).flatMap(({ value }) =>
      typeof value === 'number' ? [grouped(value)] : [],
    ),
  )
  return [...text.matchAll(/(?<![#\d])\d[\d,]*/g)]
    .map(([number]) => number.replace(/,$/, ''))
    .filter((number) => !known.has(number))
}

/** Every value of an object, with its path as key. */
export function leaves(value: unknown, key = ''): { key: string; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ key, value }]
  return Object.entries(value).flatMap(([name, inner]) =>
    leaves(inner, key ? `${key}.${name}` : name),
  )
}
