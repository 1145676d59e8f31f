import type { Campaign } from '#contract/campaign.ts'
import type { LiveMessage } from '#contract/live-message.ts'
import { liveTexts } from '#contract/live-texts.ts'
import { launchMark, type KnownFacts } from '#server/http/known-facts.ts'

/** LIVE-4: what `/live` says; null before the first count. */
export const liveMessage = (
  { facts: { live, now }, launch }: KnownFacts,
  campaign: Pick<Campaign, 'figures' | 'timeZone'>,
): LiveMessage | null =>
  live && { ...liveTexts(live, campaign), at: live.at, now, launch: launchMark(launch) }
