import type { Migration } from '../migration.ts'
import { peopleOrigin } from '../people-origin.ts'

/**
 * quiz/fill-quiz-types.ts and counts/take-over.ts fill what is new after the start, beside servers
 * of the version before.
 */
export const dashboard: Migration = {
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
}
