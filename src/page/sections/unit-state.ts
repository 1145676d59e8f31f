import type { ReactNode } from 'react'
import { filledOrNull } from '#contract/facts.ts'
import { offerValues } from '#contract/offer-blanks.ts'
import type { Site } from '#contract/render.ts'
import { isLive, launchNow, showsCrowd, type ShownCampaign } from '#contract/shown-figures.ts'
import { gaugeOf, type Gauge } from './gauge.ts'

/**
 * How a page beside the landing page shows the drawing. `line`: instead of the words at the level.
 * `under`: the words below the level of an empty barrel. `dot`: that which is or would be the
 * visitor's. `tone`: without gold (`quiet`), or with nothing in the barrel (`empty`).
 */
export type Drawing = {
  line?: string | undefined
  under?: string
  dot?: 'next' | 'last'
  tone?: 'quiet' | 'empty'
  /**
   * LINE-9: the count that was read with a person's place, and what is said of it at the level; it
   * rises with the press
   */
  own?: { registered: number; words: ReactNode; rises?: boolean }
}
export type PartProps = {
  campaign: ShownCampaign
  drawing: Drawing | undefined
  state: DrawnState
}

/**
 * `launch`: the shown count, null for an empty barrel. `isKeptUp`: the words beside the drawing
 * change while the page is open, so it cannot have an alternative text of its own.
 */
export type DrawnState = {
  launch: { registered: number; goal: number } | null
  gauge: Gauge
  isReached: boolean
  isKeptUp: boolean
  isNext: boolean
  awaits: boolean
}
/** HERO-8: what stands beside the collar; null without the figures that it names. */
export const accessLine = ({ hero, offers }: ShownCampaign): string | null =>
  filledOrNull(hero.unit.access.line, offerValues(offers))

export function drawnState(
  { figures, counted = null }: ShownCampaign,
  drawing: Drawing | undefined,
  optIn: Site['optIn'] | undefined,
): DrawnState {
  const { goal } = figures.launch.value
  const own = drawing?.own && { registered: drawing.own.registered, goal }
  const launch = drawing?.tone === 'empty' ? null : (own ?? launchNow(figures, counted))
  const isCounted = launch !== null && isLive(figures.launch)
  const isKeptUp = !drawing && isCounted
  return {
    launch,
    gauge: gaugeOf(launch ?? { registered: 0, goal }),
    isReached: isLive(figures.launch) && counted !== null && counted.goalReachedAt !== null,
    isKeptUp,
    isNext: isCounted && !showsCrowd(launch),
    awaits: isKeptUp && optIn === 'double',
  }
}
