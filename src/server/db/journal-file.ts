import { createHmac, randomUUID } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from './files.ts'

/**
 * The journal is a file beside the database with a line for each person who left, or was suppressed
 * or erased, or whose mail was suspended, or who left elsewhere, as a keyed hash of the address. A
 * restore replays it on the people of an older backup.
 */
export const journalKinds = ['left', 'suppressed', 'erased', 'suspended', 'elsewhere'] as const
export type JournalKind = (typeof journalKinds)[number]

export const journalPath = (dataDir: string) => join(dataDir, 'journal')

/**
 * A keyed hash of an address in its stored form (signup/address.ts). Without the key it cannot be
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
/**
 * The position of a backup in the journal. A journal with another id, or fewer bytes, has lost
 * lines.
 */
export type JournalPosition = { id: string; bytes: number }

/** The entries that were not rolled back; null where there is no journal. */
export function readJournal(
  path: string,
): { position: JournalPosition; entries: JournalEntry[] } | null {
  const text = readIfThere(path)
  const id = text === null ? undefined : header.exec(text)?.[1]
  if (text === null || !id) return null
  return { position: { id, bytes: Buffer.byteLength(text) }, entries: linesIn(path, text)!.entries }
}

/** `open`: entries without an outcome. */
function linesIn(
  path: string,
  text = readIfThere(path),
): { entries: JournalEntry[]; open: JournalEntry[] } | null {
  if (text === null) return null
  const entries = new Set<JournalEntry>()
  const open = new Map<string, JournalEntry[]>()
  for (const { groups } of text.matchAll(line)) {
    const { outcome, kind, at, mark, hash, word } = groups!
    const entry: JournalEntry = {
      kind: kind as JournalKind,
      at: Number(at),
      keyId: mark!,
      hash: hash!,
      ...(word !== undefined && { word }),
    }
    const key = entryText(entry)
    if (outcome) {
      const ended = open.get(key)?.pop()
      if (outcome === 'undone' && ended) entries.delete(ended)
    } else {
      entries.add(entry)
      open.set(key, [...(open.get(key) ?? []), entry])
    }
  }
  return { entries: [...entries], open: [...open.values()].flat() }
}

export const entryText = ({ kind, at, keyId: mark, hash, word }: JournalEntry): string =>
  [kind, at, mark, hash, ...(word === undefined ? [] : [word])].join(' ')

export const journalPosition = (path: string): JournalPosition | null =>
  readJournal(path)?.position ?? null

const header = /^ascend journal ([\w-]{36})$/m
const line =
  /^(?:(?<outcome>done|undone) )?(?<kind>left|suppressed|erased|suspended|elsewhere) (?<at>\d+) (?<mark>[0-9a-f]{8}) (?<hash>[\w-]{43})(?: (?<word>[a-z]+))?$/gm

/**
 * Writes the newline first, so that a line cut short by a full disk does not break the next one.
 */
export function append(path: string, text: string, synced = true) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) createJournal(path)
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, `\n${text}`)
    if (synced) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A server creates the journal at its start, so a missing journal is a lost one. */
export function createJournal(path: string): void {
  if (header.test(readIfThere(path) ?? '')) return
  writeFileSync(path, `\nascend journal ${randomUUID()}`, { flag: 'a', mode: 0o600 })
  syncPath(dirname(path))
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Writes the outcomes of erasures that a crash has left out. Call it in a transaction, so that no
 * other writer is between an entry and its commit. `wasErased` reads the database. Entries of
 * people who left or were suppressed stay without an outcome, because the database cannot show it.
 */
export async function recordOutcomesAfterCrash(
  path: string,
  wasErased: (entry: JournalEntry) => Promise<boolean>,
): Promise<void> {
  const outcomes: string[] = []
  for (const entry of erasuresWithoutOutcome(path))
    outcomes.push(`${(await wasErased(entry)) ? 'done' : 'undone'} ${entryText(entry)}`)
  if (outcomes.length > 0) append(path, outcomes.join('\n'))
}

export const erasuresWithoutOutcome = (path: string): JournalEntry[] =>
  (linesIn(path)?.open ?? []).filter(({ kind }) => kind === 'erased')
