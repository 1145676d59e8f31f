import type { Campaign } from './campaign.ts'
import { remaining, shareText, wholeShareText } from './figures.ts'
import { liveOffers, type LiveFigures, type LiveOffer } from './live-figures.ts'
import { grouped, plural } from './text.ts'
import { inZone } from './time.ts'

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
    ...waitingTexts(live, hero.unit),
    nextPlace: grouped(live.nextPlace),
    remain: grouped(remaining(launch)),
    percent: shareText(launch),
    wholePercent: wholeShareText(launch),
  }
}

/** HERO-9: '0 people waiting' would be true of a new list too, but says nothing. */
function waitingTexts(
  { registered, waiting }: Pick<LiveFigures, 'registered' | 'waiting'>,
  words: Campaign['hero']['unit'],
): Pick<LiveTexts, 'waiting' | 'waitingWords'> {
  if (registered === 0 && waiting === 0) return { waiting: words.waitingNone, waitingWords: '' }
  return {
    waiting: grouped(waiting),
    waitingWords: plural(waiting, words.waitingOne, words.waiting),
  }
}

const piecesLeft = (left: number | null) => (left === null ? '' : grouped(left))
