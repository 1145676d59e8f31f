import { setTimeout as sleep } from 'node:timers/promises'
import {
  PostgresDialect,
  sql,
  type Dialect,
  type Kysely,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import type { Log } from '#server/config/log.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import type { Schema } from './schema.ts'
import { StoreUnavailable, StoreFull, type TimeLimits } from './store.ts'

/** A visitor has an answer within 2 s. */
export const serving: TimeLimits = { connectMs: 1_500, waitMs: 1_500, holdMs: 1_900 }
export const migrating: TimeLimits = { ...serving, waitMs: 3_600_000, holdMs: 3_600_000 }

const connections = 10
const hangUpMs = 500

/**
 * Kysely over a pg pool. A connection that does not answer in time is destroyed, because a frozen
 * server enforces no limit of its own.
 */
export function postgresDialect(url: string, log: Log, limits = serving): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    types: numbers,
    max: connections,
    application_name: 'ascend',
    keepAlive: true,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.waitMs,
  })
  /** when each open connection was made */
  const open = new Map<pg.PoolClient, number>()
  let doubtedAt = -Infinity
  // After one connection is lost, older ones are not trusted: they may lead to the same lost
  // machine, or to one that was replaced.
  const trust: Trust = {
    lose() {
      doubtedAt = performance.now()
    },
    in: (client) => open.get(client)! > doubtedAt,
  }
  pool.on('connect', (client) => {
    open.set(client, performance.now())
    // Without a listener, a checked-out connection that breaks while idle would end the process.
    client.on('error', () => {})
  })
  pool.on('remove', (client) => open.delete(client))
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a connection to Postgres broke'))

  async function connect(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch(throwUnavailable)
    if (trust.in(client)) return client
    destroy(client)
    client.release(true)
    return connect()
  }

  return new PostgresDialect({
    pool: {
      options: {},
      async connect() {
        const since = performance.now()
        return limitedClient(await connect(), since, limits, trust)
      },
      end: async () => {
        const hangUp = setTimeout(() => open.keys().forEach(destroy), hangUpMs)
        await pool.end().finally(() => clearTimeout(hangUp))
      },
    },
  })
}

/** Counts, sums and 64-bit integers are numbers, as on SQLite: no stored value exceeds 2^53. */
const numbers = new pg.TypeOverrides()
numbers.setTypeParser(pg.types.builtins.INT8, Number)
numbers.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** `lose` makes every open connection untrusted. */
type Trust = { lose(): void; in(client: pg.PoolClient): boolean }

function limitedClient(
  client: pg.PoolClient,
  since: number,
  limits: TimeLimits,
  trust: Trust,
): PostgresPoolClient {
  let lost: StoreUnavailable | null = null

  async function query<R>(text: string, values: readonly unknown[]) {
    if (lost) throw lost
    const leftMs = Math.max(1, since + limits.holdMs - performance.now())
    const config = { text, values: [...values], query_timeout: Math.min(limits.waitMs, leftMs) }
    try {
      return (await client.query(config)) as unknown as PostgresQueryResult<R>
    } catch (error) {
      if (isQueryError(error)) throw error
      const unavailable = unavailableBy(error)
      if (!(error instanceof pg.DatabaseError) || error.code === readOnlyNow) {
        lost = unavailable
        destroy(client)
        trust.lose()
      }
      throw unavailable
    }
  }

  // Kysely's type includes the call with a cursor, which it makes only if a cursor is configured.
  return {
    query: query as PostgresPoolClient['query'],
    release: () => client.release(!trust.in(client)),
  }
}

/**
 * SQLSTATE classes of errors that the server causes and not the query: connection, resources,
 * shutdown, disk, damage.
 */
const serverClasses = new Set(['08', '28', '3D', '53', '55', '57', '58', 'F0', 'XX'])
/** The session stays read-only, even if its server can be written again. */
const readOnlyNow = '25006'
const diskFull = '53100'

const isQueryError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  error.severity !== 'FATAL' &&
  error.severity !== 'PANIC' &&
  error.code !== readOnlyNow &&
  !serverClasses.has((error.code ?? 'XX').slice(0, 2))

export const unavailableBy = (error: unknown): StoreUnavailable =>
  new (error instanceof pg.DatabaseError && error.code === diskFull ? StoreFull : StoreUnavailable)(
    `Postgres: ${(error as Error).message}`,
    { cause: error },
  )

const throwUnavailable = (error: unknown): never => {
  throw unavailableBy(error)
}

/**
 * pg has no public way to drop a connection that does not answer: `end` waits for the server's
 * goodbye.
 */
const destroy = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

const retried = new Set(['40P01', '40001'])

/** A deadlock or a serialization failure: the transaction can be retried. */
export const isCollision = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && retried.has(error.code ?? '')

/** The lock of a move on Postgres, held as long as its connection lives. */
export type MoverLock = {
  /** Throws where the connection, and so the lock, is lost. */
  checkHeld(): Promise<void>
  free(): Promise<void>
}

const lingerMs = 2_000
const moverKey = `hashtext('ascend move')`

/** Throws StartRefused while a move of this database is running. */
export async function refuseWhileMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${sql.raw(moverKey)}) as free`.execute(db)
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
    } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${moverKey}) as taken`)
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
    await sleep(50)
  }
}

const lowerFirst = (text: string) => text[0]!.toLowerCase() + text.slice(1)
