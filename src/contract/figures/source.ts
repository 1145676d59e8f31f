/**
 * LIVE-1: where a figure of a campaign comes from. `simulated` ticks in the browser and is never
 * fetched; a `claim` is a stated result, with its evidence or null where it has none.
 */
export type Source = { kind: 'simulated' } | { kind: 'claim'; evidence: string | null }

/** As a page shows it: with `FIGURES=live` the server counts what it can know (LIVE-2). */
export type ShownSource = Source | { kind: 'live' }

/** LIVE-3: simulated, or claimed without evidence. */
export const isUnbacked = (source: ShownSource): boolean =>
  source.kind === 'simulated' || (source.kind === 'claim' && !source.evidence)

/** Each figure with its source and what it says, wherever in the data it stands. */
export function sourcesOf(
  data: unknown,
  key = '',
): { key: string; source: Source; figure: object }[] {
  if (typeof data !== 'object' || data === null) return []
  const { source, ...figure } = data as { source?: Source }
  return [
    ...(source ? [{ key, source, figure }] : []),
    ...Object.entries(figure).flatMap(([name, inner]) =>
      sourcesOf(inner, key ? `${key}.${name}` : name),
    ),
  ]
}
