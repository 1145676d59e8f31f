/** The tables of operators: how they sign in, and what they did. */
export type OperatorSchema = {
  sign_in_links: SignInLinksTable
  sessions: SessionsTable
  action_log: ActionLogTable
}

/**
 * DASH-1: links that sign an operator in. `hash`: SHA-256 (hex) of the token. `operator`: an
 * address of OPERATORS, or `shell`.
 */
export type SignInLinksTable = {
  hash: string
  operator: string
  createdAt: number
  expiresAt: number
}

/**
 * DASH-2: sessions of operators. `hash`: keyed hash of the cookie's token, so that a new SECRET_KEY
 * ends them. `id` names a session in a form that ends it.
 */
export type SessionsTable = {
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
export type ActionLogTable = {
  id: string
  at: number
  operator: string
  action: string
  personId: string | null
  details: string
  outcome: string | null
}

export const operatorTables = [
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
