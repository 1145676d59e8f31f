import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '#server/config/log.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { readMeta } from './meta.ts'
import { migrate, readVersion } from './migrate.ts'
import { admitToStore } from './move.ts'
import { postgresDialect, unavailableBy } from './postgres.ts'
import type { Migration, Schema } from './schema.ts'
import {
  hostOf,
  isCollision,
  migrating,
  serving,
  StoreConflict,
  StoreUnavailable,
  type OpenOptions,
  type Store,
} from './store.ts'
import { withLastWork, withSpaceProbe } from './transaction.ts'

type Options = Pick<OpenOptions, 'log' | 'role' | 'timeLimits'> & {
  migrations: readonly Migration[]
}

export async function openPostgres(
  url: string,
  { log, role, migrations, timeLimits = serving }: Options,
): Promise<Store> {
  const name = `The database at ${hostOf(url)} (DATABASE_URL)`
  const lock =
    role === 'mover'
      ? await takeMoverLock(url, name).catch((error: unknown) => {
          throw explainPostgres(error, name)
        })
      : null
  const db = new Kysely<Schema>({
    dialect: postgresDialect(url, log, lock ? migrating : timeLimits),
  })
  try {
    if (!lock) await refuseWhileMoved(db, name)
    const version = await readVersion(db, 'postgres', migrations, name)
    if (version < migrations.length) await migrateSlowly(url, name, log, migrations)
    if (version > migrations.length)
      log.warn({ schema: version }, 'the store was written by a newer program, and can be used')
    if (!lock) await admitToStore(db, name)
  } catch (error) {
    await db.destroy()
    await lock?.free()
    throw explainPostgres(error, name)
  }
  return {
    db,
    engine: 'postgres',
    refusal: () => null,
    ...withSpaceProbe((work) =>
      retryCollisions(() => db.transaction().execute(withLastWork(work))),
    ),
    emptyWal: async () => {},
    ping: async () => {
      await lock?.checkHeld()
      await readMeta(db, 'application')
    },
    close: async () => {
      await db.destroy()
      await lock?.free()
    },
  }
}

/** Migrates on connections without the time limits of serving: many rows take long. */
async function migrateSlowly(
  url: string,
  name: string,
  log: Log,
  migrations: readonly Migration[],
) {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, log, migrating) })
  await migrate(db, 'postgres', { migrations, name, log }).finally(() => db.destroy())
}

async function retryCollisions<T>(work: () => Promise<T>, triesLeft = 2): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isCollision(error)) throw error
    if (triesLeft === 0)
      throw new StoreConflict('Postgres: each try met a conflict with another transaction', {
        cause: error,
      })
    return retryCollisions(work, triesLeft - 1)
  }
}

const lingerMs = 2_000
const moverKey = `hashtext('ascend move')`

/** Throws StartRefused while a move of this database is running. */
async function refuseWhileMoved(db: Kysely<Schema>, name: string): Promise<void> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${sql.raw(moverKey)}) as free`.execute(db)
  if (!rows[0]?.free)
    throw new StartRefused(`${name} is being moved: wait until npm run move has ended.`)
}

/**
 * Allows one move of a database, and no server or command beside it, as long as the connection of
 * the lock lives. Throws StartRefused or StoreUnavailable.
 */
async function takeMoverLock(url: string, name: string) {
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
    /** Throws where the connection, and so the lock, is lost. */
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

/** An error of Postgres, of a pooler in front of it, of TLS, or of the network. */
type Cause = { code?: string; message: string; severity?: string; path?: string }

/**
 * Explains an error at opening in one sentence for the operator: what was refused, in the words of
 * the program that refused it, and the remedy. `name` begins the sentence. What is no refusal is
 * returned as it is.
 */
export function explainPostgres(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error
  const cause = (error.cause ?? error) as Cause
  const rule = rules.find(({ code, message }) =>
    code ? code.test(cause.code ?? '') : message.test(cause.message),
  )
  if (rule && (error instanceof StoreUnavailable || rule.always))
    return new StartRefused(`${name} ${rule.says(cause)}`)
  if (!(error instanceof StoreUnavailable)) return error
  if (cause.severity !== undefined)
    return new StartRefused(
      `${name} refuses the connection (${cause.code}: ${cause.message}): wait until it takes connections, or correct DATABASE_URL.`,
    )
  return new StartRefused(
    `${name} does not answer (${cause.code || cause.message}): start it, or correct DATABASE_URL.`,
  )
}

/** `always`: also where the error is not one of an unavailable store. */
type Rule = { says: (cause: Cause) => string; always?: true } & (
  | { code: RegExp; message?: undefined }
  | { code?: undefined; message: RegExp }
)

/** Where the docs have more. */
const section = "docs/operating.md, 'Postgres of a provider, and PgBouncer'"

/** The first that fits counts. PgBouncer gives code 08P01 to everything that it refuses. */
const rules: readonly Rule[] = [
  {
    code: /^42501$/,
    always: true,
    says: ({ message }) =>
      `does not let this user create or read its tables (${message}): grant it that right, or name another user in DATABASE_URL.`,
  },
  {
    code: /^3D000$/,
    says: () => 'does not exist: create it, or correct DATABASE_URL.',
  },
  {
    message: /unsupported startup parameter/,
    says: ({ code, message }) =>
      `refuses the connection (${code}: ${message}): PgBouncer needs ignore_startup_parameters = ${/parameter(?: in options)?: (\w+)/.exec(message)?.[1] ?? 'statement_timeout'} in its settings (${section}).`,
  },
  {
    message: /^no such database|database \S+ is disabled/,
    says: ({ message }) =>
      `does not exist there (${message}): create it, or correct the name at the end of DATABASE_URL. Behind PgBouncer it needs a line in the section [databases].`,
  },
  {
    message: /no pg_hba\.conf entry .*(?:no encryption|SSL off)/,
    says: ({ message }) =>
      `refuses this connection without TLS (${message}): add ?sslmode=verify-full to DATABASE_URL (${section}), or allow the user and database in pg_hba.conf.`,
  },
  {
    message: /no pg_hba\.conf entry|pg_hba\.conf rejects/,
    says: ({ message }) =>
      `does not let this user connect from here (${message}): allow the user, the database and this address in pg_hba.conf, or correct DATABASE_URL.`,
  },
  {
    message:
      /(?:SSL|TLS) (?:connection )?(?:is )?required|requires (?:an? )?(?:SSL|TLS)|connection is insecure/i,
    says: ({ message }) =>
      `refuses this connection without TLS (${message}): add ?sslmode=verify-full to DATABASE_URL (${section}).`,
  },
  {
    message: /does not support SSL/,
    says: () =>
      'offers no TLS, which DATABASE_URL demands: turn TLS on there, or remove sslmode from DATABASE_URL if the network in between is your own.',
  },
  {
    code: /CERT|^ERR_TLS|^UNABLE_TO|^(?:ERR_)?SSL/,
    says: ({ code, message }) =>
      `shows a TLS certificate that this machine does not accept (${code}: ${message}): name the provider's certificate by ?sslmode=verify-full&sslrootcert=/path/ca.pem in DATABASE_URL, and the host as the certificate has it. ?sslmode=no-verify encrypts without a check (${section}).`,
  },
  {
    code: /^(?:ENOENT|EACCES|EISDIR)$/,
    always: true,
    says: ({ code, path }) =>
      `cannot be reached: DATABASE_URL names the file ${path}, which cannot be read (${code}). Correct its path or its rights.`,
  },
  {
    message: /client password must be a string|no password supplied|client password must be/,
    says: () => 'asks for a password, and DATABASE_URL has none: correct DATABASE_URL.',
  },
  {
    code: /^28/,
    says: ({ message }) =>
      `answers '${message}' and refuses this user or password: correct DATABASE_URL.`,
  },
  {
    message: /authentication failed|no such user|role "[^"]*" does not exist/,
    says: ({ message }) =>
      `answers '${message}' and refuses this user or password: correct DATABASE_URL, or add the user to the auth_file of PgBouncer.`,
  },
  {
    message: /no more connections allowed|too many (?:clients|connections)|connection slots are/,
    says: ({ message }) =>
      `has no connection left (${message}): each server uses up to 10. Raise max_connections of Postgres (max_client_conn of PgBouncer), or end programs that hold connections.`,
  },
  {
    code: /^53300$/,
    says: ({ message }) =>
      `has no connection left (${message}): each server uses up to 10. Raise max_connections, or end programs that hold connections.`,
  },
  {
    code: /^57P03$/,
    says: ({ message }) => `takes no connections yet (${message}): start again when it does.`,
  },
  {
    message: /server login (?:failed|has been failing)|query_wait_timeout|server conn crashed/,
    says: ({ message }) =>
      `is a PgBouncer that cannot reach its Postgres (${message}): start Postgres, or correct the section [databases] of pgbouncer.ini.`,
  },
  {
    code: /^(?:ENOTFOUND|EAI_AGAIN)$/,
    says: ({ code }) =>
      `has a host name that is not known here (${code}): correct DATABASE_URL, or the name service of this machine.`,
  },
  {
    message: /connection timeout|timeout exceeded when trying to connect/i,
    says: ({ message }) =>
      `does not answer in time (${message}): start it, open the firewall to it, or correct DATABASE_URL. A PgBouncer whose Postgres is down answers nothing either.`,
  },
]
