import { readStatement, type Statement, type StatusReader } from './status-columns.ts'
import { rowKinds, type RowKind } from './status-words.ts'

/** What one cell says: of the column `key`, in the words of the file. */
export type Said = { key: string; text: string; statement: Exclude<Statement, null> }

/**
 * What the cells of a row say about mail. Where a status word says that the person may be mailed, an
 * empty cell of another column says nothing against it.
 */
export function statementsIn(
  fields: Readonly<Record<string, string>>,
  readers: ReadonlyMap<string, StatusReader>,
): Said[] {
  const said: Said[] = []
  for (const [key, reader] of readers) {
    const text = fields[key] ?? ''
    const statement = readStatement(reader, text)
    if (statement !== null) said.push({ key, text, statement })
  }
  const isListed = said.some(
    ({ key, statement }) =>
      readers.get(key)!.how === 'words' &&
      verdictOf({ key, text: '', statement }).kind === 'mailable',
  )
  return isListed ? said.filter(({ statement }) => statement !== 'blank') : said
}

/**
 * What a row is: `unknown`, where a word of a status column is not known. From the strictest on: of
 * several statements the strictest counts.
 */
export const verdictKinds: readonly VerdictKind[] = [
  ...rowKinds.slice(0, -1),
  'unknown',
  'mailable',
]
export type VerdictKind = RowKind | 'unknown'

/** `word` is the cell; null where it is empty, and those who confirmed have it filled. */
export type Verdict = { kind: VerdictKind; key: string; word: string | null }

export const rankOf = (kind: VerdictKind): number => verdictKinds.indexOf(kind)

/** Decides for a row by what its cells say. */
export const judge = (said: readonly Said[]): Verdict =>
  said.map(verdictOf).reduce((a, b) => (rankOf(b.kind) < rankOf(a.kind) ? b : a), {
    kind: 'mailable',
    key: '',
    word: null,
  })

export function verdictOf({ key, text, statement }: Said): Verdict {
  if (statement === 'blank') return { kind: 'unconfirmed', key, word: null }
  return { kind: 'unknown' in statement ? 'unknown' : statement.kind, key, word: text }
}
