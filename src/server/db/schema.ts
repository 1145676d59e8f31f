import type { CountSchema } from './count-schema.ts'
import type { ImportSchema } from './import-schema.ts'
import type { LaunchSchema } from './launch-schema.ts'
import type { LetterSchema } from './letter-schema.ts'
import type { LineSchema } from './line-schema.ts'
import type { OperatorSchema } from './operator-schema.ts'
import type { OutboxSchema } from './outbox-schema.ts'
import type { PeopleSchema } from './people-schema.ts'
import type { QuizSchema } from './quiz-schema.ts'
import type { WaveSchema } from './wave-schema.ts'

/**
 * The current tables, the same on SQLite and Postgres, by the area that they belong to. Times are
 * in ms since 1970, flags are 0 or 1. Ids are UUIDv7 texts (random ones for quiz results) that the
 * program creates, so they stay the same in a move between engines. Each area has its types and the
 * statements that create its tables in one file; migrations.ts joins the statements.
 */
export type Schema = PeopleSchema &
  ImportSchema &
  OutboxSchema &
  LetterSchema &
  QuizSchema &
  LineSchema &
  WaveSchema &
  LaunchSchema &
  CountSchema &
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
export type DoctorRunsTable = { id: string; at: number; outcome: string; checks: string }

/** Jobs that one server runs for all: `owner` holds it until `until` (ms). */
export type JobLeasesTable = { name: string; owner: string; until: number }

/** The application id, the clean-shutdown mark and the like. */
export type MetaTable = { key: string; value: string }

export type MigrationsTable = { id: number; name: string; breaking: number; appliedAt: number }

export const storeTables = [
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
