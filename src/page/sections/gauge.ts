import {
  emptyY,
  fullY,
  gaugeLevel,
  gaugeShare,
  lowestDotY,
  lowestPackY,
  remaining,
  shareText,
} from '#contract/figures/gauge-level.ts'
import { grouped, tenth } from '#contract/text.ts'

type Launch = { registered: number; goal: number }

/**
 * HERO-2: the barrel as the launch gauge. All that the drawing shows of the figures: the level, the
 * scale, the dots below the level, and what the call-outs say. Below the middle the reading stands
 * above its line, or it would leave the drawing.
 */
export function gaugeOf(launch: Launch) {
  const share = gaugeShare(launch)
  const level = gaugeLevel(launch)
  return {
    share,
    level,
    fullY,
    scale: [0, 1, 2, 3, 4]
      .map((quarter) => (launch.goal * quarter) / 4)
      .map((value, quarter) => ({ y: emptyY - 70 * quarter, text: scaleText(value) })),
    dots: [dotsBelow(level, 0), dotsBelow(level, 1)] as const,
    /** where the level is low, the pack has no room below it */
    isPackAbove: level > lowestPackY,
    side: share < 0.5 ? ('above' as const) : ('below' as const),
    registered: grouped(launch.registered),
    goal: grouped(launch.goal),
    percent: shareText(launch),
    remain: grouped(remaining(launch)),
    size: sizeOf(grouped(launch.registered).length),
  }
}

export type Gauge = ReturnType<typeof gaugeOf>

/**
 * 17 vertical lines, foreshortened by the cosine of their angle, so that the dots lie on the
 * cylinder: where each stands, and how far below the level it begins.
 */
const dotLines = Array.from({ length: 17 }, (_, line) => {
  const angle = (5 + 10.3 * line) * (Math.PI / 180)
  return { x: tenth(118 - 56 * Math.cos(angle)), below: 7 + 13 * Math.sin(angle) }
})

/** Every other of the lines. */
function dotsBelow(level: number, first: 0 | 1): string {
  const length = tenth(lowestDotY - level)
  if (length <= 0) return ''
  return dotLines
    .filter((_, line) => line % 2 === first)
    .map(({ x, below }) => `M${x} ${tenth(level + below)}v${length}`)
    .join('')
}

/** 2,500 or 1.5M: whole numbers alone, and short where that loses nothing. */
function scaleText(value: number): string {
  if (!Number.isInteger(value)) return ''
  return value >= 100_000 && value % 100_000 === 0
    ? `${value >= 1_000_000 ? `${value / 1_000_000}M` : `${value / 1_000}K`}`
    : grouped(value)
}

/** The number stands in one line beside the barrel, however long it is. */
const sizeOf = (characters: number) =>
  characters <= 5 ? undefined : characters === 6 ? 'm' : characters <= 9 ? 's' : 'xs'
