import { language } from '#campaign'
import { rise } from '#art'
import {
  gaugeShare,
  hasPackBelow,
  levelAt,
  remaining,
  shareText,
} from '#contract/figures/gauge-level.ts'
import { shortNumberText } from '#contract/numbers.ts'
import { grouped } from '#page/browser/numbers.ts'

type Launch = { registered: number; goal: number }

/**
 * HERO-2: the drawing as the launch gauge. All that it shows of the figures: the level, the scale,
 * and what the call-outs say. Below the middle the reading stands
 * above its line, or it would leave the drawing.
 */
export function gaugeOf(launch: Launch) {
  const share = gaugeShare(launch)
  return {
    share,
    level: levelAt(share, rise),
    scale: [0, 1, 2, 3, 4].map((quarter) => scaleText((launch.goal * quarter) / 4)),
    /** where the level is low, the pack has no room below it */
    isPackAbove: !hasPackBelow(launch),
    side: share < 0.5 ? ('above' as const) : ('below' as const),
    registered: grouped(launch.registered),
    goal: grouped(launch.goal),
    percent: shareText(launch, language),
    remain: grouped(remaining(launch)),
    size: sizeOf(grouped(launch.registered).length),
  }
}

export type Gauge = ReturnType<typeof gaugeOf>

/** 2,500 or 1.5M: whole numbers alone, and short where that loses nothing. */
function scaleText(value: number): string {
  if (!Number.isInteger(value)) return ''
  return value >= 100_000 && value % 100_000 === 0
    ? shortNumberText(value, language)
    : grouped(value)
}

/** The number stands in one line beside the barrel, however long it is. */
const sizeOf = (characters: number) =>
  characters <= 5 ? undefined : characters === 6 ? 'm' : characters <= 9 ? 's' : 'xs'
