import type { Generated } from 'kysely'
import type { LineMove, RewardState } from '#contract/line/records.ts'
import type { CreditReason, CreditState } from '#contract/line/screens.ts'
import type { SpotState } from '#contract/line/waves.ts'

/**
 * The tables of the line and of its waves (LINE-1 to LINE-8); see schema.ts. They refer to people
 * without a foreign key: every change of them holds the lock of `line_head`, and an erasure that
 * waits for that lock has locked its person before.
 */
export type LineSchema = {
  line_head: LineHeadTable
  line: LineTable
  line_counts: LineCountsTable
  line_rules: LineRulesTable
  credits: WithDefault<CreditsTable, 'told' | 'domain'>
  rewards: RewardsTable
  reward_counts: RewardCountsTable
  waves: WavesTable
  wave_spots: WaveSpotsTable
}

/** A new row need not name these columns. */
type WithDefault<Row, Name extends keyof Row> = Omit<Row, Name> & {
  [Column in Name]: Generated<Row[Column]>
}

/**
 * One row, which every change of the line locks first. No row: the line has not begun
 * (line/begin.ts).
 */
export type LineHeadTable = {
  id: number
  nextOrder: number
  /** the rule that the keys follow: the campaign's, until a command changes both */
  perFriend: number
  cap: number
  /** at least `perFriend` x `cap`, so that no key is negative */
  keyOffset: number
  checkedAt: number | null
}

/**
 * Everybody who has confirmed: their place and their link.
 *
 * `state`: `waiting` in the line; `left` the list, and keeps the place until `until` (ms); `invited`
 * by a wave; `taken` after they took their spot; `gone` without a place, after they stayed away.
 * `order`: the number of the confirmation, never given twice; null for those who are gone.
 * `friends`: those who count for the place. `key` = offset + order - perFriend x min(friends, cap),
 * by which those who wait are sorted; null for all others.
 *
 * `code`: of the link, made at `madeAt`. `name`: shown to those who open it; empty unless its owner
 * typed one. `moves`: places at the person's own events as a JSON array of `Move`, the newest ten,
 * oldest first; `movedAt`: when the last was noted.
 *
 * `newsDueAt`: when the mail about friends may be queued; null if there is nothing to tell.
 * `newsAt`: when the last one was queued. `newsFriends`: how many friends counted then.
 */
export type LineTable = {
  personId: string
  state: LineState
  order: number | null
  friends: number
  key: number | null
  until: number | null
  code: string
  name: string
  madeAt: number
  moves: string
  movedAt: number | null
  newsDueAt: number | null
  newsAt: number | null
  newsFriends: number
  newsStoppedAt: number | null
}
export type LineState = 'waiting' | 'left' | 'invited' | 'taken' | 'gone'
export type Move = { at: number; place: number; why: LineMove }

/**
 * How many people have a key of a bucket: level 1 has 128 keys in each, level 2 has 16,384. Kept by
 * triggers of `line`, so nothing else writes them but a repair (line/check.ts).
 */
type LineCountsTable = { level: number; bucket: number; n: number }
export const bucketKeys = { 1: 128, 2: 16_384 } as const

/** Each value of the rule, oldest first, with the time from which it holds. */
type LineRulesTable = { at: number; perFriend: number; cap: number }

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

/**
 * LINE-8. `size`: spots, each held by one person at a time. `quizType`: only people of this type
 * are invited; empty for everybody. A spot that is passed on lasts as long as from `invitedAt` to
 * `until`.
 */
export type WavesTable = {
  id: string
  number: number
  size: number
  quizType: string
  invitedAt: number
  until: number
  invitedBy: string
}

/**
 * One invitation. `order` and `place`: the person's at that moment. `codeHash`: SHA-256 (hex) of
 * the code. `personId` is null once the person is erased. `came`: it is the person's for good.
 * `passed`: the person let it pass. `usedAt`: when a shop reported the code; null where none did.
 */
export type WaveSpotsTable = {
  id: string
  waveId: string
  personId: string | null
  order: number
  place: number
  codeHash: string
  state: SpotState
  invitedAt: number
  until: number
  endedAt: number | null
  usedAt: number | null
}

const levels = Object.entries(bucketKeys)

/**
 * The triggers that keep `line_counts`. Postgres has one for each statement and not for each row:
 * a statement that moves many people would else make as many versions of the same counts. Every
 * statement that moves somebody holds the lock of `line_head`, so no two wait for each other.
 */
const countPeople = {
  sqlite: [
    `create trigger line_enter after insert on line when new.key is not null begin ${countOne('new', 1)} end`,
    `create trigger line_move after update of key on line when old.key is not new.key begin
      ${countOne('old', -1)} ${countOne('new', 1)} end`,
    `create trigger line_leave after delete on line when old.key is not null begin ${countOne('old', -1)} end`,
  ],
  postgres: [
    ...countAll('enter', 'insert', 'select key, 1 as one from added', 'new table as added'),
    ...countAll(
      'move',
      'update',
      'select key, 1 as one from added union all select key, -1 from removed',
      'old table as removed new table as added',
    ),
    ...countAll('leave', 'delete', 'select key, -1 as one from removed', 'old table as removed'),
  ],
}

function countOne(row: 'old' | 'new', by: 1 | -1): string {
  const rows = levels.map(
    ([level, keys]) => `select ${level}, ${row}.key / ${keys}, ${by} where ${row}.key is not null`,
  )
  return `insert into line_counts (level, bucket, n) ${rows.join(' union all ')}
    on conflict (level, bucket) do update set n = n + excluded.n;`
}

/** `tables`: those of the rows that the statement changed, which `changed` reads. */
function countAll(name: string, event: string, changed: string, tables: string): string[] {
  const rows = levels.map(
    ([level, keys]) => `select ${level}, key / ${keys}, sum(one) from (${changed}) as changed
      where key is not null group by 2 having sum(one) <> 0`,
  )
  return [
    `create function count_line_${name}() returns trigger language plpgsql as $$ begin
      insert into line_counts as c (level, bucket, n) ${rows.join(' union all ')}
        on conflict (level, bucket) do update set n = c.n + excluded.n;
      return null;
    end $$`,
    `create trigger line_${name} after ${event} on line referencing ${tables}
      for each statement execute function count_line_${name}()`,
  ]
}

export const lineTables = [
  `create table line_head (
    id integer primary key check (id = 1),
    "nextOrder" integer not null,
    "perFriend" integer not null,
    cap integer not null,
    "keyOffset" integer not null,
    "checkedAt" integer
  ) strict`,

  `create table line (
    "personId" text primary key,
    state text not null,
    "order" integer,
    friends integer not null,
    key integer,
    until integer,
    code text not null unique,
    name text not null,
    "madeAt" integer not null,
    moves text not null,
    "movedAt" integer,
    "newsDueAt" integer,
    "newsAt" integer,
    "newsFriends" integer not null,
    "newsStoppedAt" integer,
    check ((key is not null) = (state = 'waiting')),
    check (("order" is null) = (state = 'gone'))
  ) strict`,
  'create index line_by_key on line (key, "order") where key is not null',
  'create index line_by_order on line ("order", key) where "order" is not null',
  'create index line_by_end on line (until) where until is not null',
  'create index line_by_move on line ("movedAt") where "movedAt" is not null',
  'create index line_by_news on line ("newsDueAt") where "newsDueAt" is not null',

  `create table line_counts (
    level integer not null,
    bucket integer not null,
    n integer not null,
    primary key (level, bucket)
  ) strict`,
  countPeople,

  'create table line_rules (at integer primary key, "perFriend" integer not null, cap integer not null) strict',

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

  `create table waves (
    id text primary key,
    number integer not null unique,
    size integer not null,
    "quizType" text not null,
    "invitedAt" integer not null,
    until integer not null,
    "invitedBy" text not null
  ) strict`,

  `create table wave_spots (
    id text primary key,
    "waveId" text not null,
    "personId" text,
    "order" integer not null,
    place integer not null,
    "codeHash" text not null unique,
    state text not null,
    "invitedAt" integer not null,
    until integer not null,
    "endedAt" integer,
    "usedAt" integer
  ) strict`,
  'create index wave_spots_by_state on wave_spots ("waveId", state)',
  'create index wave_spots_by_wave on wave_spots ("waveId", id)',
  'create index wave_spots_by_person on wave_spots ("personId")',
  `create index wave_spots_by_end on wave_spots (until) where state = 'invited'`,
]
