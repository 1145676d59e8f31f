import {
  journalLines,
  type JournalEntry,
  type JournalLine,
  type JournalOutcome,
  type JournalPosition,
  type NumberedEntry,
} from './journal-file.ts'

/** `outcome`: null if a crash has left it out. */
export type SettledEntry = NumberedEntry & { outcome: JournalOutcome | null }

/** Every entry of these lines, once its outcome is read; those without one come last. */
export function* settledEntries(
  lines: Iterable<JournalLine | JournalPosition | null>,
): Generator<SettledEntry> {
  const open = new Map<string, NumberedEntry[]>()
  for (const read of lines) {
    if (!read || 'id' in read) continue
    const { number, outcome, entry, text } = read
    const same = open.get(text) ?? []
    if (outcome === null) {
      open.set(text, [...same, { ...entry, number }])
      continue
    }
    const ended = same.pop()
    if (same.length === 0) open.delete(text)
    if (ended) yield { ...ended, outcome }
  }
  for (const entry of [...open.values()].flat()) yield { ...entry, outcome: null }
}

/**
 * The last entry of each person and kind that was not rolled back, in the order of their lines. Null
 * where there is no journal.
 */
export function readJournal(
  path: string,
): { position: JournalPosition; entries: NumberedEntry[] } | null {
  const followed = following(journalLines(path))
  const last = new Map<string, NumberedEntry>()
  for (const { outcome, ...entry } of settledEntries(followed.lines)) {
    const subject = subjectOf(entry)
    const before = last.get(subject)
    if (outcome !== 'undone' && (!before || before.number < entry.number)) last.set(subject, entry)
  }
  const position = followed.position()
  const entries = [...last.values()].sort((a, b) => a.number - b.number)
  return position && { position, entries }
}

const subjectOf = ({ kind, hash }: JournalEntry): string => `${kind} ${hash}`

/** Notes the position and the number of lines while these are read. */
export function following(lines: Iterable<JournalLine | JournalPosition | null>) {
  let position: JournalPosition | null = null
  let count = 0
  function* followed() {
    for (const read of lines) {
      count++
      if (read && 'id' in read) position = { ...read }
      else if (read && position && read.number > position.line) position.line = read.number
      yield read
    }
  }
  return {
    lines: followed(),
    position: (): JournalPosition | null => position,
    count: (): number => count,
  }
}

export function journalPosition(path: string): JournalPosition | null {
  const followed = following(journalLines(path))
  for (const _ of followed.lines);
  return followed.position()
}
