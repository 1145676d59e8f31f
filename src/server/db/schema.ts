import { launchTables, type LaunchSchema } from './launch-schema.ts'
import { letterTables, type LetterSchema } from './letter-schema.ts'
import { lineTables, type LineSchema } from './line-schema.ts'
import { operatorTables, type OperatorSchema } from './operator-schema.ts'
import { outboxTables, type OutboxSchema } from './outbox-schema.ts'
import { peopleTables, type PeopleSchema } from './people-schema.ts'
import { quizTables, type QuizSchema } from './quiz-schema.ts'

/*
 * The schema, from a statement to a migration:
 *
 * <area>-schema.ts has the types of an area's rows and the statements that create its tables.
 * Columns have the names of the code (decision 074). The statements are written for SQLite, and
 * `forPostgres` of migrate.ts translates them. This file joins them to the migration `001`.
 * Until 1.0 a change edits type and statement (decision 063). The store keeps a hash of the
 * statements, and migrate.ts refuses a store or a backup that has another one.
 * From 1.0 on `001` stays, and a change is a migration at the end of this file. Each that is missing
 * is applied in its own transaction. A program also runs on a store that is one additive
 * migration ahead (`readVersion`).
 */

/**
 * The current tables, the same on SQLite and Postgres, by the area that they belong to. Times are
 * in ms since 1970, flags are 0 or 1. Ids are UUIDv7 texts (random ones for quiz results) that the
 * program creates, so they stay the same in a move between engines.
 */
export type Schema = PeopleSchema &
  OutboxSchema &
  LetterSchema &
  QuizSchema &
  LineSchema &
  LaunchSchema &
  OperatorSchema &
  StoreSchema

/** The tables that belong to no area. */
type StoreSchema = {
  budgets: BudgetsTable
  doctor_runs: DoctorRunsTable
  job_leases: JobLeasesTable
  meta: MetaTable
  migrations: MigrationsTable
}

/**
 * Token buckets (GCRA). `tat`: the theoretical arrival time in ms, when the bucket is full again.
 */
export type BudgetsTable = { key: string; tat: number }

/** DOCTOR-1: results of the doctor, newest last. `checks`: JSON, see ops/doctor. */
type DoctorRunsTable = { id: string; at: number; outcome: string; checks: string }

/** Jobs that one server runs for all: `owner` holds it until `until` (ms). */
type JobLeasesTable = { name: string; owner: string; until: number }

/** The application id, the clean-shutdown mark and the like. */
type MetaTable = { key: string; value: string }

type MigrationsTable = { id: number; name: string; breaking: number; appliedAt: number }

const storeTables = [
  'create table budgets (key text primary key, tat integer not null) strict',

  `create table doctor_runs (
    id text primary key,
    at integer not null,
    outcome text not null,
    checks text not null
  ) strict`,
  'create index doctor_runs_by_time on doctor_runs (at)',

  'create table job_leases (name text primary key, owner text not null, until integer not null) strict',
]

/** Every table, parents before the tables that refer to them. Until 1.0 changes are made here. */
const schema: Migration = {
  name: 'schema',
  statements: [
    ...peopleTables,
    ...outboxTables,
    ...quizTables,
    ...letterTables,
    ...lineTables,
    ...launchTables,
    ...operatorTables,
    ...storeTables,
  ],
}

/**
 * Every migration, in the order in which a store gets them. Until 1.0 there is one: a store made by
 * another text of it is refused (docs/decisions/063-one-schema-before-1.0.md). From 1.0 on it stays
 * as it is, and each change is a migration at the end.
 */
export const migrations: readonly Migration[] = [schema]

/** Every table but `migrations`, parents before the tables that refer to them. */
export const ourTables: readonly string[] = [
  ...migrations
    .flatMap(({ statements }) => statements)
    .filter((statement) => typeof statement === 'string')
    .flatMap((statement) => /^\s*create table (\w+)/.exec(statement)?.[1] ?? []),
  'meta',
]

/**
 * A statement for SQLite, which Postgres gets by `forPostgres`, or what each engine has in its own
 * language.
 */
export type Statement = string | Record<'sqlite' | 'postgres', readonly string[]>

/**
 * A step from one schema to the next. Its number is its position in `migrations`, from 1.
 * After a `breaking` one the previous program cannot use the store.
 */
export type Migration = {
  name: string
  breaking?: true
  statements: readonly Statement[]
}
