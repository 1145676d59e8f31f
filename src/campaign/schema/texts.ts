import type { Campaign } from '#contract/campaign/campaign.ts'
import type { Wrong } from '#contract/figures/figures.ts'
import { offerOfBlank, offerValues } from '#contract/campaign/offers.ts'
import { mainLang } from '#contract/mails/mails.ts'
import {
  campaignBlanks,
  promisesOf,
  promiseText,
  type Promised,
} from '#contract/promises/blanks.ts'
import { promises } from '#contract/promises/promises.ts'
import { blanksIn, leaves } from '#contract/text.ts'
import { campaignSchema } from './campaign.ts'
import { insteadOf } from './promises.ts'
import { everyNumber, ofFacts, ofOffers } from './text.ts'
import { rulesIn, textsIn, type DeclaredText } from './walk.ts'

/**
 * Empty texts, blanks that are missing or that no code fills in, and numbers in texts that promise
 * something, where a blank has to stand: the text would stay as it is when the constant changes.
 * Facts of the brand (prices, doses, results, articles) are not searched for numbers.
 */
export const wrongTexts = (campaign: Campaign): Wrong[] =>
  textsIn(campaignSchema, campaign).flatMap((declared) => {
    const { key, text, rule } = declared
    if (text.trim() === '') return [{ key, reason: 'the text is empty' }]
    const bare = isSingular.test(key) ? [] : rule.numbers(text)
    if (bare.length === 0 && rule.needed.length === 0 && !text.includes('{')) return []
    const promised = promisesOf(campaign, key)
    return [...wrongBlanks(declared, campaign, promised), ...wrongNumbers(key, bare, promised)]
  })

function wrongBlanks(
  { key, text, rule }: DeclaredText,
  { offers, product }: Campaign,
  promised: Promised,
): Wrong[] {
  const found = blanksIn(text)
  const isPromised = (name: string) =>
    rule.promises && promiseText(promised, name, mainLang) !== undefined
  const missing = rule.needed.filter((name) => !found.includes(name))
  // Only the names of the values matter here.
  const values = rule.known.includes(ofOffers)
    ? offerValues({ offers, currency: 'EUR', language: 'en' })
    : {}
  // A text that names an offer that is null is left out.
  const isOffered = (name: string) =>
    name in values ||
    (rule.known.includes(ofOffers) && offers[offerOfBlank(offers, name) ?? ''] === null)
  const isFact = (name: string) => rule.known.includes(ofFacts) && Object.hasOwn(product, name)
  const unknown = found.filter(
    (name) => !rule.known.includes(name) && !isOffered(name) && !isFact(name) && !isPromised(name),
  )
  return [
    ...missing.map((name) => ({
      key,
      reason: `{${name}} is missing, so that the text would not show its figure`,
    })),
    ...unknown.map((name) => ({ key, reason: `nothing fills in {${name}} here` })),
  ]
}

/** A plural form of its own is chosen by the number. */
const isSingular = /\.one(?:\.|$)/

const wrongNumbers = (key: string, found: readonly string[], promised: Promised): Wrong[] =>
  [...new Set(found)].map((number) => ({ key, reason: insteadOf(number, promised) }))

/** Words of the interface. They all speak of what the server does. */
export const wrongWords = (words: object): Wrong[] =>
  leaves(words).flatMap(({ key, value }) =>
    typeof value === 'string' && !isSingular.test(key)
      ? wrongNumbers(key, everyNumber(value), promises)
      : [],
  )

/** A promise of the brand has a name of its own. */
export const wrongPromiseNames = ({ promises: own }: Campaign): Wrong[] =>
  Object.keys(own)
    .filter((name) => taken.has(name))
    .map((name) => ({
      key: `promises.${name}`,
      reason: `{${name}} has another meaning already: choose another name`,
    }))

/** Every blank that code fills in somewhere in a campaign, beside the promises. */
export const blankNames: readonly string[] = rulesIn(campaignSchema).flatMap(({ known }) => known)

const taken = new Set<string>([...Object.keys(promises), ...campaignBlanks, ...blankNames])
