import { setTimeout } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { StartRefused } from '#server/config/start-refused.ts'
import { serving, unavailableBy } from './postgres.ts'
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

/** The lock of a move on Postgres, held as long as its connection lives. */
export type MoverLock = {
  /** Throws where the connection, and so the lock, is lost. */
  checkHeld(): Promise<void>
  free(): Promise<void>
}

const lingerMs = 2_000
const key = `hashtext('ascend move')`

/** Throws StartRefused while a move of this database is running. */
export async function refuseWhileMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${sql.raw(key)}) as free`.execute(db)
  if (!rows[0]?.free)
    throw new StartRefused(`${name} is being moved: wait until npm run move has ended.`)
}

/**
 * Allows one move of a database, and no server or command beside it. Throws StartRefused or
 * StoreUnavailable.
 */
export async function takeMoverLock(url: string, name: string): Promise<MoverLock> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ascend move',
    keepAlive: true,
    connectionTimeoutMillis: serving.waitMs,
  })
  // The next query reports a connection that breaks while it is idle.
  client.on('error', () => {})
  try {
    await client.connect()
    const {
      rows: [lock],
    } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`)
    if (!lock?.taken)
      throw new StartRefused(`${name} is being moved already: wait until that move ends.`)
    if (!(await becomesAlone(client)))
      throw new StartRefused(
        `A server or a command works on ${lowerFirst(name)}: stop it, then move.`,
      )
  } catch (error) {
    await client.end()
    throw error instanceof StartRefused ? error : unavailableBy(error)
  }
  return {
    async checkHeld() {
      await client.query('select 1').catch((error: unknown) => {
        throw unavailableBy(error)
      })
    },
    free: () => client.end(),
  }
}

/** Waits for Postgres to end the connections of a server that has just stopped. */
async function becomesAlone(client: pg.Client): Promise<boolean> {
  for (const end = Date.now() + lingerMs; ;) {
    const {
      rows: [others],
    } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = 'ascend'`,
    )
    if (others?.count === 0) return true
    if (Date.now() > end) return false
    await setTimeout(50)
  }
}

const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1)
