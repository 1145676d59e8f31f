import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import { mailboxKey } from '#server/mail/pace.ts'
import type { Db } from '#server/store/open.ts'
import type { Schema } from '#server/store/schema.ts'

/** `email` is the stored form (address.ts). Without the key nobody can tell whose hash it is, or try addresses against it. */
export const erasureHash = (secretKey: string, email: string): string =>
  createHmac('sha256', createHmac('sha256', secretKey).update('erased-address').digest()).update(email).digest('base64url')

/**
 * Deletes a person with everything that is kept about them (foreign keys take the rest along) and leaves the keyed hash. Whoever
 * signs up with the address afterwards is as new. An address that is not there leaves its hash too: no import enters it.
 * True where there was somebody.
 */
export async function erasePerson(trx: Transaction<Schema>, email: string, secretKey: string, now: number): Promise<boolean> {
  await trx.deleteFrom('budgets').where('key', '=', mailboxKey(email)).execute()
  const { numDeletedRows } = await trx.deleteFrom('people').where('email', '=', email).executeTakeFirst()
  await trx.insertInto('erased').values({ hash: erasureHash(secretKey, email), erased_at: now })
    .onConflict((same) => same.column('hash').doUpdateSet({ erased_at: now })).execute()
  return numDeletedRows > 0n
}

/** Those of `emails` that were erased once. */
export async function erasedAmong(db: Db, emails: readonly string[], secretKey: string): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const emailOf = new Map(emails.map((email) => [erasureHash(secretKey, email), email]))
  const rows = await db.selectFrom('erased').select('hash').where('hash', 'in', [...emailOf.keys()]).execute()
  return new Set(rows.map(({ hash }) => emailOf.get(hash)!))
}
