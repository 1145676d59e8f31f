import { createHmac, randomUUID } from 'node:crypto'
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { giveToOwner, onlyOwner, syncPath, openIfThere } from './files.ts'

/**
 * The journal is a file beside the database with a line for each person who left, or was suppressed
 * or erased, or whose mail was suspended, or who left elsewhere, or took themselves off the closed
 * list, stopped the mails about friends or renewed their link, as a keyed hash of the address. A
 * restore replays it on the people of an older backup.
 */
export const journalKinds = [
  'left',
  'suppressed',
  'erased',
  'suspended',
  'elsewhere',
  'left-closed-list',
  'news-stopped',
  'link-renewed',
] as const
export type JournalKind = (typeof journalKinds)[number]

export const journalPath = (dataDir: string) => join(dataDir, 'journal')

/**
 * A keyed hash of an address in its stored form (contract/address/address.ts). Without the key it cannot be
 * reversed.
 */
export const journalHash = (secret: string, email: string): string =>
  createHmac('sha256', hashKeyOf(secret)).update(email).digest('base64url')

/** Cached for each secret: an import hashes every row. */
const hashKeys = new Map<string, Buffer>()
function hashKeyOf(secret: string): Buffer {
  const key = hashKeys.get(secret) ?? createHmac('sha256', secret).update('erased-address').digest()
  hashKeys.set(secret, key)
  return key
}

/** Identifies the SECRET_KEY of a line. */
export const keyId = (secret: string): string =>
  createHmac('sha256', secret).update('journal').digest('hex').slice(0, 8)

/** `undone`: the transaction of the entry was rolled back. */
export type JournalOutcome = 'done' | 'undone'

/**
 * `word`: of `suppressed` the state of the person, of `elsewhere` what the earlier service said;
 * lines of earlier versions have none.
 */
export type JournalEntry = {
  kind: JournalKind
  at: number
  keyId: string
  hash: string
  word?: string | undefined
}
/** `number`: of its line. Lines keep their numbers when the journal is compacted. */
export type NumberedEntry = JournalEntry & { number: number }
/**
 * The position of a backup in the journal: its last line. A journal with another id, or that ends
 * before that line, has lost lines.
 */
export type JournalPosition = { id: string; line: number }

/** A line of the file; an outcome repeats its entry. */
export type JournalLine = {
  number: number
  outcome: JournalOutcome | null
  entry: JournalEntry
  /** `entryText` of the entry */
  text: string
}

export const entryText = ({ kind, at, keyId: mark, hash, word }: JournalEntry): string =>
  [kind, at, mark, hash, ...(word === undefined ? [] : [word])].join(' ')

/** `lastLine`: the number of the last line that the journal had before. */
export const headerText = ({ id, line: lastLine }: JournalPosition): string =>
  `ascend journal ${id} ${lastLine}`

const header = /^ascend journal ([\w-]{36})(?: (\d{1,15}))?$/
const line = new RegExp(
  `^(?:(?<number>\\d{1,15}) )?(?:(?<outcome>done|undone) )?(?<text>(?<kind>${journalKinds.join('|')}) (?<at>\\d{1,16}) (?<mark>[0-9a-f]{8}) (?<hash>[\\w-]{43})(?: (?<word>[a-z]{1,20}))?)$`,
)

/** What a file holds, in its order. Text that is no line, such as one that was cut short, is null. */
export function* journalLines(
  path: string,
  end = Infinity,
): Generator<JournalLine | JournalPosition | null> {
  let number = 0
  let position: JournalPosition | null = null
  for (const text of textLines(path, end)) {
    if (!position && (position = readHeader(text))) {
      yield position
      continue
    }
    const read = readLine(text, number + 1)
    if (read) number = read.number
    yield read
  }
}

function readHeader(text: string): JournalPosition | null {
  const [, id, lastLine = 0] = header.exec(text) ?? []
  return id ? { id, line: Number(lastLine) } : null
}

/** `next`: the number of a line without one, as earlier versions wrote them. */
function readLine(text: string, next: number): JournalLine | null {
  const groups = line.exec(text)?.groups
  if (!groups) return null
  const { number = next, outcome = null, kind, at, mark, hash, word } = groups
  return {
    number: Number(number),
    outcome: outcome as JournalOutcome | null,
    text: groups['text']!,
    entry: {
      kind: kind as JournalKind,
      at: Number(at),
      keyId: mark!,
      hash: hash!,
      ...(word !== undefined && { word }),
    },
  }
}

/**
 * Adds lines with the next numbers. Call it under the store's write lock, so that no other process
 * adds some, or replaces the file, meanwhile. They begin and end with a newline, so that neither a
 * line cut short by a full disk nor what a power cut leaves behind them breaks another one.
 */
export function append(path: string, texts: readonly string[], synced = true) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) createJournal(path)
  const file = openSync(path, 'a+', onlyOwner.file)
  const { size } = fstatSync(file)
  try {
    const last = lastLineOf(file) ?? highestNumber(path)
    // Unlike one `writeSync` it goes on until everything is written.
    const numbered = texts.map((text, index) => `${last + 1 + index} ${text}\n`)
    writeFileSync(file, `\n${numbered.join('')}`)
    if (synced) fsyncSync(file)
  } catch (error) {
    // What a full disk cut short must not look like another line.
    ftruncateSync(file, size)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Reads the header and the last lines alone. Null where these do not have the numbers. */
function lastLineOf(file: number): number | null {
  const { size } = fstatSync(file)
  const texts = (from: number) => {
    const part = Buffer.alloc(1_024)
    const length = readSync(file, part, 0, part.length, Math.max(from, 0))
    return part.toString('latin1', 0, length).split('\n')
  }
  const before = texts(0).map(readHeader).find(Boolean)
  if (!before) return null
  // The first text may be the end of a longer one.
  for (const text of texts(size - 1_024)
    .slice(size > 1_024 ? 1 : 0)
    .reverse()) {
    const groups = line.exec(text)?.groups
    if (groups) return groups['number'] ? Math.max(Number(groups['number']), before.line) : null
    if (readHeader(text)) return before.line
  }
  return null
}

function highestNumber(path: string): number {
  let highest = 0
  for (const read of journalLines(path))
    if (read) highest = Math.max(highest, 'id' in read ? read.line : read.number)
  return highest
}

/** A server creates the journal at its start, so a missing journal is a lost one. */
export function createJournal(path: string): void {
  for (const read of journalLines(path)) if (read && 'id' in read) return
  writeFileSync(path, `\n${headerText({ id: randomUUID(), line: 0 })}\n`, {
    flag: 'a',
    mode: onlyOwner.file,
  })
  giveToOwner(path)
  syncPath(dirname(path))
}

const chunkBytes = 256 * 1024
/** A longer line is none of ours, such as the zeros that a crash can leave in a file. */
const longestLine = 1_024

/**
 * The lines of a file up to the offset `end`, without empty ones and those of more than a KiB, which
 * are read as '-'. No line if there is no file. It never holds more than a part of the file.
 */
function* textLines(path: string, end = Infinity): Generator<string> {
  const file = openIfThere(path)
  if (file === null) return
  const chunk = Buffer.allocUnsafe(chunkBytes)
  let [offset, rest, isCut] = [0, '', false]
  try {
    for (;;) {
      const size = readSync(file, chunk, 0, Math.min(chunkBytes, end - offset), offset)
      if (size === 0) break
      offset += size
      const texts = (rest + chunk.toString('latin1', 0, size)).split('\n')
      rest = texts.pop()!
      if (texts.length > 0) {
        texts[0] = isCut ? tooLong : texts[0]!
        isCut = false
      }
      yield* texts.filter(isNotEmpty).map(shortened)
      if (rest.length <= longestLine) continue
      rest = ''
      isCut = true
    }
    yield* [isCut ? tooLong : rest].filter(isNotEmpty)
  } finally {
    closeSync(file)
  }
}

const tooLong = '-'
const isNotEmpty = (text: string) => text !== ''
const shortened = (text: string) => (text.length > longestLine ? tooLong : text)

/** `outcome`: null if a crash has left it out. */
type SettledEntry = NumberedEntry & { outcome: JournalOutcome | null }

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
