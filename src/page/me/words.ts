import { me } from '#campaign/copy/me.ts'
import { inZone } from '#contract/zone-times.ts'

/** '21 November 2026, 13:00' in the campaign's time zone. An unknown time is a dash. */
export const timeOf = (atMs: number | null, timeZone: string): string =>
  atMs === null ? '–' : inZone(atMs, timeZone).dayAndTime

/** Replaces `{name}` by its value. A value may contain `$&`, as an address can. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces))

/** The words for a placement; a placement without words is named as it is stored. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement
