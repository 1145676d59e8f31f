import { createHash } from 'node:crypto'
import { StartRefused } from '#server/config/start-refused.ts'

/**
 * A statement for SQLite, which Postgres gets by `forPostgres`, or what each engine has in its own
 * language.
 */
export type Statement = string | Record<'sqlite' | 'postgres', readonly string[]>

/**
 * A step from one schema to the next. Its number is its position in `migrations` (schema.ts), from 1.
 * After a `breaking` one the previous program cannot use the store.
 */
export type Migration = {
  name: string
  breaking?: true
  statements: readonly Statement[]
}

/**
 * The tables that record the migrations and identify the store. They exist before the first
 * migration.
 */
export const foundation = [
  `create table migrations (
    id integer primary key, name text not null, breaking integer not null check (breaking in (0, 1)), "appliedAt" integer not null
  ) strict`,
  'create table meta (key text primary key, value text not null) strict',
  `insert into meta (key, value) values ('application', 'ascend')`,
]

/** The tables that migrations create, in their order. */
export const tablesIn = (migrations: readonly Migration[]): string[] =>
  migrations
    .flatMap(({ statements }) => statements)
    .filter((statement) => typeof statement === 'string')
    .flatMap((statement) => /^\s*create table (\w+)/.exec(statement)?.[1] ?? [])

/** The texts of a statement for an engine. */
export const textsFor = (statement: Statement, engine: 'sqlite' | 'postgres'): readonly string[] =>
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
  engine: 'sqlite' | 'postgres',
): void {
  if (first && made === schemaHash(first)) return
  const journal =
    engine === 'sqlite' ? ' and its journal of erasures, departures and suppressions' : ''
  throw new StartRefused(
    `${name} was made by another version of this program, whose tables differ: start the version that wrote it, and to change to this one take over its export (npm run people -- export)${journal} into an empty store, as docs/operating.md describes under 'A store of another version'.`,
  )
}
