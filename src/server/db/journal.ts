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
import { PostgresAdapter, type Kysely } from 'kysely'
import { StoreUnavailable, StoreFull } from './errors.ts'
import { syncPath } from './files.ts'
import type { Schema } from './schema.ts'
import { meansFullDisk } from './sqlite-errors.ts'

/**
 * What must outlive the database: who left, was suppressed or erased since the last backup. One line each in a file beside
 * it, with the address as a keyed hash alone; `restore` brings them to the people of the backup again.
 */
export const journalKinds = ['left', 'suppressed', 'erased'] as const
export type JournalKind = (typeof journalKinds)[number]

/** Gives SECRET_KEY when the first line is written; `none` where nothing is to be noted, as while a journal is replayed. */
export type JournalKey = (() => string) | 'none'

/** `owed`: outcomes that could not be written yet. */
type Journal = { path: string; key: JournalKey; owed: string[] }
const journals = new WeakMap<object, Journal>()
/** The entries that a transaction has written. */
const notedIn = new WeakMap<object, string[]>()
export const journalPath = (dataDir: string) => join(dataDir, 'journal')

export const keepJournal = (db: Kysely<Schema>, dataDir: string, key: JournalKey) =>
  journals.set(db.getExecutor().adapter, { path: journalPath(dataDir), key, owed: [] })

/**
 * Call it in the transaction that makes it so: the line is on the disk before the commit. Throws StoreUnavailable where it cannot be
 * written, so that nothing is promised to a person which a restore would forget. Postgres has its own log instead.
 */
export function noteInJournal(
  trx: Kysely<Schema>,
  kind: JournalKind,
  email: string,
  now: number,
): void {
  const { adapter } = trx.getExecutor()
  if (adapter instanceof PostgresAdapter) return
  const journal = journals.get(adapter)
  if (!journal)
    throw new Error(
      'This store was opened without journalKey: nobody can leave, be suppressed or erased through it',
    )
  if (journal.key === 'none') return
  const secret = journal.key()
  const entry = `${kind} ${now} ${keyMark(secret)} ${journalHash(secret, email)}`
  // Before the write: a line that was written and not synced must get its outcome too.
  notedIn.set(trx, [...(notedIn.get(trx) ?? []), entry])
  try {
    payOwed(journal)
    append(journal.path, entry)
  } catch (error) {
    throw new (meansFullDisk(error) ? StoreFull : StoreUnavailable)(
      `The journal ${journal.path} cannot be written${meansFullDisk(error) ? ': its disk is full' : ''}`,
      { cause: error },
    )
  }
}

export type JournalOutcome = 'done' | 'undone'

/**
 * Call it once a transaction has ended: an entry that was rolled back is marked as undone, and no restore replays it. Without a transaction it writes what could not be
 * written before. Never throws.
 */
export function settleJournal(trx: Kysely<Schema>, outcome: JournalOutcome): void {
  const journal = journals.get(trx.getExecutor().adapter)
  if (!journal) return
  const entries = notedIn.get(trx) ?? []
  notedIn.delete(trx)
  journal.owed.push(...entries.map((entry) => `${outcome} ${entry}`))
  try {
    payOwed(journal)
  } catch {
    // A full disk: with the next entry, or by the next start.
  }
}

/** That something is done may be lost with the power: the database tells it. */
function payOwed({ path, owed }: Journal): void {
  if (owed.length === 0) return
  append(
    path,
    owed.join('\n'),
    owed.some((line) => line.startsWith('undone ')),
  )
  owed.length = 0
}

/**
 * Writes the outcomes that a crash has left out. Call it in a transaction: nobody else is then between an entry and its commit. `wasErased` looks in the
 * database; of people who left or were suppressed it cannot be known, and their entries stay.
 */
export async function settleAfterCrash(
  path: string,
  wasErased: (entry: JournalEntry) => Promise<boolean>,
): Promise<void> {
  const outcomes: string[] = []
  for (const entry of unsettledErasures(path))
    outcomes.push(`${(await wasErased(entry)) ? 'done' : 'undone'} ${textOf(entry)}`)
  if (outcomes.length > 0) append(path, outcomes.join('\n'))
}

export const unsettledErasures = (path: string): JournalEntry[] =>
  (linesIn(path)?.unsettled ?? []).filter(({ kind }) => kind === 'erased')

/** `email` is the stored form: two mailboxes that a budget counts as one are two people. Without the key nobody can try addresses against it. */
export const journalHash = (secret: string, email: string): string =>
  createHmac('sha256', hashKeyOf(secret)).update(email).digest('base64url')

/** Derived once for each secret: an import makes a hash for each row. */
const hashKeys = new Map<string, Buffer>()
function hashKeyOf(secret: string): Buffer {
  const key = hashKeys.get(secret) ?? createHmac('sha256', secret).update('erased-address').digest()
  hashKeys.set(secret, key)
  return key
}

/** Tells the lines of one SECRET_KEY from those of another. */
export const keyMark = (secret: string): string =>
  createHmac('sha256', secret).update('journal').digest('hex').slice(0, 8)

export type JournalEntry = { kind: JournalKind; at: number; keyMark: string; hash: string }
/** Where a journal stood: a later one has the same id and no fewer bytes, or else lines of it are lost. */
export type JournalPosition = { id: string; bytes: number }

/** Without what was rolled back. */
export function readJournal(
  path: string,
): { place: JournalPosition; entries: JournalEntry[] } | null {
  const text = readIfThere(path)
  const id = text === null ? undefined : header.exec(text)?.[1]
  if (text === null || !id) return null
  return { place: { id, bytes: Buffer.byteLength(text) }, entries: linesIn(path, text)!.entries }
}

/** `unsettled`: entries without an outcome, of a program that writes one. */
function linesIn(
  path: string,
  text = readIfThere(path),
): { entries: JournalEntry[]; unsettled: JournalEntry[] } | null {
  if (text === null) return null
  const entries = new Set<JournalEntry>()
  const unsettled = new Map<string, JournalEntry[]>()
  const withOutcomes = text.indexOf(`\n${outcomesFollow}`)
  for (const { index, groups } of text.matchAll(line)) {
    const { outcome, kind, at, mark, hash } = groups!
    const entry: JournalEntry = {
      kind: kind as JournalKind,
      at: Number(at),
      keyMark: mark!,
      hash: hash!,
    }
    const key = textOf(entry)
    if (outcome) {
      const settled = unsettled.get(key)?.pop()
      if (outcome === 'undone' && settled) entries.delete(settled)
    } else {
      entries.add(entry)
      if (withOutcomes >= 0 && index > withOutcomes)
        unsettled.set(key, [...(unsettled.get(key) ?? []), entry])
    }
  }
  return { entries: [...entries], unsettled: [...unsettled.values()].flat() }
}

const textOf = ({ kind, at, keyMark: mark, hash }: JournalEntry): string =>
  `${kind} ${at} ${mark} ${hash}`

export const journalPosition = (path: string): JournalPosition | null =>
  readJournal(path)?.place ?? null

const header = /^ascend journal ([\w-]{36})$/m
const line =
  /^(?:(?<outcome>done|undone) )?(?<kind>left|suppressed|erased) (?<at>\d+) (?<mark>[0-9a-f]{8}) (?<hash>[\w-]{43})$/gm
/** Entries before this line are of a program that wrote no outcomes: they count as they stand. */
const outcomesFollow = 'outcomes follow'

/** The newline comes first: a line that a full disk cut short does not spoil the next. */
function append(path: string, text: string, synced = true) {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) beginJournal(path)
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, `\n${text}`)
    if (synced) fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A server begins it before anybody can leave, so that one that is missing is one that was lost. */
export function beginJournal(path: string): void {
  const text = readIfThere(path) ?? ''
  if (text.includes(`\n${outcomesFollow}`)) return
  const isNew = text === ''
  writeFileSync(path, `${isNew ? `\nascend journal ${randomUUID()}` : ''}\n${outcomesFollow}`, {
    flag: 'a',
    mode: 0o600,
  })
  if (isNew) syncPath(dirname(path))
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
