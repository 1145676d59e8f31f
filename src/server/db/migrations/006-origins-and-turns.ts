import type { Migration } from '../migration.ts'

/** How people are counted who are older than the counts by source. */
const sourceKind = `case when placement = 'import' then 'import' when source = '' then 'direct' else 'utm' end`

export const originsAndTurns: Migration = {
  name: 'origins of sign-ups, fair order of mails',
  statements: [
    `alter table mail_queue add column probed_domains text not null default '[]'`,
    'alter table mail_queue add column trouble text',
    'alter table mail_queue add column trouble_reason text',
    'alter table mail_queue add column trouble_since integer',
    'alter table outbox add column first_reason text',

    `alter table outbox add column requester text not null default ''`,
    // Rows that the previous program wrote, or still writes beside this one, wait for their time:
    // the next claims give them a turn.
    `alter table outbox add column waits text not null default 'time'`,
    'alter table outbox add column turn integer not null default 0',
    'alter table outbox add column paid integer not null default 0',
    'drop index outbox_by_priority',
    `create index outbox_by_turn on outbox (waits, priority, turn) where state = 'due'`,
    `create index outbox_by_requester on outbox (waits, priority, requester, turn) where state = 'due'`,
    `create index outbox_by_time on outbox (priority, due_at) where state = 'due' and waits = 'time'`,
    'create table waiting_domains (domain text primary key, opens_at integer not null) strict',
    'create index waiting_domains_by_time on waiting_domains (opens_at)',
    `alter table people add column budget_domain text not null default ''`,
    `create index people_by_budget_domain on people (budget_domain)
      where confirmed_at is not null and (confirmed_at <> created_at or placement = 'import')`,
    `create index people_without_budget_domain on people (id) where budget_domain = ''`,

    `alter table people add column utm_medium text not null default ''`,
    `alter table people add column utm_campaign text not null default ''`,
    `alter table people add column referrer_host text not null default ''`,
    'alter table people add column imported_at integer',

    `create table source_counts (
      hour integer not null, kind text not null, name text not null, placement text not null, event text not null,
      count integer not null, primary key (hour, kind, name, placement, event)
    ) strict`,
    `create table source_names (
      name text not null, kind text not null, first_at integer not null, seen_at integer not null, primary key (name, kind)
    ) strict`,
    'create index source_names_by_first on source_names (first_at)',
    'create index source_names_by_seen on source_names (seen_at)',
    ...[
      ['joined', 'created_at', 'created_at'],
      ['confirmed', 'confirmed_at', 'confirmed_at'],
      ['joined_confirmed', 'created_at', 'confirmed_at'],
    ].map(
      ([
        event,
        time,
        given,
      ]) => `insert into source_counts (hour, kind, name, placement, event, count)
      select ${time} - ${time} % 3600000, ${sourceKind}, source, placement, '${event}', count(*)
      from people where placement <> 'operator' and ${given} is not null group by 1, 2, 3, 4`,
    ),
    `insert into source_names (name, kind, first_at, seen_at)
      select source, ${sourceKind}, min(created_at), max(created_at)
      from people where placement <> 'operator' and source <> '' group by 1, 2`,
  ],
}
