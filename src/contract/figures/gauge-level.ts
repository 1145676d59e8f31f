import type { Language } from '#contract/campaign/languages.ts'
import { numberText } from '#contract/numbers.ts'
import { tenth } from '#contract/text.ts'

type Launch = { registered: number; goal: number }

/** From 0 to 1: the part of the goal that is reached (HERO-2). */
export const gaugeShare = ({ registered, goal }: Launch): number =>
  Math.min(1, Math.max(0, registered / goal))

/** Where nothing stands in any drawing of the gauge, in its units from the top. */
const emptyY = 505

/**
 * Where the level stands, in whole units of the drawing, so that its line and the border that goes on
 * from it lie on the same pixels. `rise`: how high it rises to the goal (src/campaign/art.ts).
 */
export const levelAt = (share: number, rise: number): number =>
  Math.floor(tenth(emptyY - rise * share))

/** The part of the goal that a level stands for. */
export const shareAt = (level: number, rise: number): number => (emptyY - level) / rise

/** Below this height there is no room for a dot, and below the next none for the pack. */
const [lowestDotY, lowestPackY] = [496, 440]
/** Server and page find the same, whatever is drawn: both ask by the level of this rise. */
const usualLevel = (launch: Launch) => tenth(emptyY - 280 * gaugeShare(launch))

/** The pack lies below the level, else above it. */
export const hasPackBelow = (launch: Launch): boolean => usualLevel(launch) <= lowestPackY

/**
 * LIVE-6: how many changes of the drawing the count has passed: a level, dots, the pack below the
 * level, and past half of the goal the crowd.
 */
export const gaugeStage = (launch: Launch): number =>
  [
    launch.registered > 0,
    usualLevel(launch) < lowestDotY,
    hasPackBelow(launch),
    showsCrowd(launch),
  ].filter(Boolean).length

/** LIVE-6: from half of the goal on the gauge shows the crowd, until then the next place. */
export const showsCrowd = ({ registered, goal }: Launch): boolean => registered * 2 > goal

/**
 * '89.3': the share of the goal in percent with one decimal, rounded down so that nothing is full
 * before it is. Beyond the goal it stays '100.0': a goal is complete once.
 */
export const shareText = (launch: Launch, language: Language): string =>
  numberText(percentOf(launch, 10), language, 1)

/** '89': the same in whole percents. */
export const wholeShareText = (launch: Launch, language: Language): string =>
  numberText(percentOf(launch, 1), language)

/** `parts`: how many steps one percent has. */
const percentOf = ({ registered, goal }: Launch, parts: number) =>
  Math.min(100, Math.floor((registered * 100 * parts) / goal) / parts)

export const remaining = ({ registered, goal }: Launch): number => Math.max(0, goal - registered)
