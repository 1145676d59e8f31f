import type { PageEvent } from './events.ts'

type Ranked = { name: string; count: number }
export type ConversionStats = {
  sections: readonly Ranked[]
  ctas: readonly Ranked[]
  /** e-mail captures divided by section views, with two decimals */
  rate: string
}

const shown = 5

/**
 * TRACK-4: the sections seen most, the calls to action pressed most, and how many views became an
 * address.
 */
export function conversionStats(
  events: readonly Pick<PageEvent, 'action' | 'label'>[],
): ConversionStats {
  const labels = (action: PageEvent['action']) =>
    events.filter((event) => event.action === action).map(({ label }) => label)
  const views = labels('section_view')
  const rate = views.length > 0 ? labels('email_captured').length / views.length : 0
  return { sections: top(views), ctas: top(labels('cta_click')), rate: rate.toFixed(2) }
}

/** Those that come equally often stand in the order in which they first came. */
function top(names: readonly string[]): Ranked[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, shown)
}
