import { campaign } from '#campaign'
import { placeOf } from '#contract/campaign/offers.ts'
import { noOffer, type LiveFigures, type LiveOffer, type OfferNow } from '#contract/live/figures.ts'

type Counted = Partial<Omit<LiveFigures, 'at' | 'offers'>> & {
  /** of offers with pieces: how many there are, and how many are left */
  pieces?: Partial<Record<LiveOffer, readonly [most: number, left: number]>>
  offers?: Partial<Record<LiveOffer, Partial<OfferNow>>>
}

/** Live figures as counted at `at`: nobody is registered and no offer has an end, but for what is given. */
export function countedOn(
  at: number,
  { registered = 0, pieces = {}, offers = {}, ...others }: Counted = {},
): LiveFigures {
  return {
    at,
    registered,
    waiting: registered,
    nextPlace: registered + 1,
    goalReachedAt: null,
    confirmed: { hour: 0, today: 0, week: 0 },
    confirmedUntil: at - (at % 3_600_000),
    quizTypes: {},
    ...others,
    offers: Object.fromEntries(
      Object.entries(campaign.offers).flatMap(([offer, own]) => {
        if (!own || own.count !== undefined) return []
        const [most, left] = pieces[offer] ?? [null, null]
        return [[offer, { ...noOffer, place: placeOf(own), most, left, ...offers[offer] }]]
      }),
    ),
  }
}
