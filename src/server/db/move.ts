import type { Kysely } from 'kysely'
import { StartRefused } from '#server/config/start-refused.ts'
import type { Schema } from './schema.ts'

/**
 * Entries that a move writes into `meta`: `leaving` into its source, and `arriving` into its target
 * until the copy is complete; `moved` into its source afterwards, as JSON {to, at}.
 */
export const moveMarks = ['leaving', 'arriving', 'moved'] as const
type MoveMark = (typeof moveMarks)[number]

export async function readMarks(db: Kysely<Schema>): Promise<Partial<Record<MoveMark, string>>> {
  const rows = await db
    .selectFrom('meta')
    .selectAll()
    .where('key', 'in', [...moveMarks])
    .execute()
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
}

export const setMark = (db: Kysely<Schema>, key: MoveMark, value: string) =>
  db
    .insertInto('meta')
    .values({ key, value })
    .onConflict((row) => row.column('key').doUpdateSet({ value }))
    .execute()

export const clearMark = (db: Kysely<Schema>, key: MoveMark) =>
  db.deleteFrom('meta').where('key', '=', key).execute()

/** Throws StartRefused for a store that was moved away. */
export async function refuseMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const { moved } = await readMarks(db)
  if (moved === undefined) return
  const { to, at } = JSON.parse(moved) as { to: string; at: number }
  throw new StartRefused(
    `${name} was moved to ${to} at ${new Date(at).toISOString()}: set DATABASE_URL, or DATA_DIR, to where it is now.`,
  )
}

/**
 * Throws StartRefused where a store must not be used. While a move runs it holds the write lock of
 * its SQLite source, which then cannot be unmarked.
 */
export async function admitToStore(db: Kysely<Schema>, name: string): Promise<void> {
  await refuseMoved(db, name)
  const { leaving, arriving } = await readMarks(db)
  if (leaving !== undefined) await clearMark(db, 'leaving')
  if (arriving !== undefined)
    throw new StartRefused(
      `${name} contains an incomplete move: run npm run move again from its source, or name another store.`,
    )
}
