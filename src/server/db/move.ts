import type { Kysely } from 'kysely'
import { StartRefused } from '#server/config/start-refused.ts'
import { deleteMeta, readMeta } from './meta.ts'
import type { Schema } from './schema.ts'

/**
 * A move writes into `meta`: `leaving` into its source, and `arriving` into its target until the
 * copy is complete; `moved` into its source afterwards, as JSON {to, at}.
 */

/** Throws StartRefused for a store that was moved away. */
export async function refuseMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const moved = await readMeta(db, 'moved')
  if (moved === null) return
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
  if ((await readMeta(db, 'leaving')) !== null) await deleteMeta(db, 'leaving')
  if ((await readMeta(db, 'arriving')) !== null)
    throw new StartRefused(
      `${name} contains an incomplete move: run npm run move again from its source, or name another store.`,
    )
}
