import type { DeclaredCampaign, Words } from '#campaign/compose.ts'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import { blanksIn, leaves } from '#contract/text.ts'
import { campaignSchema } from './campaign.ts'
import type { Across } from './text.ts'
import { textsIn } from './walk.ts'

/** A campaign in its first language: what its folder declares, and the whole, with the base's. */
export type FirstLanguage = {
  declared: DeclaredCampaign
  whole: { campaign: Campaign; words: Words }
}

/**
 * LANG-5: what is wrong with a further language beside the first. Each text that the campaign
 * declares in the first has its own words here, with the same blanks. A text without one in the
 * first is never shown, and numbers, times and ids are declared once.
 */
export function wrongInLanguage(
  language: string,
  declared: DeclaredCampaign,
  first: FirstLanguage,
): Wrong[] {
  const { campaign, words } = first.whole
  const from = `'${campaign.language}'`
  const whole = new Map(leaves({ ...campaign, words }).map(({ key, value }) => [key, value]))
  const here = new Map(
    leaves(declared)
      .filter(({ key }) => !isOfOneLanguage(key))
      .map(({ key, value }) => [key, value]),
  )
  const wholeTexts = textsOf({ ...campaign, words })
  const acrossOf = acrossIn(declared)
  const missing = Object.keys(textsOf(first.declared))
    .filter(
      (key) =>
        typeof here.get(key) !== 'string' &&
        !isFactNotGiven(key, here.get(key.replace(/\.sample$/, ''))),
    )
    .map((key) => ({ key, reason: `it has no text in '${language}', and one in ${from}` }))
  const others = [...here].flatMap(([key, value]) => {
    const text = wholeTexts[key]
    if (typeof value === 'string' && text !== undefined) return wrongBlanks(key, value, text, from)
    const texts = Object.keys(wholeTexts).filter((one) => one === key || one.startsWith(`${key}.`))
    if (texts.length > 0)
      return isFactNotGiven(key, value) || missing.some((one) => texts.includes(one.key))
        ? []
        : [{ key, reason: `it is ${said(value)} in '${language}' alone: remove it` }]
    if (acrossOf(key) === 'own') return []
    if (!whole.has(key)) return [{ key, reason: `there is no such text in ${from}: remove it` }]
    return acrossOf(key) === 'translated' || value === whole.get(key)
      ? []
      : [
          {
            key,
            reason: `it is ${said(whole.get(key))} in ${from}, and the same in every language: remove it`,
          },
        ]
  })
  return [...missing, ...wrongConsents(language, declared, first.declared), ...others]
}

/**
 * Each text with words of a language by its key, those of the base that the campaign replaces
 * included: neither ids and names, nor what lies in a list of texts for each language.
 */
export function textsOf(declared: object): Record<string, string> {
  const { words, ...campaign } = declared as { words?: unknown }
  const own = textsIn(campaignSchema, campaign).filter(({ key, rule: { across } }) =>
    isTranslated(across, key),
  )
  const replaced = leaves({ words }).flatMap(({ key, value }) =>
    typeof value === 'string' && !isTag.test(key) ? [{ key, text: value }] : [],
  )
  return Object.fromEntries(
    [...own, ...replaced]
      .filter(({ key }) => !isOfOneLanguage(key))
      .map(({ key, text }) => [key, text]),
  )
}

const isTranslated = (across: Across, key: string): boolean =>
  typeof across === 'string'
    ? across === 'translated'
    : across.includes(key.slice(key.lastIndexOf('.') + 1))

/** The name of a language among the words of the base, which no schema declares. */
const isTag = /(?:^|\.)(?:lang|\w+Lang)$/

/** Lists of consent lines: each language has those that it needs. */
const isOfOneLanguage = (key: string): boolean => key.startsWith('consents.')

/** HERO-12: the sentences that name it are left out. */
const isFactNotGiven = (key: string, value: unknown): boolean =>
  key.startsWith('product.') && value === null

/** FORM-10: people agree to a line in the language of the page. */
const wrongConsents = (
  language: string,
  declared: DeclaredCampaign,
  first: DeclaredCampaign,
): Wrong[] =>
  first.consents !== undefined && declared.consents === undefined
    ? [{ key: 'consents', reason: `the campaign has lines of its own, and none in '${language}'` }]
    : []

/** Numbers and ids have no rule of a text. */
function acrossIn(declared: DeclaredCampaign): (key: string) => Across {
  const rules = new Map(textsIn(campaignSchema, declared).map(({ key, rule }) => [key, rule]))
  return (key) => {
    const across = isTag.test(key) ? 'own' : rules.get(key)?.across
    return typeof across === 'string' ? across : 'shared'
  }
}

/** The same promise can be said in digits and in words. */
const blankOf = (name: string): string =>
  name.charAt(0).toLowerCase() + name.slice(1).replace(/(?:InWords|Each)$/, '')

function wrongBlanks(key: string, text: string, first: string, from: string): Wrong[] {
  const [here, there] = [text, first].map((one) => blanksIn(one)) as [string[], string[]]
  const lacks = (names: string[], name: string) => !names.map(blankOf).includes(blankOf(name))
  return [
    ...there
      .filter((name) => lacks(here, name))
      .map((name) => ({ key, reason: `{${name}} is missing, which the text in ${from} has` })),
    ...here
      .filter((name) => lacks(there, name))
      .map((name) => ({ key, reason: `the text in ${from} has no {${name}}` })),
  ]
}

const said = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
