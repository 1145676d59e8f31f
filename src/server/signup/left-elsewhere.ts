import type { Transaction } from 'kysely'
import { leftReasons } from '#contract/import-screens.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { insertRows } from '#server/db/rows.ts'
import { copyJournalEntry, inOneJournalEntry, writeJournalEntry } from '#server/db/journal.ts'
import { journalHash, type JournalEntry } from '#server/db/journal-file.ts'
import type { Db } from '#server/db/store.ts'
import type { LeftElsewhereTable } from '#server/db/people-schema.ts'
import type { Schema } from '#server/db/schema.ts'

/** What another service says about a person who may not be mailed. */
export type LeaverKind = LeftElsewhereTable['kind']
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

const writeNotes = (trx: Transaction<Schema>, rows: readonly LeftElsewhereTable[]) =>
  insertRows(trx, 'left elsewhere', rows, (values) =>
    trx
      .insertInto('left_elsewhere')
      .values(values as LeftElsewhereTable[])
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
  const found = new Map<string, LeaverKind>()
  if (
    emails.length === 0 ||
    !(await db.selectFrom('left_elsewhere').select('hash').limit(1).executeTakeFirst())
  )
    return found
  const emailOf = new Map(
    emails.flatMap((email) =>
      secrets.map((secret) => [journalHash(secret, email), email] as const),
    ),
  )
  const rows = await db
    .selectFrom('left_elsewhere')
    .select(['hash', 'kind'])
    .where('hash', 'in', [...emailOf.keys()])
    .execute()
  for (const kind of leaverKinds.toReversed())
    for (const row of rows) if (row.kind === kind) found.set(emailOf.get(row.hash)!, kind)
  return found
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
