import {
  PostgresDialect,
  type Dialect,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import pg from 'pg'
import type { Log } from '#server/config/log.ts'
import { StoreUnavailable, StoreFull, type TimeLimits } from './store.ts'

const connections = 10
const hangUpMs = 500

/**
 * Kysely over a pg pool. A connection that does not answer in time is destroyed, because a frozen
 * server enforces no limit of its own.
 */
export function postgresDialect(url: string, log: Log, limits: TimeLimits): Dialect {
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
