/**
 * The tables of operators: the counts that they see, how they sign in, and what they did. Counts
 * hold no personal data.
 */
export type OperatorSchema = {
  hourly_counts: HourlyCountsTable
  daily_counts: DailyCountsTable
  language_counts: LanguageCountsTable
  source_names: SourceNamesTable
  sign_in_links: SignInLinksTable
  sessions: SessionsTable
  action_log: ActionLogTable
}

/**
 * Counts without personal data, which stay when a person is erased (counts/count.ts). `hour`: its
 * start in the campaign's time zone. `source`: a kind and a name, like `utm podcast`, `direct`.
 * A row with an empty source and placement is the sum of its hour, where `what` has one. Rows live
 * 400 days.
 */
type HourlyCountsTable = {
  hour: number
  what: string
  source: string
  placement: string
  count: number
}

/**
 * The sums of the hourly counts of a day (2026-11-24) in the campaign's time zone, and since the
 * start (`day` is empty): in total, by source (`placement` is empty) and by placement (`source` is
 * empty). They are never deleted.
 */
type DailyCountsTable = Omit<HourlyCountsTable, 'hour'> & { day: string }

/**
 * LANG-6: the daily sums of pages and forms in one language, by source and by placement as in
 * `daily_counts`. A campaign in one language writes none.
 */
type LanguageCountsTable = DailyCountsTable & { language: string }

/**
 * The source names that are counted by name: when each was new, and the day when it was last seen.
 */
type SourceNamesTable = { name: string; kind: string; firstAt: number; seenAt: number }

/**
 * DASH-1: links that sign an operator in. `hash`: SHA-256 (hex) of the token. `operator`: an
 * address of OPERATORS, or `shell`.
 */
type SignInLinksTable = {
  hash: string
  operator: string
  createdAt: number
  expiresAt: number
}

/**
 * DASH-2: sessions of operators. `hash`: keyed hash of the cookie's token, so that a new SECRET_KEY
 * ends them. `id` names a session in a form that ends it.
 */
type SessionsTable = {
  hash: string
  id: string
  operator: string
  browser: string
  createdAt: number
  seenAt: number
}

/**
 * DASH-2: what operators did. A row is written before the act, with `outcome` null; the act fills
 * it in. `personId` stays when the person is erased. `details` (JSON) contains no address.
 */
type ActionLogTable = {
  id: string
  at: number
  operator: string
  action: string
  personId: string | null
  details: string
  outcome: string | null
}

export const operatorTables = [
  `create table hourly_counts (
    hour integer not null,
    what text not null,
    source text not null,
    placement text not null,
    count integer not null,
    primary key (hour, what, source, placement)
  ) strict`,
  `create index hourly_counts_in_total on hourly_counts (what, hour) where source = '' and placement = ''`,

  `create table daily_counts (
    day text not null,
    what text not null,
    source text not null,
    placement text not null,
    count integer not null,
    primary key (day, what, source, placement)
  ) strict`,
  `create index daily_counts_in_total on daily_counts (what, day) where source = '' and placement = ''`,

  `create table language_counts (
    day text not null,
    language text not null,
    what text not null,
    source text not null,
    placement text not null,
    count integer not null,
    primary key (day, language, what, source, placement)
  ) strict`,

  `create table source_names (
    name text not null,
    kind text not null,
    "firstAt" integer not null,
    "seenAt" integer not null,
    primary key (name, kind)
  ) strict`,
  'create index source_names_by_first on source_names ("firstAt")',
  'create index source_names_by_seen on source_names ("seenAt")',

  `create table sign_in_links (
    hash text primary key,
    operator text not null,
    "createdAt" integer not null,
    "expiresAt" integer not null
  ) strict`,
  'create index sign_in_links_by_expiry on sign_in_links ("expiresAt")',

  `create table sessions (
    hash text primary key,
    id text not null unique,
    operator text not null,
    browser text not null,
    "createdAt" integer not null,
    "seenAt" integer not null
  ) strict`,
  'create index sessions_by_time on sessions ("createdAt")',

  `create table action_log (
    id text primary key,
    at integer not null,
    operator text not null,
    action text not null,
    "personId" text,
    details text not null,
    outcome text
  ) strict`,
  'create index action_log_by_time on action_log (at, id)',
  'create index action_log_by_person on action_log ("personId", id) where "personId" is not null',
]
