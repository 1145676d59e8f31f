import { z } from 'zod'
import {
  peopleHref,
  stateFilters,
  typeFilters,
  type PeopleQuery,
  type StateFilter,
} from '#contract/people-list.ts'
import { readLocalDay, startOfDay, zoneClock } from '#server/counts/zone-clock.ts'
import type { Key, Order, PeopleFilter } from './filter.ts'

const isDay = (value: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(value) && 'at' in readLocalDay(value, 'UTC')

const shape = z.object({
  state: z.literal(['', ...(Object.keys(stateFilters) as StateFilter[])]).default(''),
  source: z
    .string()
    .max(200)
    .regex(/^[^@]*$/)
    .default(''),
  type: z.literal(['', ...typeFilters]).default(''),
  since: z
    .string()
    .refine((value) => value === '' || isDay(value))
    .default(''),
})

/**
 * Reads the filters of a URL or a form. Null if one of them has no meaning: then nothing may be done
 * with people whom it would not exclude.
 */
export const readPeopleQuery = (fields: unknown): PeopleQuery | null =>
  shape.safeParse(fields ?? {}).data ?? null

/** The fields of a query as text, as in a URL. */
export const queryText = (query: PeopleQuery): string => peopleHref('', query).slice(1)

/** The filter of a query. `until` freezes it (people/filter.ts). */
export function filterOf(query: PeopleQuery, timeZone: string, until?: string): PeopleFilter {
  const { state, source, type, since } = query
  return {
    ...(state && { states: stateFilters[state] }),
    ...(source && { origin: source }),
    ...(type && { quizType: type === 'none' ? '' : type }),
    ...(since && { since: startOfDay(zoneClock(timeZone), since) }),
    ...(until !== undefined && { until }),
  }
}

/** The position of a page in its URL. It contains no address. */
export const cursorOf = ({ createdAt, id }: Key): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

/** Null for a text that is no cursor. */
export function readCursor(text: unknown): Key | null {
  if (typeof text !== 'string' || text.length > 100) return null
  const [, createdAt, id] =
    /^(-?\d{1,16}) ([\w-]{1,40})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return id === undefined ? null : { createdAt: Number(createdAt), id }
}

/** Older people than the position of `?older=`, or newer ones than that of `?newer=`. */
export function readPosition(fields: unknown): { after: Key; order: Order } | null | 'wrong' {
  const { older, newer } = (fields ?? {}) as Record<string, unknown>
  if (older === undefined && newer === undefined) return null
  const after = readCursor(older ?? newer)
  return after ? { after, order: older === undefined ? 'oldest' : 'newest' } : 'wrong'
}
