import type { Campaign } from './campaign.ts'
import { grouped, remaining, shareText, wholeShareText } from './figures.ts'
import { liveOffers, type LiveFigures, type LiveOffer } from './live-figures.ts'
import { inZone } from './zone-times.ts'

/**
 * The text of an element with `data-live`, by its name. An offer's name stands for the pieces that
 * are left of it.
 */
export type LiveName =
  | 'time'
  | 'registered'
  | 'waiting'
  | 'waitingWords'
  | 'nextPlace'
  | 'remain'
  | 'percent'
  | 'wholePercent'
  | LiveOffer

export type LiveTexts = Readonly<Record<LiveName, string>>

/**
 * LIVE-4: every live figure as the page shows it. Shares are rounded down. An offer without pieces
 * has an empty text.
 */
export function liveTexts(
  live: LiveFigures,
  { figures, hero, timeZone }: Pick<Campaign, 'figures' | 'hero' | 'timeZone'>,
): LiveTexts {
  const launch = { registered: live.registered, goal: figures.launch.value.goal }
  const left = liveOffers.map((offer) => [offer, piecesLeft(live.offers[offer].left)] as const)
  return {
    ...(Object.fromEntries(left) as Record<LiveOffer, string>),
    time: inZone(live.at, timeZone).time,
    registered: grouped(live.registered),
    waiting: grouped(live.waiting),
    waitingWords: live.waiting === 1 ? hero.unit.waitingOne : hero.unit.waiting,
    nextPlace: grouped(live.nextPlace),
    remain: grouped(remaining(launch)),
    percent: shareText(launch),
    wholePercent: wholeShareText(launch),
  }
}

const piecesLeft = (left: number | null) => (left === null ? '' : grouped(left))
