import type { Language } from '#contract/campaign/languages.ts'
import { navigation } from './navigation.ts'

/** DASH-3: the ranges of the overview, as in its address (`?range=7d`). */
export const overviewRanges = ['today', '7d', '28d', 'all'] as const
export type OverviewRange = (typeof overviewRanges)[number]

/** The address of the overview, or of another page at `path`, with a range and a language. */
export const overviewHref = (
  range: OverviewRange,
  language: Language | null,
  path: string = navigation.overview.path,
): string => `${path}?${new URLSearchParams({ range, ...(language !== null && { language }) })}`

/** DASH-3: the figures at the head of the overview (`HeadlineRow` of counts/read-overview.ts). */
export const headlineFigures = [
  'joined',
  'confirmed',
  'unconfirmed',
  'left',
  'undeliverable',
  'removed',
] as const
export type HeadlineFigure = (typeof headlineFigures)[number]
