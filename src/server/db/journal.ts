import { PostgresAdapter, type Kysely } from 'kysely'
import {
  append,
  entryText,
  journalHash,
  journalPath,
  keyId,
  type JournalEntry,
  type JournalKind,
  type JournalOutcome,
} from './journal-file.ts'
import type { Schema } from './schema.ts'
import { meansFullDisk } from './sqlite-errors.ts'
import { StoreUnavailable, StoreFull, type JournalKey } from './store.ts'

/*
 * The journal, from a departure to a restore (SQLite):
 *
 * What a restore must not undo writes an entry here, in its transaction: signup/membership.ts,
 * erasure.ts, mail-reports.ts, once-requests.ts, line/news.ts and line/codes.ts.
 * transaction.ts adds the outcome after the commit.
 * journal-file.ts has the form of a line, adds lines under the write lock, and reads the file in
 * parts. tidy-journal.ts rewrites it at the start of a server and after a backup.
 * A backup keeps its position (backup.ts). ops/restore.ts and `people -- replay FILE` repeat the
 * entries since then (people/replay.ts).
 * After a crash integrity.ts looks for lost commits before anything is written, and
 * people/compare-journal.ts compares the last entries with the store; integrity.ts keeps what they
 * find for ops/incidents.ts.
 */

/** `pending`: outcomes that could not be written yet. */
type Journal = { path: string; key: JournalKey; pending: string[] }
const journals = new WeakMap<object, Journal>()
/** The entries that each open transaction has written. */
const entriesOf = new WeakMap<object, string[]>()
export const attachJournal = (db: Kysely<Schema>, dataDir: string, key: JournalKey) =>
  journals.set(db.getExecutor().adapter, { path: journalPath(dataDir), key, pending: [] })

/**
 * Call it in the transaction that changes the person: the line is on the disk before the commit.
 * Throws StoreUnavailable if the line cannot be written, so that a restore never loses the change.
 * Does nothing on Postgres, which has its own log.
 */
export function writeJournalEntry(
  trx: Kysely<Schema>,
  kind: JournalKind,
  email: string,
  now: number,
  word?: JournalEntry['word'],
): void {
  const journal = journalOf(trx)
  if (!journal) return
  const secret = journal.key()
  const entry = { kind, at: now, keyId: keyId(secret), hash: journalHash(secret, email), word }
  addEntry(trx, journal, entry)
}

/** The same for a person's id; nothing for a person who is erased. */
export async function writePersonsEntry(
  trx: Kysely<Schema>,
  kind: JournalKind,
  personId: string,
  now: number,
): Promise<void> {
  if (!journalOf(trx)) return
  const person = await trx
    .selectFrom('people')
    .select('email')
    .where('id', '=', personId)
    .executeTakeFirst()
  if (person) writeJournalEntry(trx, kind, person.email, now)
}

/** The same for an entry of another store's journal, whose address is not known here. */
export function copyJournalEntry(trx: Kysely<Schema>, entry: JournalEntry): void {
  const journal = journalOf(trx)
  if (journal) addEntry(trx, journal, entry)
}

function addEntry(trx: Kysely<Schema>, journal: Journal, entry: JournalEntry): void {
  const text = entryText(entry)
  const together = collecting.get(trx)
  if (together) together.push(text)
  else writeEntries(trx, journal, [text])
}

/** Null where no lines are written. */
function journalOf(trx: Kysely<Schema>): (Journal & { key: () => string }) | null {
  const { adapter } = trx.getExecutor()
  if (adapter instanceof PostgresAdapter) return null
  const journal = journals.get(adapter)
  if (!journal)
    throw new Error(
      'This store was opened without journalKey: it cannot unsubscribe, suppress or erase people',
    )
  return hasKey(journal) ? journal : null
}

const hasKey = (journal: Journal): journal is Journal & { key: () => string } =>
  journal.key !== 'none'

/** The entries of open transactions that write them together. */
const collecting = new WeakMap<object, string[]>()

/** The entries of `work` are written together when it ends, with one sync, before the commit. */
export async function inOneJournalEntry<T>(
  trx: Kysely<Schema>,
  work: () => Promise<T>,
): Promise<T> {
  const entries: string[] = []
  collecting.set(trx, entries)
  try {
    const result = await work()
    const journal = journals.get(trx.getExecutor().adapter)
    if (journal && entries.length > 0) writeEntries(trx, journal, entries)
    return result
  } finally {
    collecting.delete(trx)
  }
}

function writeEntries(trx: Kysely<Schema>, journal: Journal, entries: readonly string[]): void {
  // Registered before the write: a line that was written but not synced needs its outcome too.
  entriesOf.set(trx, [...(entriesOf.get(trx) ?? []), ...entries])
  try {
    writePendingOutcomes(journal)
    append(journal.path, entries)
  } catch (error) {
    throw new (meansFullDisk(error) ? StoreFull : StoreUnavailable)(
      `The journal ${journal.path} cannot be written${meansFullDisk(error) ? ': its disk is full' : ''}`,
      { cause: error },
    )
  }
}

/**
 * Call it after a transaction of `db`: `undone` marks its entries as rolled back, and no restore
 * replays them. Without a transaction it only writes outcomes that could not be written before. It
 * never throws.
 */
export async function recordOutcome(
  db: Kysely<Schema>,
  outcome: JournalOutcome,
  trx?: Kysely<Schema>,
): Promise<void> {
  const journal = journals.get(db.getExecutor().adapter)
  if (!journal) return
  const entries = (trx && entriesOf.get(trx)) ?? []
  if (trx) entriesOf.delete(trx)
  journal.pending.push(...entries.map((entry) => `${outcome} ${entry}`))
  if (journal.pending.length === 0) return
  try {
    await db.transaction().execute(async () => writePendingOutcomes(journal))
  } catch {
    // The disk is full or the store is locked: the next entry, or the next start, writes the outcome.
  }
}

/**
 * In a transaction, as every line (see tidy-journal.ts). Syncs only `undone`: after a power cut,
 * the database itself shows what is done.
 */
function writePendingOutcomes({ path, pending }: Journal): void {
  if (pending.length === 0) return
  append(
    path,
    pending,
    pending.some((line) => line.startsWith('undone ')),
  )
  pending.length = 0
}
