import { createHmac, randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PostgresAdapter, type Kysely } from 'kysely'
import { StoreAway } from './errors.ts'
import { syncPath } from './files.ts'
import type { Schema } from './schema.ts'

/**
 * What must outlive the database: who left, was suppressed or erased since the last backup. One line each in a file beside
 * it, with the address as a keyed hash alone; `restore` brings them to the people of the backup again.
 */
export const journalKinds = ['left', 'suppressed', 'erased'] as const
export type JournalKind = (typeof journalKinds)[number]

/** Gives SECRET_KEY when the first line is written; `none` where nothing is to be noted, as while a journal is replayed. */
export type JournalKey = (() => string) | 'none'

const journals = new WeakMap<object, { path: string; key: JournalKey }>()
export const journalPath = (dataDir: string) => join(dataDir, 'journal')

export const keepJournal = (db: Kysely<Schema>, dataDir: string, key: JournalKey) =>
  journals.set(db.getExecutor().adapter, { path: journalPath(dataDir), key })

/**
 * Call it in the transaction that makes it so: the line is on the disk before the commit. Throws StoreAway where it cannot be
 * written, so that nothing is promised to a person which a restore would forget. Postgres has its own log instead.
 */
export function noteInJournal(trx: Kysely<Schema>, kind: JournalKind, email: string, now: number): void {
  const { adapter } = trx.getExecutor()
  if (adapter instanceof PostgresAdapter) return
  const journal = journals.get(adapter)
  if (!journal) throw new Error('This store was opened without journalKey: nobody can leave, be suppressed or erased through it')
  if (journal.key === 'none') return
  const secret = journal.key()
  try {
    append(journal.path, `${kind} ${now} ${keyMark(secret)} ${journalHash(secret, email)}`)
  } catch (error) {
    throw new StoreAway(`The journal ${journal.path} cannot be written`, { cause: error })
  }
}

/** `email` is the stored form: two mailboxes that a budget counts as one are two people. Without the key nobody can try addresses against it. */
export const journalHash = (secret: string, email: string): string => createHmac('sha256', hashKeyOf(secret)).update(email).digest('base64url')

/** Derived once for each secret: an import makes a hash for each row. */
const hashKeys = new Map<string, Buffer>()
function hashKeyOf(secret: string): Buffer {
  const key = hashKeys.get(secret) ?? createHmac('sha256', secret).update('erased-address').digest()
  hashKeys.set(secret, key)
  return key
}

/** Tells the lines of one SECRET_KEY from those of another. */
export const keyMark = (secret: string): string => createHmac('sha256', secret).update('journal').digest('hex').slice(0, 8)

export type JournalEntry = { kind: JournalKind; at: number; keyMark: string; hash: string }
/** Where a journal stood: a later one has the same id and no fewer bytes, or else lines of it are lost. */
export type JournalPlace = { id: string; bytes: number }

export function readJournal(path: string): { place: JournalPlace; entries: JournalEntry[] } | null {
  const text = readIfThere(path)
  const id = text === null ? undefined : header.exec(text)?.[1]
  if (text === null || !id) return null
  const entries = [...text.matchAll(line)].map(([, kind, at, mark, hash]) => ({ kind: kind as JournalKind, at: Number(at), keyMark: mark!, hash: hash! }))
  return { place: { id, bytes: Buffer.byteLength(text) }, entries }
}

export const journalPlace = (path: string): JournalPlace | null => readJournal(path)?.place ?? null

const header = /^ascend journal ([\w-]{36})$/m
const line = /^(left|suppressed|erased) (\d+) ([0-9a-f]{8}) ([\w-]{43})$/gm

/** The newline comes first: a line that a full disk cut short does not spoil the next. */
function append(path: string, text: string) {
  beginJournal(path)
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, `\n${text}`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A server begins it before anybody can leave, so that one that is missing is one that was lost. */
export function beginJournal(path: string): void {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0) return
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
