import { Kysely, sql } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { withLastWork } from './before-commit.ts'
import { StoreConflict } from './errors.ts'
import { explainPostgres } from './explain-postgres.ts'
import { migrate, readVersion } from './migrate.ts'
import type { Migration } from './migration.ts'
import { admitToStore } from './move.ts'
import type { OpenOptions, Store } from './store.ts'
import {
  isCollision,
  migrating,
  postgresDialect,
  refuseWhileMoved,
  serving,
  takeMoverLock,
} from './postgres.ts'
import { hostOf } from './postgres-url.ts'
import { withSpaceProbe } from './space-probe.ts'
import type { Schema } from './schema.ts'

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
      await sql`select value from meta where key = 'application'`.execute(db)
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
