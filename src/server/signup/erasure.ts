import type { Transaction } from 'kysely'
import type { Secrets } from '#server/config/secret-list.ts'
import { takeErasureLock } from '#server/db/erasure-lock.ts'
import { journalHash, noteInJournal } from '#server/db/journal.ts'
import type { Db, Store } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'

/**
 * Deletes a person with everything that is kept about them (foreign keys take the rest along) and leaves the keyed hash. Whoever
 * signs up with the address afterwards is as new, but for the budget of the mailbox, which others may share: it stays until retention
 * takes it. An address that is not there leaves its hash too: no import enters it.
 * True where there was somebody.
 */
export async function erasePerson(
  trx: Transaction<Schema>,
  email: string,
  secretKey: string,
  now: number,
): Promise<boolean> {
  await takeErasureLock(trx, 'erasure')
  const { numDeletedRows } = await trx
    .deleteFrom('people')
    .where('email', '=', email)
    .executeTakeFirst()
  await rememberErased(trx, [journalHash(secretKey, email)], now)
  noteInJournal(trx, 'erased', email, now)
  return numDeletedRows > 0n
}

/** In a transaction of its own, and out of what the store's files still hold of deleted rows. `emailIn` names nobody where they are gone already. */
export async function erase(
  store: Store,
  emailIn: (trx: Transaction<Schema>) => Promise<string | undefined>,
  secretKey: string,
  now: () => number,
): Promise<boolean> {
  const there = await store.transact(async (trx) => {
    const email = await emailIn(trx)
    return email !== undefined && (await erasePerson(trx, email, secretKey, now()))
  })
  await store.emptyWal()
  return there
}

/** What stays of those erased, in the database as in the journal: no import enters the address of such a hash. */
export async function rememberErased(
  trx: Transaction<Schema>,
  hashes: readonly string[],
  at: number,
): Promise<void> {
  if (hashes.length > 0)
    await trx
      .insertInto('erased')
      .values(hashes.map((hash) => ({ hash, erased_at: at })))
      .onConflict((same) => same.column('hash').doUpdateSet({ erased_at: at }))
      .execute()
}

/** Those of `emails` that were erased once, under whichever of the secrets. */
export async function erasedAmong(
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
