import { peopleOrigin } from './people-origin.ts'

/**
 * A step from one schema to the next. Its number is its position in the list, from 1. After a
 * `breaking` one the previous program cannot use the store. Statements are written for SQLite (see
 * `forPostgres`).
 */
export type Migration = { name: string; breaking?: true; statements: readonly string[] }

/**
 * The tables that record the migrations and identify the store. They exist before the first
 * migration.
 */
export const foundation = [
  `create table migrations (
    id integer primary key, name text not null, breaking integer not null check (breaking in (0, 1)), applied_at integer not null
  ) strict`,
  'create table meta (key text primary key, value text not null) strict',
  `insert into meta (key, value) values ('application', 'ascend')`,
]

/** How people are counted who are older than the counts by source. */
const sourceKind = `case when placement = 'import' then 'import' when source = '' then 'direct' else 'utm' end`

export const migrations: readonly Migration[] = [
  {
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
  },
  {
    name: 'event counts by the hour',
    statements: [
      `create table event_counts (
        hour integer not null, event text not null, label text not null, count integer not null, primary key (hour, event, label)
      ) strict`,
    ],
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
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
  },
  {
    name: 'expiry of the network of a mail',
    statements: [`create index outbox_by_network on outbox (created_at) where requester <> ''`],
  },
  {
    // quiz/fill-quiz-types.ts and counts/take-over.ts fill what is new after the start, beside servers
    // of the version before.
    name: 'the dashboard: its operators, outcomes of mails, filters of people, counts by hour and day',
    statements: [
      `create table sign_in_links (
        hash text primary key, operator text not null, created_at integer not null, expires_at integer not null
      ) strict`,
      'create index sign_in_links_by_expiry on sign_in_links (expires_at)',
      `create table sessions (
        hash text primary key, id text not null unique, operator text not null, browser text not null,
        created_at integer not null, seen_at integer not null
      ) strict`,
      'create index sessions_by_time on sessions (created_at)',
      `create table action_log (
        id text primary key, at integer not null, operator text not null, action text not null,
        person_id text, details text not null, outcome text
      ) strict`,
      'create index action_log_by_time on action_log (at, id)',
      'create index action_log_by_person on action_log (person_id, id) where person_id is not null',

      `create table mail_counts (
        hour integer not null, provider text not null, outcome text not null, count integer not null,
        primary key (hour, provider, outcome)
      ) strict`,

      `alter table people add column quiz_type text not null default ''`,
      'create index people_by_joining on people (created_at, id)',
      'drop index people_by_time',
      'create index people_by_filter on people (state, quiz_type, created_at, id)',
      `create index people_by_origin on people ((${peopleOrigin}), state, quiz_type, created_at, id)`,

      `create table hourly_counts (
        hour integer not null, what text not null, source text not null, placement text not null,
        count integer not null, primary key (hour, what, source, placement)
      ) strict`,
      `create index hourly_counts_in_total on hourly_counts (what, hour) where source = '' and placement = ''`,
      `create table daily_counts (
        day text not null, what text not null, source text not null, placement text not null,
        count integer not null, primary key (day, what, source, placement)
      ) strict`,
      `create index daily_counts_in_total on daily_counts (what, day) where source = '' and placement = ''`,
      `create index people_of_operator on people (state) where placement = 'operator'`,
    ],
  },
  {
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
  },
  {
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
  },
  {
    // line/begin-line.ts gives the people who confirmed before their places, at the start of a server.
    name: 'the line: places, links, friends, rewards, waves',
    statements: [
      `create table line_head (
        id integer primary key check (id = 1), next_order integer not null, waiting integer not null,
        version integer not null, per_friend integer not null, cap integer not null, key_offset integer not null,
        begun_at integer not null, checked_at integer
      ) strict`,
      `create table line (
        person_id text primary key, "order" integer not null unique, friends integer not null, key integer not null
      ) strict`,
      'create index line_by_key on line (key, "order")',
      `create table line_counts (
        level integer not null, bucket integer not null, n integer not null, primary key (level, bucket)
      ) strict`,
      `create table line_away (
        person_id text primary key, "order" integer not null, friends integer not null, why text not null,
        until integer
      ) strict`,
      'create index line_away_by_end on line_away (until) where until is not null',
      `create table line_links (
        person_id text primary key, code text not null unique, name text not null, made_at integer not null,
        news_due_at integer, news_at integer,
        news_friends integer not null default 0, news_stopped_at integer
      ) strict`,
      'create index line_links_by_news on line_links (news_due_at) where news_due_at is not null',
      `create table line_moves (
        id text primary key, person_id text not null, at integer not null, place integer not null, why text not null
      ) strict`,
      'create index line_moves_by_person on line_moves (person_id, id)',
      `create table line_rules (at integer primary key, per_friend integer not null, cap integer not null) strict`,
      `create table credits (
        friend_id text primary key, owner_id text not null, state text not null, reason text not null,
        at integer not null, changed_at integer not null, ruled_at integer, ruled_by text,
        told integer not null default 0
      ) strict`,
      'create index credits_by_owner on credits (owner_id, state)',
      `create index credits_by_state on credits (state, at) where state in ('waiting', 'place-only')`,
      `create table rewards (
        person_id text not null, step integer not null, state text not null, number integer,
        at integer not null, due_at integer, note text not null, primary key (person_id, step)
      ) strict`,
      `create index rewards_by_time on rewards (due_at) where state = 'reached'`,
      'create index rewards_by_state on rewards (state, step, at)',
      `create table reward_counts (
        step integer primary key, reserved integer not null, freed text not null, gone_at integer
      ) strict`,
      `create table waves (
        id text primary key, number integer not null unique, size integer not null, quiz_type text not null,
        invited_at integer not null, until integer not null, invited_by text not null
      ) strict`,
      `create table wave_spots (
        id text primary key, wave_id text not null, person_id text, "order" integer not null,
        place integer not null, code_hash text not null unique, state text not null,
        invited_at integer not null, until integer not null, ended_at integer, used_at integer
      ) strict`,
      'create index wave_spots_by_state on wave_spots (wave_id, state)',
      'create index wave_spots_by_wave on wave_spots (wave_id, id)',
      'create index wave_spots_by_person on wave_spots (person_id)',
      `create index wave_spots_by_end on wave_spots (until) where state = 'invited'`,
      `alter table link_tokens add column via text not null default ''`,
    ],
  },
]

/** Postgres gets 64-bit integers, and texts that compare byte by byte as on SQLite. */
export const forPostgres = (statement: string): string =>
  statement
    .replaceAll(/\binteger\b/g, 'bigint')
    .replaceAll(/\btext\b/g, 'text collate "C"')
    .replaceAll(/\) strict$/g, ')')
