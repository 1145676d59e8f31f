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
  created_at: number
  expires_at: number
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
  created_at: number
  seen_at: number
}

/**
 * DASH-2: what operators did. A row is written before the act, with `outcome` null; the act fills
 * it in. `person_id` stays when the person is erased. `details` (JSON) contains no address.
 */
export type ActionLogTable = {
  id: string
  at: number
  operator: string
  action: string
  person_id: string | null
  details: string
  outcome: string | null
}

export const operatorTables = [
  `create table sign_in_links (
    hash text primary key,
    operator text not null,
    created_at integer not null,
    expires_at integer not null
  ) strict`,
  'create index sign_in_links_by_expiry on sign_in_links (expires_at)',

  `create table sessions (
    hash text primary key,
    id text not null unique,
    operator text not null,
    browser text not null,
    created_at integer not null,
    seen_at integer not null
  ) strict`,
  'create index sessions_by_time on sessions (created_at)',

  `create table action_log (
    id text primary key,
    at integer not null,
    operator text not null,
    action text not null,
    person_id text,
    details text not null,
    outcome text
  ) strict`,
  'create index action_log_by_time on action_log (at, id)',
  'create index action_log_by_person on action_log (person_id, id) where person_id is not null',
]
