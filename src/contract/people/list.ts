import { languageName, type Language } from '#contract/campaign/languages.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import { friendSource, silencedStates, type PersonState } from './waitlist.ts'

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

/** The key of a type of the quiz, or `none`: people without a result. */
export type TypeFilter = PerformanceType
export const withoutType = 'none'

/**
 * The filters of the list, as in its URL. Each may be empty, which means any. `source`: a kind and a
 * name (`utm podcast`, `referrer example.com`, `import survey`), or `direct`, `operator` or `other`.
 * `since`: a day of the campaign's time zone, as 2026-11-24.
 */
export type PeopleQuery = {
  state: StateFilter | ''
  source: string
  type: TypeFilter | ''
  since: string
  /** LANG-6: a tag of the campaign's languages */
  language: Language | ''
}
export const anybody: PeopleQuery = { state: '', source: '', type: '', since: '', language: '' }

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

/** The acts of operators on many people at once. */
export const manyActs = ['take-off', 'suppress'] as const
export type ManyAct = (typeof manyActs)[number]

/** The people whom an act changes. The others stay as they are. */
export const actAffects = {
  'take-off': ['unconfirmed', 'confirmed'],
  suppress: ['unconfirmed', 'confirmed', 'unsubscribed'],
} as const satisfies Record<ManyAct, readonly PersonState[]>

export const peoplePaths = {
  list: '/dashboard/people',
  search: '/dashboard/people/search',
  export: '/dashboard/people/export',
  many: '/dashboard/people/many',
  manyAct: (act: ManyAct) => `/dashboard/people/many/${act}`,
  /** the progress of an act, by its id in the log */
  progress: (id: string) => `/dashboard/people/many/progress/${id}`,
} as const

export type StateCounts = Readonly<Record<PersonState, number>>

/** How people read the source of friends' links (LINE-3). */
export const friendsName = 'A friend’s link'

/** A source as people read it, and what kind of name it is. */
export function originName(origin: string): readonly [name: string, kind: string] {
  const [kind, ...words] = origin.split(' ')
  const name = words.join(' ')
  const names: Record<string, readonly [string, string]> = {
    utm: name === friendSource ? [friendsName, ''] : [name, 'utm_source'],
    referrer: [name, 'site'],
    import: [name || 'Imported', name ? 'imported' : ''],
    operator: ['Operator', ''],
    direct: ['Direct', ''],
  }
  return names[kind!] ?? ['Other', '']
}

export function describeQuery({ state, source, type, since, language }: PeopleQuery): string {
  const parts = [
    state,
    source && `from ${originName(source)[0]}`,
    type === 'none' ? 'without a quiz result' : type && `quiz type ${type}`,
    since && `joined since ${since}`,
    language && `in ${languageName(language, 'en')}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'all people' : parts.join(', ')
}
