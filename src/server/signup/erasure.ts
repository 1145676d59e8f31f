import type { Transaction } from 'kysely'
import { count } from '#server/counts/count.ts'
import { countsOfRemoval } from '#server/counts/counted.ts'
import type { Secrets } from '#server/config/secrets.ts'
import { takeErasureLock, lockForErasure } from '#server/db/locks.ts'
import { writeJournalEntry } from '#server/db/journal.ts'
import { journalHash } from '#server/db/journal-file.ts'
import type { Db, Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { eraseFromLine } from '#server/line/enter.ts'
import { deleteLeftElsewhere } from './left-elsewhere.ts'
import { deleteOnce } from './once-requests.ts'
import { countSkipped } from '#server/outbox/letter-counts.ts'

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
    .select(['letterId', 'domain'])
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
export async function findErased(
  db: Db,
  emails: readonly string[],
  secrets: Secrets,
): Promise<Set<string>> {
  if (
    emails.length === 0 ||
    !(await db.selectFrom('erased').select('hash').limit(1).executeTakeFirst())
  )
    return new Set()
  const emailOf = new Map(
    emails.flatMap((email) =>
      secrets.map((secret) => [journalHash(secret, email), email] as const),
    ),
  )
  const rows = await db
    .selectFrom('erased')
    .select('hash')
    .where('hash', 'in', [...emailOf.keys()])
    .execute()
  return new Set(rows.map(({ hash }) => emailOf.get(hash)!))
}
