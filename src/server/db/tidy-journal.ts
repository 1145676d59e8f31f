import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { giveToOwner, onlyOwner, syncPath } from './files.ts'
import {
  append,
  entryText,
  journalLines,
  journalPath,
  headerText,
  journalKinds,
  type NumberedEntry,
  type JournalEntry,
  type JournalPosition,
  settledEntries,
  following,
} from './journal-file.ts'
import type { Schema } from './schema.ts'
import type { Store } from './store.ts'

/**
 * At the start of a server: compacts the journal, and writes the outcomes of erasures that a crash
 * has left out. Entries of other kinds stay without an outcome, because the database cannot show it.
 * The server starts also where this fails, and the next start tries again.
 */
export async function tidyJournal(
  transact: Store['transact'],
  dataDir: string,
  log: Log,
): Promise<void> {
  const path = journalPath(dataDir)
  const warn = (error: unknown) =>
    log.warn(
      { path, err: error },
      'the journal of who left could not be tidied; it is complete, and the next start tries again',
    )
  try {
    compactJournal(dataDir)
  } catch (error) {
    warn(error)
  }
  await finishErasures(transact, path).catch(warn)
}

async function finishErasures(transact: Store['transact'], path: string): Promise<void> {
  if (openErasures(path).length === 0) return
  // Read again in the transaction: no other writer is between an entry and its commit.
  await transact(async (trx) => {
    const outcomes: string[] = []
    for (const entry of openErasures(path))
      outcomes.push(`${(await isErased(trx, entry)) ? 'done' : 'undone'} ${entryText(entry)}`)
    if (outcomes.length > 0) append(path, outcomes)
  })
}

const openErasures = (path: string): NumberedEntry[] =>
  settledEntries(journalLines(path))
    .filter(({ outcome, kind }) => outcome === null && kind === 'erased')
    .toArray()

const isErased = async (trx: Transaction<Schema>, { hash, at }: NumberedEntry): Promise<boolean> =>
  (await trx
    .selectFrom('erased')
    .select('hash')
    .where('hash', '=', hash)
    .where('erasedAt', '>=', at)
    .executeTakeFirst()) !== undefined

/** The longest wait for another process that writes to the store. */
const lockWaitMs = 5_000
const writtenAtOnce = 256 * 1024

/**
 * Writes the journal anew without the lines that no restore needs: it keeps the last entry of each
 * person and kind with its outcome, and every entry without one. Lines keep their numbers. All lines
 * are added under the store's write lock; the new file takes the place of the old one under it too,
 * with what was added meanwhile, so that nobody waits for the rest of the work. A kill at any moment
 * leaves the old journal or the new one.
 */
export function compactJournal(dataDir: string): void {
  if (!existsSync(journalPath(dataDir))) return
  const path = realpathSync(journalPath(dataDir))
  removeUnfinished(path)
  const { ino, size } = underWriteLock(dataDir, () => statSync(path))
  const plan = planOf(path, size)
  if (plan === null) return
  const next = path + unfinished + randomUUID()
  const file = openSync(next, 'wx', onlyOwner.file)
  try {
    giveToOwner(next, path)
    writeKept(file, path, size, plan)
    fsyncSync(file)
    underWriteLock(dataDir, () => {
      // Another process may have compacted it meanwhile.
      if (statSync(path).ino !== ino) return
      copyRest(file, path, size)
      fsyncSync(file)
      renameSync(next, path)
      syncPath(dirname(path))
    })
  } finally {
    closeSync(file)
    rmSync(next, { force: true })
  }
}

const unfinished = '.compacting-'

/** What a kill has left. A compaction that still runs fails by this, and the old journal stays. */
function removeUnfinished(path: string): void {
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(basename(path) + unfinished))
      rmSync(join(dirname(path), name), { force: true })
}

/** In a process that has no open transaction. */
export function underWriteLock<T>(dataDir: string, work: () => T): T {
  const store = new DatabaseSync(join(dataDir, 'ascend.db'), { timeout: lockWaitMs })
  try {
    store.exec('begin immediate')
    return work()
  } finally {
    store.close()
  }
}

/** `kept`: the numbers of the entries that stay. */
type Plan = { position: JournalPosition; kept: ReadonlySet<number> }

/** Null if every line is needed, or the file is no journal. */
function planOf(path: string, end: number): Plan | null {
  const followed = following(journalLines(path, end))
  const last = new Map<string, number>()
  const kept = new Set<number>()
  for (const { outcome, ...entry } of settledEntries(followed.lines)) {
    const subject = shortSubject(entry)
    if (outcome === null) kept.add(entry.number)
    else if (outcome === 'done' && (last.get(subject) ?? 0) < entry.number)
      last.set(subject, entry.number)
  }
  const needed = 1 + kept.size + 2 * last.size
  for (const number of last.values()) kept.add(number)
  const position = followed.position()
  return position && followed.count() > needed ? { position, kept } : null
}

/** Person and kind in 16 characters: a million of them take 100 MB. */
function shortSubject({ kind, hash }: JournalEntry): string {
  const bytes = Buffer.from(hash, 'base64url')
  bytes[0] = journalKinds.indexOf(kind)
  return bytes.toString('latin1', 0, 16)
}

function writeKept(file: number, path: string, end: number, { position, kept }: Plan): void {
  let text = `${headerText(position)}\n`
  /** Whether the entries without an outcome so far are kept, by their text. */
  const open = new Map<string, boolean[]>()
  for (const read of journalLines(path, end)) {
    if (!read || 'id' in read) continue
    const { number, outcome, text: line } = read
    const same = open.get(line) ?? []
    if (outcome === null) open.set(line, [...same, kept.has(number)])
    const isKept = outcome === null ? kept.has(number) : same.pop()
    if (outcome !== null && same.length === 0) open.delete(line)
    if (isKept) text += `${number} ${outcome === null ? '' : `${outcome} `}${line}\n`
    if (text.length < writtenAtOnce) continue
    writeFileSync(file, text)
    text = ''
  }
  writeFileSync(file, text)
}

function copyRest(file: number, path: string, from: number): void {
  const source = openSync(path, 'r')
  const bytes = Buffer.alloc(64 * 1024)
  try {
    for (let offset = from, size = 0; ; offset += size) {
      size = readSync(source, bytes, 0, bytes.length, offset)
      if (size === 0) return
      writeFileSync(file, bytes.subarray(0, size))
    }
  } finally {
    closeSync(source)
  }
}
