import { type CampaignFigures, type Wrong } from '#contract/figures/figures.ts'
import { liveOffers, type LiveOffer } from './figures.ts'
import { offerValues, type Offers } from '#contract/campaign/offers.ts'
import { fill } from '#contract/text.ts'
import { isoMinute, isTimeZone, minuteMs } from '#contract/time.ts'

/**
 * LIVE-5: the name of an offer for the people who were granted it (with the blanks of
 * contract/campaign/offers.ts), and when it runs: the end is the first moment after it. Times are those of the
 * campaign's time zone, as `2027-01-31T23:59`; null is no limit.
 */
type OfferDates = { name: string; beginsAt: string | null; endsAt: string | null }

/** When a campaign's offers begin and end. How many pieces there are is `mostPieces`. */
export type LiveOffers = Record<LiveOffer, OfferDates>

/**
 * How many pieces an offer has: null if it has none, so that only a time can end it. Undefined: the
 * campaign has no such offer.
 */
export function mostPieces(
  { offers, figures }: { offers: Offers; figures: CampaignFigures },
  offer: LiveOffer,
): number | null | undefined {
  if (offer === 'program') return figures.programSpots?.value.total
  if (offer === 'earlyBird') return figures.earlyBird ? null : undefined
  return offers[offer].most
}

export const nameOfOffer = (
  { offers, liveOffers: dates }: { offers: Offers; liveOffers: LiveOffers },
  offer: LiveOffer,
): string => fill(dates[offer].name, offerValues(offers))

const localTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Times that cannot be read or that no clock shows, and offers that end before they begin. */
export const wrongLiveOffers = (dates: LiveOffers, timeZone: string): Wrong[] =>
  liveOffers.flatMap((offer) => {
    const { beginsAt, endsAt } = dates[offer]
    const unreadable = Object.entries({ beginsAt, endsAt }).flatMap(([name, text]) =>
      wrongTime(text, timeZone).map((reason) => ({ key: `liveOffers.${offer}.${name}`, reason })),
    )
    // Times of one zone in this form sort as texts.
    const isReversed = beginsAt !== null && endsAt !== null && endsAt <= beginsAt
    return unreadable.length === 0 && isReversed
      ? [
          {
            key: `liveOffers.${offer}.endsAt`,
            reason: `the offer ends (${endsAt}) before it begins (${beginsAt})`,
          },
        ]
      : unreadable
  })

function wrongTime(text: string | null, timeZone: string): string[] {
  if (text === null) return []
  if (!isLocalTime(text)) return [`'${text}' is no time as 2027-01-31T23:59`]
  return isTimeZone(timeZone) && !isShownIn(timeZone, text)
    ? [`no clock in ${timeZone} shows ${text}, because summer time begins then`]
    : []
}

const quarterMs = 15 * minuteMs
/** Zones are whole quarters of an hour and at most 14 hours from UTC. */
const most = 14 * 4

function isShownIn(timeZone: string, text: string): boolean {
  const utc = Date.parse(`${text}Z`)
  return Array.from({ length: 2 * most + 1 }, (_, index) => index - most).some(
    (quarters) => isoMinute(utc + quarters * quarterMs, timeZone) === text,
  )
}

const isLocalTime = (text: string): boolean =>
  localTime.test(text) &&
  !Number.isNaN(Date.parse(`${text}Z`)) &&
  new Date(`${text}Z`).toISOString().startsWith(text)
