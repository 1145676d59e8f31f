import type { Campaign } from '#contract/campaign.ts'
import { gaugeLevel } from '#contract/gauge-level.ts'
import type { LiveMessage } from '#contract/live-message.ts'
import { liveTexts } from '#contract/live-texts.ts'
import { launchMark, type KnownFacts } from '#server/http/known-facts.ts'

/** LIVE-4: what `/live` says; null before the first count. */
export function liveMessage(
  { facts: { live, now }, launch, stage }: KnownFacts,
  campaign: Pick<Campaign, 'figures' | 'hero' | 'timeZone'>,
): LiveMessage | null {
  if (!live) return null
  return {
    ...liveTexts(live, campaign),
    at: live.at,
    now,
    launch: launchMark(launch),
    level: gaugeLevel({ ...campaign.figures.launch.value, registered: live.registered }),
    stage,
  }
}
