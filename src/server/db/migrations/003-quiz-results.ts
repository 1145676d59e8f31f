import type { Migration } from '../migration.ts'

export const quizResults: Migration = {
  name: 'quiz results and their e-mail sequences',
  statements: [
    `create table quiz_results (
      id text primary key, person_id text not null references people (id) on delete cascade,
      idempotency_key text unique, created_at integer not null,
      performance_type text not null check (performance_type in ('focus', 'energy', 'stress', 'motivation')),
      primary_score integer not null check (primary_score between 4 and 12),
      scores text not null, answers text not null, result_data text not null, sequence_due_at integer
    ) strict`,
    'create index quiz_results_by_person on quiz_results (person_id)',
    'create index quiz_results_by_due on quiz_results (sequence_due_at) where sequence_due_at is not null',

    `create table sequences (
      quiz_result_id text primary key references quiz_results (id) on delete cascade,
      person_id text not null references people (id) on delete cascade, performance_type text not null,
      state text not null check (state in ('active', 'replaced', 'stopped', 'finished')), started_at integer not null
    ) strict`,
    'create index sequences_by_person on sequences (person_id)',
    `create unique index sequences_active on sequences (person_id) where state = 'active'`,
  ],
}
