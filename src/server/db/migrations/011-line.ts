import type { Migration } from '../migration.ts'

/**
 * line/begin-line.ts gives the people who confirmed before their places, at the start of a server.
 */
export const line: Migration = {
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
}
