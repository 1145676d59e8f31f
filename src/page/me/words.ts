import { me } from '#campaign/copy/me.ts'

const written = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** In UTC, the same wherever it is rendered: '21 November 2026 at 12:00 UTC'. A time that is not known is a dash. */
export const timeOf = (atMs: number | null): string =>
  atMs === null ? '–' : `${written.format(atMs)} UTC`

/** Fills in what stands in braces, whatever is in it: an address may hold `$&`. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))

/** Where something was entered, in words; a place that has none is named as it is kept. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement
