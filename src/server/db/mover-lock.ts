import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartRefused } from '#server/config/start-refused.ts'
import { serving, unavailableBy } from './postgres.ts'

/** The lock of a move on Postgres, held as long as its connection lives. */
export type MoverLock = {
  /** Throws where the connection, and so the lock, is lost. */
  checkHeld(): Promise<void>
  free(): Promise<void>
}

const lingerMs = 2_000
const key = `hashtext('ascend move')`

/** SQL that returns whether no move of this database is running. */
export const notBeingMoved = `select pg_try_advisory_xact_lock_shared(${key}) as free`

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
