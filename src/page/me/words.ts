import { me } from '#campaign/copy/me.ts'

const written = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/**
 * '21 November 2026 at 12:00 UTC', independent of the server's time zone. An unknown time is a
 * dash.
 */
export const timeOf = (atMs: number | null): string =>
  atMs === null ? '–' : `${written.format(atMs)} UTC`

/** Replaces `{name}` by its value. A value may contain `$&`, as an address can. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))

/** The words for a placement; a placement without words is named as it is stored. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement
