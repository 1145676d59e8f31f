import { language, me } from '#campaign'
import type { PersonalData } from '#contract/people/personal-data.ts'
import { withPromises } from '#contract/promises/blanks.ts'
import { fill } from '#contract/text.ts'
import { inZone } from '#contract/time.ts'

/** '21 November 2026, 13:00' in the campaign's time zone. An unknown time is a dash. */
export const timeOf = (atMs: number | null, timeZone: string): string =>
  atMs === null ? '–' : inZone(atMs, timeZone, language).dayAndTime

/** The words for a placement; a placement without words is named as it is stored. */
export const placementOf = (placement: string): string =>
  (me.placements as Partial<Record<string, string>>)[placement] ?? placement

/** Whether somebody is on the list, and since when. */
export const stateText = (person: PersonalData, timeZone: string): string =>
  fill(withPromises(me.states[person.state], language), {
    joined: timeOf(person.joinedAt, timeZone),
    confirmed: timeOf(person.confirmedAt, timeZone),
    left: timeOf(person.leftAt, timeZone),
  })
