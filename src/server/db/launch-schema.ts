import type { Generated } from 'kysely'
import type { SetState } from '#contract/launch.ts'
import type { LiveOffer } from '#contract/live-figures.ts'

/** The tables of the launch and of the offers before it. */
export type LaunchSchema = {
  launch_periods: LaunchPeriodsTable
  launch_marks: LaunchMarksTable
  once_requests: OnceRequestsTable
  offer_counts: OfferCountsTable
  offer_grants: OfferGrantsTable
  offer_ends: OfferEndsTable
}

/** END-1: states that operators set (contract/launch.ts). */
export type LaunchPeriodsTable = {
  id: string
  state: SetState
  starts_at: number
  ends_at: number | null
  list_first_until: number | null
  erase_at: number | null
  set_at: number
  set_by: string
  /** of a launch: when it began, with the shop's address in the campaign; null before that */
  begun_at: Generated<number | null>
}

/** Events that happened once and stay: `goal` when the goal was reached. */
export type LaunchMarksTable = { name: string; at: number }

/**
 * END-3: addresses that asked for one mail when a next batch opens. They are not on the list.
 * `link_hash`: SHA-256 (hex) of the token in their confirm mail. `queued_at`: when the one mail was
 * queued; the row is deleted once it is sent.
 */
export type OnceRequestsTable = {
  id: string
  email: string
  consent_version: string
  wording: string
  requested_at: number
  confirmed_at: number | null
  /** JSON: times of the confirm mails, as in `people` */
  recent_mails: string
  link_hash: string | null
  link_expires_at: number | null
  queued_at: number | null
}

/**
 * LIVE-5: how many pieces of an offer were given, and when the last one was. The row is locked by
 * each transaction that gives one. No row: people who confirmed before the offer was in the campaign
 * were not granted it yet (offers/grant-earlier.ts).
 */
export type OfferCountsTable = { offer: LiveOffer; given: number; last_at: number | null }

/**
 * LIVE-5: what a person was granted when they confirmed. `number`: from 1; null for an offer that
 * only a time limits. No number is given twice: `offer_counts` stays when a person is erased.
 */
export type OfferGrantsTable = {
  offer: LiveOffer
  person_id: string
  number: number | null
  granted_at: number
}

/** Moves of an offer's end, oldest first. `before`: the end that the page named until then. */
export type OfferEndsTable = {
  id: string
  offer: LiveOffer
  ends_at: number
  before: number
  moved_at: number
  moved_by: string
}

export const launchTables = [
  `create table launch_periods (
    id text primary key,
    state text not null check (state in ('paused', 'closed', 'launched')),
    starts_at integer not null,
    ends_at integer,
    list_first_until integer,
    erase_at integer,
    set_at integer not null,
    set_by text not null,
    begun_at integer
  ) strict`,

  'create table launch_marks (name text primary key, at integer not null) strict',

  `create table once_requests (
    id text primary key,
    email text not null unique,
    consent_version text not null,
    wording text not null,
    requested_at integer not null,
    confirmed_at integer,
    recent_mails text not null,
    link_hash text,
    link_expires_at integer,
    queued_at integer
  ) strict`,
  'create index once_requests_by_time on once_requests (requested_at)',

  'create table offer_counts (offer text primary key, given integer not null, last_at integer) strict',

  `create table offer_grants (
    offer text not null,
    person_id text not null references people (id) on delete cascade,
    number integer,
    granted_at integer not null,
    primary key (offer, person_id)
  ) strict`,
  'create unique index offer_grants_by_number on offer_grants (offer, number) where number is not null',
  'create index offer_grants_by_person on offer_grants (person_id)',

  `create table offer_ends (
    id text primary key,
    offer text not null,
    ends_at integer not null,
    before integer not null,
    moved_at integer not null,
    moved_by text not null
  ) strict`,
]
