import type { PerformanceType } from '#contract/quiz/quiz.ts'

/**
 * The tables of quiz results and of the mails that follow them. `sequence_places` is progress in a
 * sequence, no place in the line.
 */
export type QuizSchema = {
  quiz_results: QuizResultsTable
  unconfirmed_results: UnconfirmedResultsTable
  sequences: SequencesTable
  sequence_places: SequencePlacesTable
}

/** QUIZ-6. A result is deleted with its person, whose address it was saved with. */
export type QuizResultsTable = {
  id: string
  personId: string
  /** one row per key; null if the client sent none */
  idempotencyKey: string | null
  createdAt: number
  performance_type: PerformanceType
  primary_score: number
  /** JSON as in contract/quiz/quiz.ts; the texts are the campaign's of that time */
  scores: string
  answers: string
  result_data: string
  /** when the server starts its e-mail sequence by itself; null once it is started */
  sequenceDueAt: number | null
}

/**
 * QUIZ-9: a result that was saved with the address of a confirmed person, without anything that
 * proves that they did it. It changes nothing until they confirm it, and is deleted after 7 days.
 */
type UnconfirmedResultsTable = Omit<QuizResultsTable, 'sequenceDueAt'>

/**
 * CALL-3: one per quiz result, of which at most one per person is active. `stopped`: the person
 * left or gets no mail.
 */
type SequencesTable = {
  quizResultId: string
  personId: string
  performance_type: PerformanceType
  state: 'active' | 'replaced' | 'stopped' | 'finished'
  startedAt: number
}

/** How far a person is in their sequence. The columns match `Progress` in sequence/steps.ts. */
export type SequencePlacesTable = {
  personId: string
  step: string | null
  stepDays: number | null
  firstAt: number | null
  lastAt: number | null
  dueAt: number | null
  /** the outbox row of the step that is pending or was the last; null once it has arrived */
  mailId: string | null
  /** JSON */
  firsts: string
}

export const quizTables = [
  `create table quiz_results (
    id text primary key,
    "personId" text not null references people (id) on delete cascade,
    "idempotencyKey" text unique,
    "createdAt" integer not null,
    performance_type text not null check (performance_type <> ''),
    primary_score integer not null check (primary_score between 2 and 24),
    scores text not null,
    answers text not null,
    result_data text not null,
    "sequenceDueAt" integer
  ) strict`,
  'create index quiz_results_by_person on quiz_results ("personId")',
  'create index quiz_results_by_due on quiz_results ("sequenceDueAt") where "sequenceDueAt" is not null',

  `create table unconfirmed_results (
    id text primary key,
    "personId" text not null references people (id) on delete cascade,
    "idempotencyKey" text unique,
    "createdAt" integer not null,
    performance_type text not null check (performance_type <> ''),
    primary_score integer not null check (primary_score between 2 and 24),
    scores text not null,
    answers text not null,
    result_data text not null
  ) strict`,
  'create index unconfirmed_results_by_person on unconfirmed_results ("personId")',
  'create index unconfirmed_results_by_time on unconfirmed_results ("createdAt")',

  `create table sequences (
    "quizResultId" text primary key references quiz_results (id) on delete cascade,
    "personId" text not null references people (id) on delete cascade,
    performance_type text not null,
    state text not null check (state in ('active', 'replaced', 'stopped', 'finished')),
    "startedAt" integer not null
  ) strict`,
  'create index sequences_by_person on sequences ("personId")',
  `create unique index sequences_active on sequences ("personId") where state = 'active'`,

  `create table sequence_places (
    "personId" text primary key references people (id) on delete cascade,
    step text,
    "stepDays" integer,
    "firstAt" integer,
    "lastAt" integer,
    "dueAt" integer,
    "mailId" text,
    firsts text not null
  ) strict`,
  'create index sequence_places_by_due on sequence_places ("dueAt") where "dueAt" is not null',
]
