import type { Campaign } from '#contract/campaign/campaign.ts'
import { wholeShareText } from './gauge-level.ts'
import {
  endOf,
  noOffer,
  offerAt,
  piecesOf,
  recentCount,
  runs,
  type LiveFigures,
  type OfferNow,
  type TrueFigure,
} from '#contract/live/figures.ts'
import { isGrantedOffer, type OfferPlace, type Offers } from '#contract/campaign/offers.ts'
import type { SectionCopies } from '#contract/campaign/sections.ts'
import { numberText } from '#contract/numbers.ts'
import type { Language } from '#contract/campaign/languages.ts'

/** As a campaign has them: one that is null is left out, with what shows it. */
export type CampaignFigures = Campaign['figures']
/** The value of each figure of the page, as a campaign declares it. */
export type Figures = { [Name in keyof CampaignFigures]: NonNullable<CampaignFigures[Name]> }

/** A counter of the page: where it starts, its floor or its growth, and how often it ticks. */
export type FallingCounter = Figures['pageSpots']
export type RisingCounter = Figures['waiting']

/** The key of a figure in the campaign. */
export type FigureKey =
  `figures.${Exclude<keyof Figures, 'video'> | `video.${keyof Figures['video']}`}`

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
 * The text of elements with `data-live`, by its name. Texts that belong to no figure are in
 * contract/live/texts.ts, which also says what is left of each offer, by the offer's name.
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
/** `language`: that of the page which shows it */
type LiveText = { name: LiveName; of(live: LiveFigures, goal: number, language: Language): string }

const nextPlace: LiveText = {
  name: 'nextPlace',
  of: ({ nextPlace }, _, language) => numberText(nextPlace, language),
}

/** Every figure of the page: one entry each. Those of the offers follow from the campaign. */
export const figureEntries: Record<FigureKey, FigureEntry> = {
  'figures.waiting': {
    name: 'People waiting',
    shownIn: null,
    live: {
      text: { name: 'waiting', of: ({ waiting }, _, language) => numberText(waiting, language) },
      isKnown: isCounted,
      trueValue: ({ waiting }) => current(waiting),
    },
  },
  'figures.launch': {
    name: 'Launch progress',
    shownIn: null,
    live: {
      text: {
        name: 'registered',
        of: ({ registered }, _, language) => numberText(registered, language),
      },
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
        of: ({ registered }, goal, language) => wholeShareText({ registered, goal }, language),
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
      ...leftOf((live) => offerAt(live.offers, 'programSpots')),
      isKnown(live, now) {
        const { left, endsAt } = live ? offerAt(live.offers, 'programSpots') : noOffer
        return left !== null && (endsAt ?? Infinity) > now
      },
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
    live: clockOf('programSpots'),
  },
  'figures.accessTimer': {
    name: 'Access ends',
    shownIn: 'final',
    live: clockOf('final'),
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
}

/**
 * The entry of a figure or offer. A part of one, as `figures.cohort.0`, has that of the whole, and
 * `figures.video` that of a part.
 */
export const entryOf = (key: string, offers: Offers): FigureEntry | undefined =>
  key.startsWith('offers.')
    ? offerEntry(key.split('.')[1]!, offers)
    : Object.entries(figureEntries).find(
        ([name]) => name === key || key.startsWith(`${name}.`) || name.startsWith(`${key}.`),
      )?.[1]

function offerEntry(key: string, offers: Offers): FigureEntry | undefined {
  const offer = offers[key]
  if (!offer) return undefined
  const { name, shownIn } = offer
  return {
    name,
    shownIn: shownIn === undefined || shownIn === 'hero' ? null : shownIn,
    live: isGrantedOffer(offer) ? leftOf((live) => live.offers[key] ?? noOffer) : null,
  }
}

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

/** The end of the offer in this place. */
function clockOf(place: OfferPlace): LiveValue {
  return {
    text: null,
    isKnown: (live, now) => live !== null && runs(offerAt(live.offers, place), now),
    trueValue: (live) => endOf(offerAt(live.offers, place), live.at),
  }
}

/** The pieces of an offer. Its terms are known before the first count. */
function leftOf(offerOf: (live: LiveFigures) => OfferNow): LiveValue {
  return {
    text: null,
    isKnown: () => true,
    trueValue: (live) => piecesOf(offerOf(live), live.at),
  }
}

/** An offer without pieces has an empty text. */
export const leftText = ({ left }: OfferNow, language: Language): string =>
  left === null ? '' : numberText(left, language)

export type Wrong = { key: string; reason: string }
