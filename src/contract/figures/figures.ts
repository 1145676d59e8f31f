import type { Campaign } from '#contract/campaign/campaign.ts'
import { wholeShareText } from './gauge-level.ts'
import {
  endOf,
  piecesOf,
  recentCount,
  runs,
  type LiveFigures,
  type LiveOffer,
  type OfferNow,
  type TrueFigure,
} from '#contract/live/figures.ts'
import type { Offers } from '#contract/campaign/offers.ts'
import type { SectionCopies } from '#contract/campaign/sections.ts'
import { grouped } from '#contract/text.ts'

/** As a campaign has them: one that is null is left out, with what shows it. */
export type CampaignFigures = Campaign['figures']
/** The value of each figure of the page, as a campaign declares it. */
export type Figures = { [Name in keyof CampaignFigures]: NonNullable<CampaignFigures[Name]> }

/** A counter of the page: where it starts, its floor or its growth, and how often it ticks. */
export type FallingCounter = Figures['pageSpots']
export type RisingCounter = Figures['waiting']

/** The key of a figure or an offer in the campaign. */
export type FigureKey =
  | `figures.${Exclude<keyof Figures, 'video'> | `video.${keyof Figures['video']}`}`
  | `offers.${keyof Offers}`

/** All that the product knows of a figure, beside its value in the campaign. */
export type FigureEntry = {
  /** for operators (DASH-7) */
  name: string
  /** the part of `campaign.sections` that shows it; null: the hero, or the top of the page */
  shownIn: keyof SectionCopies | null
  /** LIVE-2: what the server counts in its place; null: the server cannot know it */
  live: LiveValue | null
}
type LiveValue = {
  /** what the page shows of it and keeps up to date; null: it has a view of its own */
  text: LiveText | null
  /** whether there is something to show at `now`; `live` is null before the first count */
  isKnown(live: LiveFigures | null, now: number): boolean
  /** LIVE-3: the true value for operators; null: there is none at the moment */
  trueValue(live: LiveFigures, goal: number): TrueFigure | null
}

/**
 * The text of elements with `data-live`, by its name. An offer's name stands for the pieces that
 * are left of it. Texts that belong to no figure are in contract/live/texts.ts.
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
type LiveText = { name: LiveName; of(live: LiveFigures, goal: number): string }

const nextPlace: LiveText = { name: 'nextPlace', of: (live) => grouped(live.nextPlace) }

/** Every figure and offer of the page: one entry each. */
export const figureEntries: Record<FigureKey, FigureEntry> = {
  'figures.waiting': {
    name: 'People waiting',
    shownIn: null,
    live: {
      text: { name: 'waiting', of: ({ waiting }) => grouped(waiting) },
      isKnown: isCounted,
      trueValue: ({ waiting }) => current(waiting),
    },
  },
  'figures.launch': {
    name: 'Launch progress',
    shownIn: null,
    live: {
      text: { name: 'registered', of: ({ registered }) => grouped(registered) },
      // Its goal is known before the first count.
      isKnown: () => true,
      trueValue: ({ registered, goalReachedAt }, goal) => ({
        value: { registered, goal },
        since: goalReachedAt,
      }),
    },
  },
  'figures.earlySpots': {
    name: 'Early-access spots',
    shownIn: 'strip',
    live: {
      text: nextPlace,
      isKnown: isCounted,
      trueValue: (live) => current({ nextPlace: live.nextPlace }),
    },
  },
  'figures.batchPercent': {
    name: 'Batch',
    shownIn: 'strip',
    live: {
      text: {
        name: 'wholePercent',
        of: ({ registered }, goal) => wholeShareText({ registered, goal }),
      },
      isKnown: isCounted,
      trueValue: ({ registered }, goal) => current(Math.floor((registered / goal) * 100)),
    },
  },
  'figures.audience': unknowable('Audience', 'proof'),
  'figures.cohort': unknowable('Result of users', 'proof'),
  'figures.video.watching': unknowable('Video, watching now', 'video'),
  'figures.video.averageS': unknowable('Video, average watch', 'video'),
  'figures.video.requestPercent': unknowable('Video, asked for access', 'video'),
  'figures.video.previewMin': {
    ...unknowable('Video, length of the preview', 'video'),
  },
  'figures.programSpots': {
    name: 'Spots of the program',
    shownIn: 'exclusivity',
    live: {
      text: piecesLeft('program'),
      isKnown: (live, now) =>
        live !== null &&
        live.offers.program.left !== null &&
        (live.offers.program.endsAt ?? Infinity) > now,
      trueValue: (live) => piecesOf(live, 'program'),
    },
  },
  'figures.pageSpots': {
    name: 'Spots on the page',
    shownIn: 'bars',
    live: {
      text: nextPlace,
      isKnown: isCounted,
      trueValue: (live) => current({ nextPlace: live.nextPlace }),
    },
  },
  'figures.earlyBird': {
    name: 'Early-bird price',
    shownIn: 'earlyBird',
    live: clockOf('earlyBird'),
  },
  'figures.programTimer': {
    name: 'Program closes',
    shownIn: 'exclusivity',
    live: clockOf('program'),
  },
  'figures.accessTimer': {
    name: 'Access ends',
    shownIn: 'final',
    live: clockOf('founding'),
  },
  'figures.recent': {
    name: 'Recent sign-ups',
    shownIn: 'recent',
    live: {
      text: null,
      isKnown: (live) => live !== null && recentCount(live) !== null,
      trueValue(live) {
        const count = recentCount(live)
        return count && current(count)
      },
    },
  },
  'offers.legacyPack': {
    name: 'Legacy Pack',
    shownIn: null,
    live: leftOf('legacyPack'),
  },
  'offers.invitations': unknowable('Invitations', 'exclusivity'),
  'offers.founding': {
    name: 'Founding status',
    shownIn: 'final',
    live: leftOf('founding'),
  },
  'offers.exit': {
    name: 'Exit offer',
    shownIn: 'exit',
    live: leftOf('exit'),
  },
  'offers.mysteryReward': {
    name: 'Mystery reward',
    shownIn: 'stay',
    live: leftOf('mysteryReward'),
  },
}

/**
 * The entry of a figure or offer. A part of one, as `figures.cohort.0`, has that of the whole, and
 * `figures.video` that of a part.
 */
export const entryOf = (key: string): FigureEntry | undefined =>
  Object.entries(figureEntries).find(
    ([name]) => name === key || key.startsWith(`${name}.`) || name.startsWith(`${key}.`),
  )?.[1]

/** Function declarations, since the table above calls them. */
function isCounted(live: LiveFigures | null): boolean {
  return live !== null
}

function current(value: unknown): TrueFigure {
  return { value, since: null }
}

/** LIVE-2: who is there, invented people and claims: the server has no count of them. */
function unknowable(name: string, shownIn: FigureEntry['shownIn']): FigureEntry {
  return { name, shownIn, live: null }
}

/** The end of an offer. */
function clockOf(offer: LiveOffer): LiveValue {
  return {
    text: null,
    isKnown: (live, now) => live !== null && runs(live.offers[offer], now),
    trueValue: (live) => endOf(live, offer),
  }
}

/** The pieces of an offer. Its terms are known before the first count. */
function leftOf(offer: LiveOffer): LiveValue {
  return {
    text: piecesLeft(offer),
    isKnown: () => true,
    trueValue: (live) => piecesOf(live, offer),
  }
}

function piecesLeft(offer: LiveOffer): LiveText {
  return { name: offer, of: ({ offers }) => leftText(offers[offer]) }
}

/** An offer without pieces has an empty text. */
export const leftText = ({ left }: OfferNow): string => (left === null ? '' : grouped(left))

export type Wrong = { key: string; reason: string }
