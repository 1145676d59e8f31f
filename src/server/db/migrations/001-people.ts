import type { Migration } from '../migration.ts'

export const people: Migration = {
  name: 'people, their consents and links, mails and budgets',
  statements: [
    `create table people (
      id text primary key, email text not null unique,
      state text not null check (state in ('unconfirmed', 'confirmed', 'unsubscribed', 'bounced', 'complained', 'suppressed')),
      placement text not null, source text not null, created_at integer not null,
      confirmed_at integer, left_at integer, recent_mails text not null
    ) strict`,
    'create index people_by_time on people (created_at)',
    'create index people_by_state on people (state, created_at)',

    `create table consents (
      id text primary key, person_id text not null references people (id) on delete cascade,
      version text not null, wording text not null, placement text not null, given_at integer not null
    ) strict`,
    'create index consents_by_person on consents (person_id)',

    `create table link_tokens (
      hash text primary key, purpose text not null check (purpose in ('confirm', 'unsubscribe')),
      person_id text not null references people (id) on delete cascade,
      created_at integer not null, expires_at integer
    ) strict`,
    'create index link_tokens_by_person on link_tokens (person_id)',

    `create table outbox (
      id text primary key, person_id text not null references people (id) on delete cascade,
      template text not null, data text not null, email text not null, domain text not null,
      state text not null check (state in ('due', 'sending', 'sent', 'dead', 'cancelled', 'overdue', 'uncertain', 'kept')),
      created_at integer not null, due_at integer not null,
      attempts integer not null, ambiguous integer not null, handed integer not null check (handed in (0, 1)),
      lease_owner text, lease_until integer, message_id text, reason text, sent_at integer, rendered text
    ) strict`,
    'create index outbox_by_due on outbox (state, due_at)',
    'create index outbox_by_lease on outbox (lease_until) where lease_until is not null',
    'create index outbox_by_person on outbox (person_id)',

    `create table mail_queue (
      id integer primary key check (id = 1), paused_reason text, paused_at integer, next_probe_at integer,
      policy_refusals text not null
    ) strict`,
    `insert into mail_queue (id, policy_refusals) values (1, '[]')`,

    'create table budgets (key text primary key, tat integer not null) strict',
  ],
}
