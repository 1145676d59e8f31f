import type { CountedAction } from '#contract/events/events.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { isSilenced, type PersonState, type SilencedState } from '#contract/people/waitlist.ts'

/**
 * `utm`: a `utm_source`; `referrer`: the host of the referring page; `import`: the source in the
 * imported file; `other`: names beyond the limit of a day.
 */
export type SourceKind = 'utm' | 'referrer' | 'direct' | 'other' | 'import'
/**
 * `name` is empty for `direct` and `other`. For `import` it is the source in the file, or empty.
 */
export type Source = { kind: SourceKind; name: string }

/**
 * DASH-9: `utm_source`, else the referrer's host, else direct. A sign-up and a page view by a
 * friend's link (LINE-3) whose address names no `utm_source` come with the source `friendSource`
 * (contract/people/waitlist.ts) and are counted as `utm friend`. A name with an at sign could be an
 * address and is counted as `other`.
 */
export function sourceOf({
  source,
  referrerHost: referrer = '',
  placement,
}: {
  source: string
  referrerHost?: string
  placement: string
}): Source {
  const kind = placement === 'import' ? 'import' : source ? 'utm' : referrer ? 'referrer' : 'direct'
  const name = kind === 'referrer' ? referrer : source
  return name.includes('@') ? other : { kind, name }
}

export const other: Source = { kind: 'other', name: '' }

/** A source as the counts store it: `utm podcast`, or `direct`. */
export const keyOf = ({ kind, name }: { kind: string; name: string }) =>
  name === '' ? kind : `${kind} ${name}`
export function sourceIn(key: string): Source {
  const [kind = ''] = key.split(' ', 1)
  return { kind: kind as SourceKind, name: key.slice(kind.length + 1) }
}

/**
 * What is counted. `joined`, `confirmed` (first confirmations), `left`, `undeliverable`, `removed`
 * and `quiz_saved` are counted in the hour in which they happen. `joined_confirmed` is counted in
 * the hour of the sign-up: how many of those who joined in it have confirmed since.
 * `confirmed_by_import` are those among `confirmed` whom an import added as confirmed. `quiz_saved`
 * has the type of the result as its placement.
 *
 * `people_STATE` is a stock: the people in that state, as changes of plus and minus one. People
 * whom the operator suppressed before they joined are no sign-ups: they have a stock of their own,
 * `blocked_STATE`. So at any time
 * joined = people_confirmed + people_unconfirmed + people_unsubscribed + the three silenced + removed.
 */
export type Counted =
  | 'joined'
  | 'confirmed'
  | 'confirmed_by_import'
  | 'joined_confirmed'
  | 'left'
  | 'undeliverable'
  | 'removed'
  | 'quiz_saved'
  | `people_${PersonState}`
  | `blocked_${SilencedState}`
  | CountedAction

/** `source` and `placement` are left out where they do not apply. */
export type Count = {
  what: Counted
  /** when it happened, in ms */
  at: number
  count?: number
  source?: Source
  placement?: string
  /** LANG-6: of the page or the person, where it is counted by language too */
  language?: Language
  /**
   * How the name of the source is limited: `new` counts it by name up to the limit of a day
   * (sources.ts), a time is that of the sign-up, whose name it takes. Without it the name stays.
   */
  name?: 'new' | number
}

/** A count with its final source. */
export type FinalCount = Omit<Count, 'name'>

/** The `day` of the sums since the start. */
export const sinceStart = ''

/** The placement of an address that the operator suppressed before it joined. */
export const operatorPlacement = 'operator'

type Member = { state: PersonState; placement: string }
type Origin = {
  source: string
  referrerHost?: string
  placement: string
  language?: Language
}

const stockOf = ({ state, placement }: Member): Counted =>
  placement === operatorPlacement ? `blocked_${state as SilencedState}` : `people_${state}`

/** The counts of a new person; a person added as confirmed counts as both. */
export function countsOfNew(
  person: Member & Origin & { confirmedAt: number | null },
  at: number,
): Count[] {
  const { placement, language } = person
  const stock = { what: stockOf(person), at }
  if (placement === operatorPlacement) return [stock]
  const events: readonly Counted[] =
    person.confirmedAt === null ? ['joined'] : ['joined', 'confirmed', 'joined_confirmed']
  const source = sourceOf(person)
  const byImport = person.confirmedAt !== null && placement === 'import'
  return [
    ...events.map((what) => ({ what, at, source, placement, language, name: 'new' as const })),
    ...(byImport ? [{ what: 'confirmed_by_import' as const, at }] : []),
    stock,
  ]
}

/** The counts of a person who gets another state. `countsOfFirstConfirmation` is separate. */
export function countsOfChange(person: Member, state: PersonState, at: number): Count[] {
  if (person.state === state) return []
  const flow = person.placement === operatorPlacement ? null : flowOf(person.state, state)
  return [
    { what: stockOf(person), at, count: -1 },
    { what: stockOf({ ...person, state }), at },
    ...(flow ? [{ what: flow, at }] : []),
  ]
}

function flowOf(from: PersonState, to: PersonState): Counted | null {
  if (to === 'unsubscribed') return 'left'
  return isSilenced(to) && !isSilenced(from) ? 'undeliverable' : null
}

/** Counts a first confirmation under the source that the person's sign-up was counted under. */
export function countsOfFirstConfirmation(
  person: Origin & { createdAt: number; importedAt: number | null },
  at: number,
): Count[] {
  const { placement, language } = person
  const joinedAt = person.importedAt ?? person.createdAt
  const source = sourceOf(person)
  return [
    { what: 'confirmed', at, source, placement, name: joinedAt },
    { what: 'joined_confirmed', at: joinedAt, source, placement, language, name: joinedAt },
  ]
}

/** The counts of a person who is deleted: erased, or expired. */
export const countsOfRemoval = (person: Member, at: number): Count[] => [
  { what: stockOf(person), at, count: -1 },
  ...(person.placement === operatorPlacement ? [] : [{ what: 'removed' as const, at }]),
]
