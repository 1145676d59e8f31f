import { Kysely, sql } from 'kysely'
import type { Log } from '#server/log.ts'
import { StartRefused, StoreAway } from './errors.ts'
import { migrate, readVersion } from './migrate.ts'
import type { Migration } from './migrations.ts'
import type { Store } from './open.ts'
import { isCollision, migrating, postgresDialect } from './postgres.ts'
import type { Schema } from './schema.ts'

export async function openPostgres(url: string, log: Log, migrations: readonly Migration[]): Promise<Store> {
  const name = `The database at ${placeOf(url)} (DATABASE_URL)`
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, log) })
  try {
    const version = await readVersion(db, 'postgres', migrations, name)
    if (version < migrations.length) await migrateSlowly(url, name, log, migrations)
    if (version > migrations.length) log.warn({ schema: version }, 'the store was written by a newer program; it works on')
  } catch (error) {
    await db.destroy()
    throw explain(error, name)
  }
  return {
    db, engine: 'postgres', refusal: () => null,
    transact: (work) => again(() => db.transaction().execute(work)),
    ping: async () => void await sql`select value from meta where key = 'application'`.execute(db),
    close: () => db.destroy(),
  }
}

/** A migration of many rows takes its time: on connections without the limits of serving. */
async function migrateSlowly(url: string, name: string, log: Log, migrations: readonly Migration[]) {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url, log, migrating) })
  await migrate(db, 'postgres', { migrations, name, log }).finally(() => db.destroy())
}

async function again<T>(work: () => Promise<T>, triesLeft = 2): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (triesLeft === 0 || !isCollision(error)) throw error
    return again(work, triesLeft - 1)
  }
}

/** Host, port and database, without the user's name and password. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StartRefused('DATABASE_URL is not an address of the form postgres://user:password@host:5432/database: correct it, or remove it to use the built-in store.')
  }
  return `${parsed.searchParams.get('host') ?? (parsed.host || 'localhost')}${parsed.pathname}`
}

function explain(error: unknown, name: string): unknown {
  if (!(error instanceof Error)) return error
  const cause = (error.cause ?? error) as { code?: string; message: string }
  const code = cause.code ?? ''
  if (code === '42501') return new StartRefused(`${name} does not let this user make or read its tables (${cause.message}): grant it that right, or name another user in DATABASE_URL.`)
  if (!(error instanceof StoreAway)) return error
  if (code === '3D000') return new StartRefused(`${name} does not exist: create it, or correct DATABASE_URL.`)
  if (code.startsWith('28')) return new StartRefused(`${name} refuses this user or password: correct DATABASE_URL.`)
  return new StartRefused(`${name} does not answer (${code || cause.message}): start it, or correct DATABASE_URL.`)
}
