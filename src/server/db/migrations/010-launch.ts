import type { Migration } from '../migration.ts'

export const launch: Migration = {
  name: 'pieces and ends of offers, states of the launch, requests for one mail, the indexes of requesters and failures',
  statements: [
    `create table offer_counts (offer text primary key, given integer not null, last_at integer) strict`,
    `create table offer_grants (
      offer text not null, person_id text not null references people (id) on delete cascade, number integer,
      granted_at integer not null, primary key (offer, person_id)
    ) strict`,
    'create unique index offer_grants_by_number on offer_grants (offer, number) where number is not null',
    'create index offer_grants_by_person on offer_grants (person_id)',
    `create table offer_ends (
      id text primary key, offer text not null, ends_at integer not null, before integer not null,
      moved_at integer not null, moved_by text not null
    ) strict`,
    `create table launch_periods (
      id text primary key, state text not null check (state in ('paused', 'closed', 'launched')),
      starts_at integer not null, ends_at integer, list_first_until integer, erase_at integer,
      set_at integer not null, set_by text not null
    ) strict`,
    'create table launch_marks (name text primary key, at integer not null) strict',
    `create table once_requests (
      id text primary key, email text not null unique, consent_version text not null, wording text not null,
      requested_at integer not null, confirmed_at integer, recent_mails text not null,
      link_hash text, link_expires_at integer, queued_at integer
    ) strict`,
    'create index once_requests_by_time on once_requests (requested_at)',

    // Only the query of a requester's last turn fits it: see turnsFor.
    'drop index outbox_by_requester',
    `create index outbox_by_requester on outbox (waits, priority, requester, turn) where state || '' = 'due'`,
    `create index outbox_by_failure on outbox (state, due_at, id) where state in ('dead', 'uncertain')`,
  ],
}
