import { me } from '#campaign/copy/me.ts'
import { inZone } from '#contract/time.ts'

/** '21 November 2026, 13:00' in the campaign's time zone. An unknown time is a dash. */
export const timeOf = (atMs: number | null, timeZone: string): string =>
  atMs === null ? '–' : inZone(atMs, timeZone).dayAndTime

/** The words for a placement; a placement without words is named as it is stored. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement
