import { performanceTypes, type PerformanceType } from './quiz.ts'
import { silencedStates, type PersonState } from './waitlist.ts'

/** DASH-4: the states that the list of people is filtered by. */
export const stateFilters = {
  confirmed: ['confirmed'],
  unconfirmed: ['unconfirmed'],
  left: ['unsubscribed'],
  undeliverable: silencedStates,
  bounced: ['bounced'],
  complained: ['complained'],
  suppressed: ['suppressed'],
} as const satisfies Record<string, readonly PersonState[]>
export type StateFilter = keyof typeof stateFilters

export const typeFilters = [...performanceTypes, 'none'] as const
export type TypeFilter = (typeof typeFilters)[number]

/**
 * The filters of the list, as in its URL. Each may be empty, which means any. `source`: as
 * `PeopleRow.origin`. `since`: a day of the campaign's time zone, as 2026-11-24.
 */
export type PeopleQuery = {
  state: StateFilter | ''
  source: string
  type: TypeFilter | ''
  since: string
}
export const anybody: PeopleQuery = { state: '', source: '', type: '', since: '' }

/** `path` with the filters that are set, and more fields. */
export function peopleHref(
  path: string,
  query: PeopleQuery,
  more: Record<string, string> = {},
): string {
  const set = Object.entries({ ...query, ...more }).filter(([, value]) => value !== '')
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

export const isFiltered = (query: PeopleQuery): boolean =>
  Object.values(query).some((value) => value !== '')

/** Up to `countedExactly`; beyond it only that there are more. */
export type PeopleCount = { people: number; isMore: boolean }
export const countedExactly = 10_000

/**
 * A person in the list. `origin`: a kind and a name (`utm podcast`, `referrer example.com`, `import
 * survey`), or `direct`, `operator` or `other`. A reader gets a masked address.
 */
export type PeopleRow = {
  id: string
  email: string
  state: PersonState
  origin: string
  quizType: PerformanceType | null
  joinedAtMs: number
}

/** What operators can do with many people at once. */
export const manyActs = ['take-off', 'suppress'] as const
export type ManyAct = (typeof manyActs)[number]

/** Why an address is suppressed, and the state that it gets. */
export const suppressReasons = {
  bounce: 'bounced',
  complaint: 'complained',
  other: 'suppressed',
} as const satisfies Record<string, PersonState>
export type SuppressReason = keyof typeof suppressReasons

/** The people whom an act changes. The others stay as they are. */
export const actAffects = {
  'take-off': ['unconfirmed', 'confirmed'],
  suppress: ['unconfirmed', 'confirmed', 'unsubscribed'],
} as const satisfies Record<ManyAct, readonly PersonState[]>
