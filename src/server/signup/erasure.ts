import type { Transaction } from 'kysely'
import { leftReasons } from '#contract/people/imports.ts'
import { count } from '#server/counts/count.ts'
import { countsOfRemoval } from '#server/counts/counted.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { takeErasureLock, lockForErasure } from '#server/db/locks.ts'
import { writeJournalEntry, copyJournalEntry, inOneJournalEntry } from '#server/db/journal.ts'
import { journalHash, type JournalEntry } from '#server/db/journal-file.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { eraseFromLine } from '#server/line/enter.ts'
import { countSkipped } from '#server/outbox/letter-counts.ts'
import { insertRows } from '#server/db/rows.ts'
import { deleteOnce } from './once-requests.ts'

/**
 * Deletes a person with all their data (foreign keys cascade) and stores the keyed hash of the
 * address, also if the address is unknown, so that no import adds it again. A later sign-up of the
 * address is that of a new person. Only the mailbox's budget stays until retention deletes it,
 * because other people may share it. Returns whether the person existed.
 */
export async function erasePerson(
  trx: Transaction<Schema>,
  email: string,
  secretKey: string,
  now: number,
): Promise<boolean> {
  await takeErasureLock(trx, 'erasure')
  await lockForErasure(trx, email)
  await countSkipped(trx, await letterMailsTo(trx, email))
  const erased = await trx
    .deleteFrom('people')
    .where('email', '=', email)
    .returning(['id', 'state', 'placement'])
    .executeTakeFirst()
  await deleteOnce(trx, [email])
  if (erased) {
    count(trx, countsOfRemoval(erased, now))
    eraseFromLine(trx, erased.id, now)
  }
  await rememberErased(trx, [journalHash(secretKey, email)], now)
  await deleteLeftElsewhere(trx, email, [secretKey])
  writeJournalEntry(trx, 'erased', email, now)
  return erased !== undefined
}

/** The mails of letters that the person was still to get. */
const letterMailsTo = (trx: Transaction<Schema>, email: string) =>
  trx
    .selectFrom('people')
    .innerJoin('outbox', 'outbox.personId', 'people.id')
    .select(['letterId', 'letterLanguage', 'domain'])
    .where('people.email', '=', email)
    .where('letterId', 'is not', null)
    .where('outbox.state', 'in', ['due', 'sending', 'overdue'])
    .execute()

/**
 * Erases in a transaction of its own, then removes the deleted rows from the store's log file.
 * `findEmail` returns undefined if the person is gone already.
 */
export async function erase(
  store: Store,
  findEmail: (trx: Transaction<Schema>) => Promise<string | undefined>,
  secretKey: string,
  now: () => number,
): Promise<boolean> {
  const existed = await store.transact(async (trx) => {
    const email = await findEmail(trx)
    return email !== undefined && (await erasePerson(trx, email, secretKey, now()))
  })
  await store.emptyWal()
  return existed
}

/** Stores the hashes of erased addresses. Imports skip an address with such a hash. */
export async function rememberErased(
  trx: Transaction<Schema>,
  hashes: readonly string[],
  at: number,
): Promise<void> {
  if (hashes.length > 0)
    await trx
      .insertInto('erased')
      .values(hashes.map((hash) => ({ hash, erasedAt: at })))
      .onConflict((same) => same.column('hash').doUpdateSet({ erasedAt: at }))
      .execute()
}

/** Those of `emails` that were erased before, under any of the secrets. */
export const findErased = async (
  db: Db,
  emails: readonly string[],
  secrets: Secrets,
): Promise<Set<string>> =>
  new Set((await rowsOf(db, 'erased', emails, secrets)).map(({ email }) => email))

/** The rows of addresses in a table of keyed hashes, under any of the secrets. It is often empty. */
async function rowsOf(
  db: Db,
  table: 'erased' | 'left_elsewhere',
  emails: readonly string[],
  secrets: Secrets,
) {
  // Kysely does not know the columns of one of two tables; those of `erased` are not read.
  const rows = db.selectFrom(table as 'left_elsewhere').selectAll()
  if (emails.length === 0 || !(await rows.limit(1).executeTakeFirst())) return []
  const emailOf = new Map(
    emails.flatMap((email) =>
      secrets.map((secret) => [journalHash(secret, email), email] as const),
    ),
  )
  const found = await rows.where('hash', 'in', [...emailOf.keys()]).execute()
  return found.map((row) => ({ ...row, email: emailOf.get(row.hash)! }))
}

/** What another service says about a person who may not be mailed. */
export type LeaverKind = Schema['left_elsewhere']['kind']
/** The strictest first. */
export const leaverKinds: readonly LeaverKind[] = leftReasons

const rank = (kind: LeaverKind) => leaverKinds.indexOf(kind)

/**
 * Notes that people left an earlier service, as keyed hashes of their addresses: later imports
 * refuse these, and sign-ups do not. A stricter kind replaces an earlier one.
 */
export async function noteLeftElsewhere(
  trx: Transaction<Schema>,
  leavers: ReadonlyMap<string, LeaverKind>,
  secrets: Secrets,
  now: number,
): Promise<void> {
  const known = await findLeftElsewhere(trx, [...leavers.keys()], secrets)
  const changed = [...leavers].filter(([email, kind]) => {
    const before = known.get(email)
    return before === undefined || rank(kind) < rank(before)
  })
  const rows = changed
    .map(([email, kind]) => ({ hash: journalHash(secrets[0], email), kind, notedAt: now }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  await writeNotes(trx, rows)
  await inOneJournalEntry(trx, async () => {
    for (const [email, kind] of changed) writeJournalEntry(trx, 'elsewhere', email, now, kind)
  })
}

const writeNotes = (trx: Transaction<Schema>, rows: readonly Schema['left_elsewhere'][]) =>
  insertRows(trx, 'left elsewhere', rows, (values) =>
    trx
      .insertInto('left_elsewhere')
      .values(values as Schema['left_elsewhere'][])
      .onConflict((same) =>
        same.column('hash').doUpdateSet((row) => ({ kind: row.ref('excluded.kind') })),
      ),
  )

/** Those of `emails` that left elsewhere, under any of the secrets, with the strictest kind. */
export async function findLeftElsewhere(
  db: Db,
  emails: readonly string[],
  secrets: Secrets,
): Promise<Map<string, LeaverKind>> {
  const rows = await rowsOf(db, 'left_elsewhere', emails, secrets)
  const strictestLast = rows.toSorted((a, b) => rank(b.kind) - rank(a.kind))
  return new Map(strictestLast.map(({ email, kind }) => [email, kind]))
}

/** What the earlier service said, as a journal has it; lines of earlier versions do not say it. */
export const leaverKindOf = ({ word }: JournalEntry): LeaverKind =>
  leaverKinds.find((kind) => kind === word) ?? 'left'

/**
 * Notes entries of a journal. A known note stays as it is, unless the journal has a stricter kind.
 */
export async function restoreLeftElsewhere(
  trx: Transaction<Schema>,
  entries: readonly JournalEntry[],
): Promise<void> {
  const hashes = entries.map(({ hash }) => hash)
  const known = await trx
    .selectFrom('left_elsewhere')
    .select(['hash', 'kind'])
    .where('hash', 'in', hashes)
    .execute()
  const kinds = new Map(known.map(({ hash, kind }) => [hash, kind]))
  const changed = new Map<string, JournalEntry>()
  for (const entry of entries) {
    const before = kinds.get(entry.hash)
    if (before !== undefined && rank(before) <= rank(leaverKindOf(entry))) continue
    kinds.set(entry.hash, leaverKindOf(entry))
    changed.set(entry.hash, entry)
  }
  await writeNotes(
    trx,
    [...changed.values()].map((entry) => ({
      hash: entry.hash,
      kind: leaverKindOf(entry),
      notedAt: entry.at,
    })),
  )
  await inOneJournalEntry(trx, async () => {
    for (const entry of changed.values()) copyJournalEntry(trx, entry)
  })
}

/** Deletes the note about an address that is erased. */
export const deleteLeftElsewhere = (
  trx: Transaction<Schema>,
  email: string,
  secrets: readonly string[],
) =>
  trx
    .deleteFrom('left_elsewhere')
    .where(
      'hash',
      'in',
      secrets.map((secret) => journalHash(secret, email)),
    )
    .execute()
