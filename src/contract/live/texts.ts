import type { Campaign } from '#contract/campaign/campaign.ts'
import { figureEntries, leftText, type LiveName } from '#contract/figures/figures.ts'
import { remaining, shareText } from '#contract/figures/gauge-level.ts'
import type { LiveFigures } from './figures.ts'
import { pluralOf, numberText } from '#contract/numbers.ts'
import { inZone } from '#contract/time.ts'

export type LiveTexts = Readonly<Record<LiveName, string>>

/**
 * LIVE-4: every live figure as the page shows it, and the texts beside them. Shares are rounded
 * down.
 */
export function liveTexts(
  live: LiveFigures,
  campaign: Pick<Campaign, 'figures' | 'hero' | 'timeZone' | 'language'>,
): LiveTexts {
  const { figures, timeZone, language } = campaign
  const { goal } = figures.launch.value
  const launch = { registered: live.registered, goal }
  const texts = Object.values(figureEntries).flatMap((entry) => entry.live?.text ?? [])
  return {
    ...Object.fromEntries(
      Object.entries(live.offers).map(([offer, now]) => [offer, leftText(now, language)]),
    ),
    ...Object.fromEntries(texts.map(({ name, of }) => [name, of(live, goal, language)])),
    ...waitingTexts(live, campaign),
    time: inZone(live.at, timeZone, language).time,
    remain: numberText(remaining(launch), language),
    percent: shareText(launch, language),
    // The names of the entries are those of the type, as each entry has one.
  } as LiveTexts
}

/** HERO-9: '0 people waiting' would be true of a new list too, but says nothing. */
function waitingTexts(
  { registered, waiting }: Pick<LiveFigures, 'registered' | 'waiting'>,
  { hero: { unit: words }, language }: Pick<Campaign, 'hero' | 'language'>,
): Partial<LiveTexts> {
  if (registered === 0 && waiting === 0) return { waiting: words.waitingNone, waitingWords: '' }
  return { waitingWords: pluralOf(waiting, language, words.waitingOne, words.waiting) }
}
