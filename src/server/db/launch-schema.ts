import type { Generated } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { SetState } from '#contract/launch/launch.ts'
import type { LiveOffer } from '#contract/live/figures.ts'

/** The tables of the launch and of the offers before it. */
export type LaunchSchema = {
  launch_periods: LaunchPeriodsTable
  launch_marks: LaunchMarksTable
  once_requests: OnceRequestsTable
  offer_counts: OfferCountsTable
  offer_grants: OfferGrantsTable
  offer_ends: OfferEndsTable
}

/** END-1: states that operators set (contract/launch/launch.ts). */
export type LaunchPeriodsTable = {
  id: string
  state: SetState
  startsAt: number
  endsAt: number | null
  listFirstUntil: number | null
  eraseAt: number | null
  setAt: number
  setBy: string
  /** of a launch: when it began, with the shop's address in the campaign; null before that */
  begunAt: Generated<number | null>
}

/** Events that happened once and stay: `goal` when the goal was reached. */
type LaunchMarksTable = { name: string; at: number }

/**
 * END-3: addresses that asked for one mail when a next batch opens. They are not on the list.
 * `linkHash`: SHA-256 (hex) of the token in their confirm mail. `queuedAt`: when the one mail was
 * queued; the row is deleted once it is sent.
 */
type OnceRequestsTable = {
  id: string
  email: string
  /** LANG-2: of the form, and so of the mails */
  language: Language
  consentVersion: string
  wording: string
  requestedAt: number
  confirmedAt: number | null
  /** JSON: times of the confirm mails, as in `people` */
  recentMails: string
  linkHash: string | null
  linkExpiresAt: number | null
  queuedAt: number | null
}

/**
 * LIVE-5: how many pieces of an offer were given, and when the last one was. The row is locked by
 * each transaction that gives one. No row: people who confirmed before the offer was in the campaign
 * were not granted it yet (offers/grants.ts).
 */
export type OfferCountsTable = { offer: LiveOffer; given: number; lastAt: number | null }

/**
 * LIVE-5: what a person was granted when they confirmed. `number`: from 1; null for an offer that
 * only a time limits. No number is given twice: `offer_counts` stays when a person is erased.
 */
export type OfferGrantsTable = {
  offer: LiveOffer
  personId: string
  number: number | null
  grantedAt: number
}

/** Moves of an offer's end, oldest first. `before`: the end that the page named until then. */
type OfferEndsTable = {
  id: string
  offer: LiveOffer
  endsAt: number
  before: number
  movedAt: number
  movedBy: string
}

export const launchTables = [
  `create table launch_periods (
    id text primary key,
    state text not null check (state in ('paused', 'closed', 'launched')),
    "startsAt" integer not null,
    "endsAt" integer,
    "listFirstUntil" integer,
    "eraseAt" integer,
    "setAt" integer not null,
    "setBy" text not null,
    "begunAt" integer
  ) strict`,

  'create table launch_marks (name text primary key, at integer not null) strict',

  `create table once_requests (
    id text primary key,
    email text not null unique,
    language text not null,
    "consentVersion" text not null,
    wording text not null,
    "requestedAt" integer not null,
    "confirmedAt" integer,
    "recentMails" text not null,
    "linkHash" text,
    "linkExpiresAt" integer,
    "queuedAt" integer
  ) strict`,
  'create index once_requests_by_time on once_requests ("requestedAt")',

  'create table offer_counts (offer text primary key, given integer not null, "lastAt" integer) strict',

  `create table offer_grants (
    offer text not null,
    "personId" text not null references people (id) on delete cascade,
    number integer,
    "grantedAt" integer not null,
    primary key (offer, "personId")
  ) strict`,
  'create unique index offer_grants_by_number on offer_grants (offer, number) where number is not null',
  'create index offer_grants_by_person on offer_grants ("personId")',

  `create table offer_ends (
    id text primary key,
    offer text not null,
    "endsAt" integer not null,
    before integer not null,
    "movedAt" integer not null,
    "movedBy" text not null
  ) strict`,
]
