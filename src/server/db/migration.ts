/**
 * A statement for SQLite, which Postgres gets by `forPostgres`, or what each engine has in its own
 * language.
 */
export type Statement = string | Record<'sqlite' | 'postgres', readonly string[]>

/**
 * A step from one schema to the next. Its number is its position in migrations.ts, from 1. After a
 * `breaking` one the previous program cannot use the store.
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
