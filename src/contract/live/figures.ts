import type { OfferPlace } from '#contract/campaign/offers.ts'
import type { Launch } from '#contract/launch/launch.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'

/** LIVE-2: whether the figures that the server can know are simulated or counted. */
export const figureModes = ['simulated', 'live'] as const
export type FigureMode = (typeof figureModes)[number]

/** LIVE-5: the name of an offer in its campaign (contract/campaign/offers.ts). */
export type LiveOffer = string

/** An offer as it stands. Times are in ms. `most` and `left` are null if it has no pieces. */
export type OfferNow = {
  /** where the page shows it; null if nowhere */
  place: OfferPlace | null
  most: number | null
  left: number | null
  /** when the last piece went; null while there are some */
  goneAt: number | null
  /** when it begins; null if it runs from the start */
  beginsAt: number | null
  /** when it ends, after moves and pauses; null if it has no end */
  endsAt: number | null
  /** the end that the page named before it was moved; null if it was not */
  movedFrom: number | null
}

/** LIVE-2: everything that the server counts for the page, at one moment. */
export type LiveFigures = {
  /** when it was counted, in ms */
  at: number
  /** confirmed and not left */
  registered: number
  /** registered, and not invited yet */
  waiting: number
  nextPlace: number
  /** when the goal was reached first; it stays reached when people leave */
  goalReachedAt: number | null
  /** first confirmations in the last whole hour, and in the whole hours of today and of this week */
  confirmed: { hour: number; today: number; week: number }
  /** the end of the last whole hour: until then they are counted */
  confirmedUntil: number
  /** results saved by quiz type, each from 20 on */
  quizTypes: Partial<Record<PerformanceType, number>>
  /** those that the server grants, in the campaign's order */
  offers: Readonly<Record<LiveOffer, OfferNow>>
}

/** The facts about the launch with which every page is rendered. */
export type PageFacts = {
  /** when the page is rendered, in ms: what has ended by then is shown as ended */
  now: number
  mode: FigureMode
  /** null before the first count, or where no figure is live */
  live: LiveFigures | null
  launch: Launch
}

/** As an offer stands that the campaign does not have. */
export const noOffer: OfferNow = {
  place: null,
  most: null,
  left: null,
  goneAt: null,
  beginsAt: null,
  endsAt: null,
  movedFrom: null,
}

/** The offer that the page shows in this place. */
export const offerAt = (offers: LiveFigures['offers'], place: OfferPlace): OfferNow =>
  Object.values(offers).find((offer) => offer.place === place) ?? noOffer

export const hasEnded = ({ left, endsAt }: OfferNow, now: number): boolean =>
  left === 0 || (endsAt !== null && endsAt <= now)

/** Whether an offer with an end has begun, and has some left. */
export const runs = ({ left, beginsAt, endsAt }: OfferNow, now: number): boolean =>
  endsAt !== null && left !== 0 && (beginsAt ?? now) <= now

/**
 * What the server counts in the place of a figure. Names that end in `At` are times in ms. `since`:
 * since when it has not changed any more, as the last piece went or the goal was reached; else null.
 */
export type TrueFigure = { value: unknown; since: number | null }

/** The pieces of an offer; null if it has none. */
export function piecesOf(now: OfferNow, at: number): TrueFigure | null {
  const { left, most, endsAt, goneAt } = now
  if (left === null) return null
  const value = { left, most, ...(endsAt !== null && { endsAt }) }
  return { value, since: hasEnded(now, at) ? (goneAt ?? endsAt) : null }
}

/** The end of an offer; null if it has none. */
export function endOf({ endsAt, movedFrom }: OfferNow, at: number): TrueFigure | null {
  if (endsAt === null) return null
  const moved = movedFrom === null ? {} : { beforeAt: movedFrom }
  return { value: { endsAt, ...moved }, since: endsAt <= at ? endsAt : null }
}

/** LIVE-7: below this many no notice names them. */
const leastNoticed = 5

/** LIVE-7: the first window with enough confirmations; null for no notice. */
export function recentCount({
  confirmed,
}: Pick<LiveFigures, 'confirmed'>): { n: number; window: keyof LiveFigures['confirmed'] } | null {
  const window = (['hour', 'today', 'week'] as const).find((one) => confirmed[one] >= leastNoticed)
  return window ? { n: confirmed[window], window } : null
}

/** END-1: the marks that follow from the figures at `now`. Null: not reached. Times are in ms. */
type Marks = { goal: number | null; spots: number | null; earlyBird: number | null }

export function marksOf({ goalReachedAt, offers }: LiveFigures, now: number): Marks {
  const earlyBird = offerAt(offers, 'earlyBird')
  return {
    goal: goalReachedAt,
    spots: offerAt(offers, 'programSpots').goneAt,
    earlyBird: earlyBird.endsAt !== null && earlyBird.endsAt <= now ? earlyBird.endsAt : null,
  }
}
