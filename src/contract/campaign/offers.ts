import type * as schema from '#campaign/schema/offers.ts'
import { moneyText, numberText } from '#contract/numbers.ts'
import type { Language } from './languages.ts'
import { capitalized, blanksIn } from '#contract/text.ts'

export type Offer = schema.Offer
/** The offers of a campaign, by its own names (src/campaign/schema/offers.ts). */
export type Offers = Readonly<Record<string, Offer | null>>

/** Where the page shows an offer: the part of it, or the figure that is the offer's. */
export type OfferPlace = NonNullable<Offer['shownIn'] | Offer['figure']>

/** Whether the server grants it to people who confirm. */
export const isGrantedOffer = (offer: Offer | null | undefined): offer is Offer =>
  offer?.count === undefined && offer !== null && offer !== undefined

/** Where the page shows an offer that the server grants; null if nowhere. */
export const placeOf = (offer: Offer): OfferPlace | null =>
  isGrantedOffer(offer) ? (offer.figure ?? offer.shownIn ?? null) : null

/** The name of the offer of this place; undefined if the campaign has none. */
export const offerIn = (offers: Offers, place: OfferPlace): string | undefined =>
  Object.entries(offers).find(([, offer]) => offer && placeOf(offer) === place)?.[0]

/** Its name for people who were granted it. One that the campaign no longer has is called by its key. */
export function nameOfOffer({ offers }: { offers: Offers }, key: string): string {
  const { name = key, number } = offers[key] ?? {}
  return number === undefined ? name : `${name} ${number}`
}

/**
 * What stands for the blanks of texts about the offers, so that each number is declared once:
 * `{founding}` is how many the offer `founding` has, `{foundingName}` its name, and `{foundingMonths}`
 * its number `months`. Without the blanks of an offer that is null.
 */
export const offerValues = (campaign: {
  offers: Offers
  currency: string
  language: Language
}): Values =>
  Object.fromEntries(
    Object.entries(campaign.offers).flatMap(([key, offer]) => {
      if (!offer) return []
      const { most, count, numbers = {}, money = {} } = offer
      const many = most ?? count
      const own = (name: string) => `${key}${capitalized(name)}`
      return [
        ...(many === undefined ? [] : [[key, numberText(many, campaign.language)]]),
        [own('name'), nameOfOffer(campaign, key)],
        ...Object.entries(numbers).map(([name, n]) => [
          own(name),
          numberText(n, campaign.language),
        ]),
        ...Object.entries(money).map(([name, n]) => [
          own(name),
          moneyText(n, campaign.currency, campaign.language),
        ]),
      ]
    }),
  )
type Values = Readonly<Record<string, string>>

/** The offer that a blank may be of: the one with the longest name with which the blank begins. */
export const offerOfBlank = (offers: Offers, blank: string): string | undefined =>
  Object.keys(offers)
    .filter((key) => blank === key || new RegExp(`^${key}[A-Z]`).test(blank))
    .toSorted((a, b) => b.length - a.length)[0]

/** The offers that a text names by blanks. */
export const offersNamedIn = (offers: Offers, text: string): string[] => [
  ...new Set(blanksIn(text).flatMap((blank) => offerOfBlank(offers, blank) ?? [])),
]

/** Whether a key can be the name of a blank. */
export const readsAsBlank = (name: string): boolean => /^[a-z][A-Za-z0-9]*$/.test(name)
