import type { Campaign } from '#contract/campaign/campaign.ts'
import { figureEntries, leftText, type LiveName } from '#contract/figures/figures.ts'
import { remaining, shareText } from '#contract/figures/gauge-level.ts'
import type { LiveFigures } from './figures.ts'
import { grouped, plural } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

export type LiveTexts = Readonly<Record<LiveName, string>>

/**
 * LIVE-4: every live figure as the page shows it, and the texts beside them. Shares are rounded
 * down.
 */
export function liveTexts(
  live: LiveFigures,
  { figures, hero, timeZone }: Pick<Campaign, 'figures' | 'hero' | 'timeZone'>,
): LiveTexts {
  const { goal } = figures.launch.value
  const launch = { registered: live.registered, goal }
  const texts = Object.values(figureEntries).flatMap((entry) => entry.live?.text ?? [])
  return {
    ...Object.fromEntries(
      Object.entries(live.offers).map(([offer, now]) => [offer, leftText(now)]),
    ),
    ...Object.fromEntries(texts.map(({ name, of }) => [name, of(live, goal)])),
    ...waitingTexts(live, hero.unit),
    time: inZone(live.at, timeZone).time,
    remain: grouped(remaining(launch)),
    percent: shareText(launch),
    // The names of the entries are those of the type, as each entry has one.
  } as LiveTexts
}

/** HERO-9: '0 people waiting' would be true of a new list too, but says nothing. */
function waitingTexts(
  { registered, waiting }: Pick<LiveFigures, 'registered' | 'waiting'>,
  words: Campaign['hero']['unit'],
): Partial<LiveTexts> {
  if (registered === 0 && waiting === 0) return { waiting: words.waitingNone, waitingWords: '' }
  return { waitingWords: plural(waiting, words.waitingOne, words.waiting) }
}
