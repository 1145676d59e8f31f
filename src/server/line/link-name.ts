import type { Transaction } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { Db } from '#server/db/store.ts'

/** LINE-3: the first name that a person's link shows; empty for none. Null without a link. */
export const nameOfLink = async (db: Db, personId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('line_links')
      .select('name')
      .where('personId', '=', personId)
      .executeTakeFirst()
  )?.name ?? null

/** `name` is one that `readFirstName` returned. */
export const nameLink = (trx: Transaction<Schema>, personId: string, name: string) =>
  trx.updateTable('line_links').set({ name }).where('personId', '=', personId).execute()
