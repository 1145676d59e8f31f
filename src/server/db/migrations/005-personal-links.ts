import type { Migration } from '../migration.ts'

export const personalLinks: Migration = {
  name: 'links to what is kept about a person, where a consent came from, who was erased, mails with a body',
  statements: [
    // SQLite cannot widen a check, so the table is rewritten.
    `create table wider_link_tokens (
      hash text primary key, purpose text not null check (purpose in ('confirm', 'unsubscribe', 'me')),
      person_id text not null references people (id) on delete cascade,
      created_at integer not null, expires_at integer
    ) strict`,
    `insert into wider_link_tokens (hash, purpose, person_id, created_at, expires_at)
      select hash, purpose, person_id, created_at, expires_at from link_tokens`,
    'drop table link_tokens',
    'alter table wider_link_tokens rename to link_tokens',
    'create index link_tokens_by_person on link_tokens (person_id)',
    'create index link_tokens_by_end on link_tokens (expires_at) where expires_at is not null',
    'alter table consents add column source text',
    `create index outbox_by_body on outbox (created_at) where (data <> '{}' or rendered is not null)`,
    'create table erased (hash text primary key, erased_at integer not null) strict',
  ],
}
