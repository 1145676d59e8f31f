import { createHash } from 'node:crypto'
import type { Campaign } from '#contract/campaign.ts'
import { liveOffers, type PageFacts } from '#contract/live-figures.ts'
import type { LiveMessage } from '#contract/live-message.ts'
import { liveTexts } from '#contract/live-texts.ts'

/** LIVE-4: what `/live` says; null before the first count. */
export function liveMessage(
  { live, launch, now }: PageFacts,
  campaign: Pick<Campaign, 'figures' | 'timeZone'>,
): LiveMessage | null {
  if (!live) return null
  const moves = liveOffers.map((offer) => live.offers[offer].movedFrom)
  return {
    ...liveTexts(live, campaign),
    at: live.at,
    now,
    launch: createHash('sha256')
      .update(JSON.stringify([launch, moves]))
      .digest('base64url')
      .slice(0, 8),
  }
}
