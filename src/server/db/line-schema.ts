import type { Generated } from 'kysely'
import type { LineMove, RewardState } from '#contract/line-record.ts'
import type { CreditReason, CreditState } from '#contract/line-screens.ts'

/**
 * The tables of the line (LINE-1 to LINE-8); see schema.ts. They refer to people without a foreign
 * key: every change of them holds the lock of `line_head`, and an erasure that waits for that lock
 * has locked its person before.
 */
export type LineSchema = {
  line_head: LineHeadTable
  line: LineTable
  line_counts: LineCountsTable
  line_away: LineAwayTable
  line_links: WithDefault<LineLinksTable, 'newsFriends'>
  line_moves: LineMovesTable
  line_rules: LineRulesTable
  line_networks: LineNetworksTable
  credits: WithDefault<CreditsTable, 'told' | 'domain'>
  rewards: RewardsTable
  reward_counts: RewardCountsTable
}

/** A new row need not name these columns. */
type WithDefault<Row, Name extends keyof Row> = Omit<Row, Name> & {
  [Column in Name]: Generated<Row[Column]>
}

/**
 * One row, which every change of the line locks first. No row: the line has not begun
 * (line/begin-line.ts).
 */
export type LineHeadTable = {
  id: number
  nextOrder: number
  waiting: number
  /** the rule that the keys follow: the campaign's, until a command changes both */
  perFriend: number
  cap: number
  /** at least `perFriend` x `cap`, so that no key is negative */
  keyOffset: number
  checkedAt: number | null
}

/**
 * People in the line. `order`: the number of the confirmation, never given twice. `friends`: those
 * who count for the place. `key` = offset + order - perFriend x min(friends, cap).
 */
export type LineTable = { personId: string; order: number; friends: number; key: number }

/** People by key: level 1 counts 128 keys in a bucket, level 2 counts 16,384. */
export type LineCountsTable = { level: number; bucket: number; n: number }

/**
 * People who are not in the line but keep what they had: `left` for 30 days, `invited` by a wave,
 * `taken` after they took their spot. `until`: when a person who left loses the order number (ms);
 * null for the others, whose time is their spot's.
 */
export type LineAwayTable = {
  personId: string
  order: number
  friends: number
  why: 'left' | 'invited' | 'taken'
  until: number | null
}

/**
 * A person's link. `name`: shown to those who open it; empty unless its owner typed one.
 * `newsDueAt`: when the mail about friends may be queued; null if there is nothing to tell.
 * `newsFriends`: how many friends counted as of the last one. `firstPlace`: the place that the
 * person's first confirmation gave, at `firstAt`; null once it is lost, and for people who
 * confirmed before the line began. A row of its own in `line_moves` would cost each confirmation
 * three pages of a write.
 */
export type LineLinksTable = {
  personId: string
  code: string
  name: string
  madeAt: number
  newsDueAt: number | null
  /** when the last mail about friends was queued */
  newsAt: number | null
  newsFriends: number
  newsStoppedAt: number | null
  firstPlace: number | null
  firstAt: number | null
}

/** Places at the person's own events, the newest ten; for the first one see `line_links`. */
export type LineMovesTable = {
  id: string
  personId: string
  at: number
  place: number
  why: LineMove
}

/** Each value of the rule, oldest first, with the time from which it holds. */
export type LineRulesTable = { at: number; perFriend: number; cap: number }

/**
 * LINE-5: that somebody confirmed from a network, for as long as it counts towards the budget of
 * their link. `id` and `until`: see line/own-networks.ts.
 */
export type LineNetworksTable = { id: number; until: number }

/**
 * LINE-3 to LINE-5: a friend counts for the owner of one link. `counted` for place and rewards,
 * `place-only` after a week without a ruling, `waiting` for it, `taken-back` while the friend is
 * off the list, `refused` by an operator. `reason`: why it waited, or empty. `domain`: a keyed hash
 * of the owner and of the domain of the friend's address, or empty at a large provider. `told`: 1 if
 * the owner has read in a mail that this friend counts (LINE-10).
 */
export type CreditsTable = {
  friendId: string
  ownerId: string
  state: CreditState
  reason: CreditReason
  domain: string
  at: number
  changedAt: number
  ruledAt: number | null
  ruledBy: string | null
  told: number
}

/**
 * LINE-6: the ledger. `step`: the number of friends. `number`: of a limited reward, from 1.
 * `dueAt`: when a reached reward becomes the person's. `gone`: reached when none was left.
 */
export type RewardsTable = {
  personId: string
  step: number
  state: RewardState
  number: number | null
  at: number
  dueAt: number | null
  /** the operator's, for a reward that was withdrawn */
  note: string
}
/**
 * Limited rewards that are reserved. `freed`: numbers that were taken back and are nobody's, as a
 * JSON array, the smallest first. `goneAt`: when the last one was reserved.
 */
export type RewardCountsTable = {
  step: number
  reserved: number
  freed: string
  goneAt: number | null
}

export const lineTables = [
  `create table line_head (
    id integer primary key check (id = 1),
    "nextOrder" integer not null,
    waiting integer not null,
    "perFriend" integer not null,
    cap integer not null,
    "keyOffset" integer not null,
    "checkedAt" integer
  ) strict`,

  // SQLite stores the rows by their order numbers: a confirmation writes a page less than by ids.
  `create table line (
    "personId" text not null unique,
    "order" integer primary key,
    friends integer not null,
    key integer not null
  ) strict`,
  'create index line_by_key on line (key, "order")',

  `create table line_counts (
    level integer not null,
    bucket integer not null,
    n integer not null,
    primary key (level, bucket)
  ) strict`,

  `create table line_away (
    "personId" text primary key,
    "order" integer not null,
    friends integer not null,
    why text not null,
    until integer
  ) strict`,
  'create index line_away_by_end on line_away (until) where until is not null',

  `create table line_links (
    "personId" text primary key,
    code text not null unique,
    name text not null,
    "madeAt" integer not null,
    "newsDueAt" integer,
    "newsAt" integer,
    "newsFriends" integer not null default 0,
    "newsStoppedAt" integer,
    "firstPlace" integer,
    "firstAt" integer
  ) strict`,
  'create index line_links_by_news on line_links ("newsDueAt") where "newsDueAt" is not null',

  `create table line_moves (
    id text primary key,
    "personId" text not null,
    at integer not null,
    place integer not null,
    why text not null
  ) strict`,
  'create index line_moves_by_person on line_moves ("personId", id)',

  'create table line_rules (at integer primary key, "perFriend" integer not null, cap integer not null) strict',

  'create table line_networks (id integer primary key, until integer not null) strict',

  `create table credits (
    "friendId" text primary key,
    "ownerId" text not null,
    state text not null,
    reason text not null,
    domain text not null default '',
    at integer not null,
    "changedAt" integer not null,
    "ruledAt" integer,
    "ruledBy" text,
    told integer not null default 0
  ) strict`,
  'create index credits_by_owner on credits ("ownerId", state)',
  'create index credits_by_hour on credits ("ownerId", at)',
  'create index credits_by_domain on credits ("ownerId", domain)',
  `create index credits_by_state on credits (state, at) where state in ('waiting', 'place-only')`,

  `create table rewards (
    "personId" text not null,
    step integer not null,
    state text not null,
    number integer,
    at integer not null,
    "dueAt" integer,
    note text not null,
    primary key ("personId", step)
  ) strict`,
  `create index rewards_by_time on rewards ("dueAt") where state = 'reached'`,
  'create index rewards_by_state on rewards (state, step, at)',

  `create table reward_counts (
    step integer primary key,
    reserved integer not null,
    freed text not null,
    "goneAt" integer
  ) strict`,
]
