import type { LiveFigures, LiveOffer, OfferNow } from '#contract/live/figures.ts'
import { liveOffers } from '#contract/live/figures.ts'

const endless: OfferNow = {
  most: null,
  left: null,
  goneAt: null,
  beginsAt: null,
  endsAt: null,
  movedFrom: null,
}

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
      liveOffers.map((offer) => {
        const [most, left] = pieces[offer] ?? [null, null]
        return [offer, { ...endless, most, left, ...offers[offer] }]
      }),
    ) as LiveFigures['offers'],
  }
}
