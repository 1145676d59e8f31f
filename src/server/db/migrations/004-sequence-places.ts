import type { Migration } from '../migration.ts'

export const sequencePlaces: Migration = {
  name: 'places in sequences, mails by priority',
  statements: [
    'alter table outbox add column priority integer not null default 1',
    `update outbox set priority = 0 where template = 'confirm'`,
    'create index outbox_by_priority on outbox (state, priority, due_at)',

    `create table sequence_places (
      person_id text primary key references people (id) on delete cascade,
      step text, step_days integer, first_at integer, last_at integer, due_at integer, mail_id text, firsts text not null
    ) strict`,
    'create index sequence_places_by_due on sequence_places (due_at) where due_at is not null',
    `insert into sequence_places (person_id, due_at, firsts)
      select person_id, case when people.state = 'confirmed' then case when confirmed_at > started_at then confirmed_at else started_at end end, '[]'
      from sequences join people on people.id = person_id where sequences.state = 'active'`,
  ],
}
