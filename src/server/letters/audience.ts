import type { LetterAudience } from '#contract/letters.ts'
import { typeFilters, type TypeFilter } from '#contract/people-list.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'
import type { PeopleFilter } from '#server/people/filter.ts'

export const everyone: LetterAudience = { type: '', source: '' }

const longestSource = 200

/** Reads an audience as written: `state=confirmed&type=focus&source=utm podcast`. Null if wrong. */
export function parseAudience(text: string): LetterAudience | null {
  const fields = new URLSearchParams(text.trim())
  const names = [...fields.keys()]
  if (names.some((name, at) => !isName(name) || names.indexOf(name) !== at)) return null
  const [state, type, source] = [fields.get('state'), fields.get('type'), fields.get('source')]
  if (state !== null && state !== 'confirmed') return null
  if (type && !isType(type)) return null
  if (source && (source.length > longestSource || source.includes('@'))) return null
  return { type: isType(type ?? '') ? (type as TypeFilter) : '', source: source ?? '' }
}

const isName = (name: string) => ['state', 'type', 'source'].includes(name)
const isType = (type: string) => (typeFilters as readonly string[]).includes(type)

/** The canonical text of an audience, as it is stored. */
export function audienceText({ type, source }: LetterAudience): string {
  const fields = { state: 'confirmed', ...(type && { type }), ...(source && { source }) }
  return new URLSearchParams(fields).toString()
}

/** The audience of a stored letter: its text was written by `audienceText`. */
export function storedAudience(text: string): LetterAudience {
  const audience = parseAudience(text)
  if (!audience) throw new Error(`A letter has the audience '${text}', which cannot be read`)
  return audience
}

/** The same people for the queries of the list. */
export const audienceFilter = ({ type, source }: LetterAudience): PeopleFilter => ({
  states: ['confirmed'],
  ...(type && { quizType: type === 'none' ? '' : type }),
  ...(source && { origin: source }),
})

export type PossibleRecipient = Pick<PeopleTable, 'state' | 'confirmedAt'> & {
  quizType: string
  origin: string
}

/** A confirmation further ahead of now was written by a server whose clock was ahead. */
const clockAheadMs = 60_000

/**
 * LETTER-2: whether a person gets a letter whose audience was frozen at `frozenAt`: they are
 * confirmed, were so then, and match.
 */
export function isRecipient(
  person: PossibleRecipient,
  { type, source }: LetterAudience,
  frozenAt: number,
  now: number,
): boolean {
  const confirmedAt = person.confirmedAt ?? 0
  if (person.state !== 'confirmed') return false
  if (confirmedAt > frozenAt && confirmedAt <= now + clockAheadMs) return false
  if (type && person.quizType !== (type === 'none' ? '' : type)) return false
  return source === '' || person.origin === source
}
