import { campaign } from '#campaign/campaign.ts'
import type { Campaign } from '#contract/campaign.ts'
import { liveOffers, type LiveOffer } from '#contract/live-figures.ts'
import { mostPieces } from '#contract/live-offers.ts'
import { readLocalTime } from '#server/counts/local-time.ts'

/**
 * The terms of an offer. Times are in ms; null is no limit. `placement`: only sign-ups of this form
 * are granted it.
 */
export type OfferTerms = {
  most: number | null
  beginsAt: number | null
  endsAt: number | null
  placement: string | null
}

/** An offer that the campaign does not have is missing. */
export type Terms = ReadonlyMap<LiveOffer, OfferTerms>

/** Throws where the clock of the campaign's time zone skips a time. */
export const termsOf = (
  data: Pick<Campaign, 'offers' | 'figures' | 'liveOffers' | 'timeZone'>,
): Terms =>
  new Map(
    liveOffers.flatMap((offer) => {
      const most = mostPieces(data, offer)
      if (most === undefined) return []
      const at = (name: 'beginsAt' | 'endsAt') =>
        timeOf(data.liveOffers[offer][name], data.timeZone, `liveOffers.${offer}.${name}`)
      const placement = offer === 'exit' ? 'exit-intent' : null
      return [[offer, { most, beginsAt: at('beginsAt'), endsAt: at('endsAt'), placement }] as const]
    }),
  )

function timeOf(text: string | null, timeZone: string, key: string): number | null {
  if (text === null) return null
  const time = readLocalTime(text, timeZone)
  if ('wrong' in time) throw new Error(`${key}: no clock in ${timeZone} shows ${text}`)
  return time.at
}

/** The terms of the campaign that this server serves. */
export const campaignTerms = termsOf(campaign)
