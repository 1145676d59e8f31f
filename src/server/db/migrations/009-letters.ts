import type { Migration } from '../migration.ts'

export const letters: Migration = {
  name: 'letters, reports about mails, mails to operators',
  statements: [
    `create table letters (
      id text primary key, state text not null, subject text not null, preview text not null, body text not null,
      audience text not null, revision integer not null, created_at integer not null, created_by text not null,
      saved_at integer not null, saved_by text not null, tested_at integer, frozen_at integer, sent_by text,
      planned_at integer, counted integer, cursor text, queued_at integer, sending_ms integer not null,
      sending_since integer, paused_at integer, paused_by text, ended integer not null,
      window_from integer not null, ended_at integer
    ) strict`,
    'create index letters_by_state on letters (state, planned_at)',
    `create table letter_counts (
      letter_id text not null, provider text not null, outcome text not null, count integer not null,
      primary key (letter_id, provider, outcome)
    ) strict`,
    `create table letter_slots (
      letter_id text not null, slot integer not null, sent integer not null, bounced integer not null,
      complained integer not null, primary key (letter_id, slot)
    ) strict`,
    `create table letter_hours (
      letter_id text not null, hour integer not null, sent integer not null, primary key (letter_id, hour)
    ) strict`,
    'alter table outbox add column letter_id text',
    'alter table outbox add column letter_slot integer',
    `create index outbox_by_age on outbox (due_at) where state || '' = 'due' and letter_id is null`,
    'create unique index outbox_by_letter on outbox (letter_id, person_id) where letter_id is not null',
    'alter table people add column mail_suspended_until integer',
    'alter table link_tokens add column letter_id text',

    `create table mail_reports (
      id text primary key, event text not null unique, mail_id text not null,
      person_id text not null references people (id) on delete cascade,
      at integer not null, kind text not null, via text not null, reason text not null
    ) strict`,
    'create index mail_reports_by_person on mail_reports (person_id, at)',
    'create index mail_reports_by_time on mail_reports (at)',

    `create table operator_mails (
      id text primary key, email text not null, template text not null, data text not null, state text not null,
      created_at integer not null, due_at integer not null, attempts integer not null, lease_owner text,
      lease_until integer, message_id text, reason text, sent_at integer, rendered text
    ) strict`,
    `create index operator_mails_by_time on operator_mails (due_at) where state = 'due'`,
    `create index operator_mails_by_lease on operator_mails (lease_until) where state = 'sending'`,
    'create index operator_mails_by_creation on operator_mails (created_at)',

    `create table doctor_runs (
      id text primary key, at integer not null, outcome text not null, checks text not null
    ) strict`,
    'create index doctor_runs_by_time on doctor_runs (at)',
    'create table job_leases (name text primary key, owner text not null, until integer not null) strict',
  ],
}
