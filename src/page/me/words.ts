import { me } from '#campaign/copy/me.ts'

const written = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** In UTC, the same wherever it is rendered: '21 November 2026 at 12:00 UTC'. */
export const timeOf = (atMs: number): string => `${written.format(atMs)} UTC`

/** Fills times (ms) into a text; one that is not known takes its braces with it. */
export const worded = (text: string, times: Record<string, number | null>): string =>
  Object.entries(times).reduce((filled, [name, atMs]) => filled.replace(`{${name}}`, atMs === null ? '–' : timeOf(atMs)), text)

/** Where something was entered, in words; a place that has none is named as it is kept. */
export const placementOf = (placement: string): string => (me.placements as Partial<Record<string, string>>)[placement] ?? placement
