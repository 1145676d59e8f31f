import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Log } from '#server/config/log.ts'
import { StartRefused } from '#server/config/start-refused.ts'
import { readMeta, writeMeta } from './meta.ts'
import { ourTables, type Migration, type Schema, type Statement } from './schema.ts'
import { isCollision, StoreUnavailable, type Db, type Engine } from './store.ts'

/**
 * The number of the last applied migration, 0 for an empty store. Throws StartRefused for a store
 * that this program cannot use: one of another program, one whose first migration was another text,
 * or one that is further ahead than by one additive migration.
 */
export async function readVersion(
  db: Db,
  engine: Engine,
  migrations: readonly Migration[],
  name: string,
): Promise<number> {
  const tables = await tableNames(db, engine)
  if (!foundationTables.every((table) => tables.includes(table)))
    return refuseOtherProgram(tables, name)
  refuseOtherSchema(await readMeta(db, 'schema'), migrations, name, engine)
  const applied = await db
    .selectFrom('migrations')
    .select(['id', 'breaking'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const ahead = (applied?.id ?? 0) - migrations.length
  if (ahead > 1 || (ahead === 1 && applied?.breaking === 1)) {
    throw new StartRefused(
      `${name} was written by a newer program (its schema is ${applied?.id}, this program knows ${migrations.length}): start the newer one, or restore the backup from before the update.`,
    )
  }
  return applied?.id ?? 0
}

/**
 * On Postgres, servers of the previous version keep working while tables are altered, so either
 * side can hit a deadlock (40P01).
 */
const mostCollisions = 20

/** Applies the missing migrations, each in its own transaction. */
export async function migrate(
  db: Db,
  engine: Engine,
  plan: { migrations: readonly Migration[]; name: string; log: Log },
) {
  for (let collisions = 0; ;) {
    const version = await readVersion(db, engine, plan.migrations, plan.name)
    const next = plan.migrations[version]
    if (!next) return
    const done = await db
      .transaction()
      .execute((trx) => applyNext(trx, engine, version, next))
      .catch((error: Error) => {
        if (error instanceof StoreUnavailable) throw error
        if (isCollision(error) && collisions++ < mostCollisions) return false
        throw new StartRefused(
          `${plan.name} could not be updated (step ${version + 1}, ${next.name}: ${error.message}); nothing was changed: start the previous program and report this.`,
          { cause: error },
        )
      })
    if (done) plan.log.info({ migration: version + 1, name: next.name }, 'store migrated')
    else await sleep(100)
  }
}

/**
 * Returns false if another server is migrating, or has just migrated: the caller tries again, as
 * after a collision.
 */
async function applyNext(
  trx: Transaction<Schema>,
  engine: Engine,
  version: number,
  next: Migration,
): Promise<boolean> {
  const write = async (statement: Statement) => {
    for (const text of textsFor(statement, engine)) await sql.raw(text).execute(trx)
  }
  if (engine === 'postgres') {
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(hashtext('ascend migrations')) as free`.execute(trx)
    if (!rows[0]?.free) return false
  }
  const tables = await tableNames(trx, engine)
  if (!tables.includes('migrations')) {
    for (const text of foundation) await write(text)
    await writeMeta(trx, 'schema', schemaHash(next))
  }
  const last = await trx
    .selectFrom('migrations')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst()
  if ((last?.id ?? 0) !== version) return false
  for (const text of next.statements) await write(text)
  const row = {
    id: version + 1,
    name: next.name,
    breaking: next.breaking ? 1 : 0,
    appliedAt: Date.now(),
  }
  await trx.insertInto('migrations').values(row).execute()
  return true
}

const foundationTables = ['migrations', 'meta']

function refuseOtherProgram(tables: string[], name: string): number {
  const sameNames = tables.filter((table) => [...ourTables, 'migrations'].includes(table))
  if (sameNames.length === 0) return 0
  throw new StartRefused(
    `${name} holds tables of another program (${sameNames.join(', ')}): name an empty database.`,
  )
}

export async function tableNames(db: Db, engine: Engine): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{
          name: string
        }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`
      : sql<{
          name: string
        }>`select tablename as name from pg_tables where schemaname = current_schema() order by tablename`
  return (await query.execute(db)).rows.map((row) => row.name)
}

/**
 * The tables that record the migrations and identify the store. They exist before the first
 * migration.
 */
const foundation = [
  `create table migrations (
    id integer primary key, name text not null, breaking integer not null check (breaking in (0, 1)), "appliedAt" integer not null
  ) strict`,
  'create table meta (key text primary key, value text not null) strict',
  `insert into meta (key, value) values ('application', 'ascend')`,
]

/** The texts of a statement for an engine. */
const textsFor = (statement: Statement, engine: Engine): readonly string[] =>
  typeof statement !== 'string'
    ? statement[engine]
    : [engine === 'sqlite' ? statement : forPostgres(statement)]

/** Postgres gets 64-bit integers, and texts that compare byte by byte as on SQLite. */
const forPostgres = (statement: string): string =>
  statement
    .replaceAll(/\binteger\b/g, 'bigint')
    .replaceAll(/\btext\b/g, 'text collate "C"')
    .replaceAll(/\) strict$/g, ')')

/**
 * SHA-256 (hex) of the statements of a migration, the same on both engines. Comments and white
 * space do not change it.
 */
export const schemaHash = ({ statements }: Pick<Migration, 'statements'>): string =>
  createHash('sha256')
    .update(statements.flatMap(textsOf).map(withoutLayout).join(';'))
    .digest('hex')

/** Also of the other engine, so that both have the same hash. */
const textsOf = (statement: Statement): readonly string[] =>
  typeof statement === 'string' ? [statement] : [...statement.sqlite, ...statement.postgres]

const withoutLayout = (statement: string): string =>
  statement
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),]) ?/g, '$1')
    .trim()

/**
 * Throws StartRefused where the first migration of the store was another text (decision 063).
 * `made`: the hash in its `meta`; stores from before it was kept have none. `name` begins the
 * sentence.
 */
export function refuseOtherSchema(
  made: unknown,
  [first]: readonly Migration[],
  name: string,
  engine: Engine,
): void {
  if (first && made === schemaHash(first)) return
  const journal =
    engine === 'sqlite' ? ' and its journal of erasures, departures and suppressions' : ''
  throw new StartRefused(
    `${name} was made by another version of this program, whose tables differ: start the version that wrote it, and to change to this one take over its export (npm run people -- export)${journal} into an empty store, as docs/operating.md describes under 'A store of another version'.`,
  )
}
