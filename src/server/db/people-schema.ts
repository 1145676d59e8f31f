import type { Generated } from 'kysely'
import type { PerformanceType } from '#contract/quiz/quiz.ts'
import type { Language } from '#contract/campaign/languages.ts'
import type { PersonState } from '#contract/people/waitlist.ts'

/**
 * The tables of people: who is on the list, what they agreed to, the links in their mails, and the
 * imports that add them.
 */
export type PeopleSchema = {
  people: PeopleTable
  consents: ConsentsTable
  link_tokens: LinkTokensTable
  erased: ErasedTable
  left_elsewhere: LeftElsewhereTable
  imports: ImportsTable
}

/** `Generated` columns have a default: an insert need not name them. */
export type PeopleTable = {
  id: string
  /** trimmed and lower-cased; unique */
  email: string
  state: PersonState
  /** LANG-2: of the mails and pages, one of the campaign's */
  language: Language
  placement: string
  /** `utm_source` of the page's address, or empty; for imported people the source in the file */
  source: string
  /** time of the sign-up; for imported people as in the file */
  createdAt: number
  confirmedAt: number | null
  leftAt: number | null
  /**
   * JSON: times of the last three mails queued in the present state, oldest first; limits the mails
   * to one address
   */
  recentMails: string
  /**
   * the domain whose mail budgets the address shares (outbox/budget-domain.ts)
   */
  budgetDomain: Generated<string>
  /** from the same page address as `source`; empty if it had none */
  utmMedium: Generated<string>
  utmCampaign: Generated<string>
  /** host of the referring page; empty if there was none, or if it was our own */
  referrerHost: Generated<string>
  /** time of the import; null for everybody else */
  importedAt: Generated<number | null>
  /** type of the last quiz result, for filters; empty if there is none */
  quizType: Generated<PerformanceType | ''>
  /** JSON: when the person last came back, renewed their link and the like (signup/repeats.ts) */
  repeats: Generated<string>
  /** BACK-4: until then no mail is sent, after three soft bounces within 7 days; null if never */
  mailSuspendedUntil: Generated<number | null>
  /** when the person chose `language` on their own page; null where the page of the sign-up did */
  languageChosenAt: Generated<number | null>
}

/**
 * The exact wording of a consent with its version, place and time. `source`: where an imported
 * consent was given, as the operator says; otherwise null. `language`: of the line that was shown.
 */
export type ConsentsTable = {
  id: string
  personId: string
  version: string
  language: Language
  wording: string
  placement: string
  source: string | null
  givenAt: number
}

/** Links in mails. `hash` is the SHA-256 (hex) of the token. The clear token is not stored. */
type LinkTokensTable = {
  hash: string
  purpose: 'confirm' | 'unsubscribe' | 'me'
  personId: string
  createdAt: number
  expiresAt: number | null
  /** the letter whose mail the link is in; null for other mails */
  letterId: Generated<string | null>
  /**
   * LINE-3: the code of the link by which the person came who gets this confirm mail; may be empty
   */
  via: Generated<string>
}

/**
 * A keyed hash of an erased person's address (signup/erasure.ts), so that no import adds it again.
 */
type ErasedTable = { hash: string; erasedAt: number }

/**
 * A keyed hash of an address whose owner left an earlier service, as a file of an import said
 * (signup/erasure.ts). Imports refuse it, and sign-ups do not.
 */
type LeftElsewhereTable = {
  hash: string
  kind: 'complained' | 'blocked' | 'left' | 'undeliverable'
  notedAt: number
}

/**
 * No row has a line of its file: those stay beside the file (imports/import-run.ts). `origin`: an upload
 * in the dashboard, of which there is one at a time, or a command. `server`: the machine that has the
 * file, with the port of a server.
 */
type ImportsTable = {
  id: string
  origin: 'upload' | 'command'
  operator: string
  server: string
  /** the file's name, as the browser sent it */
  name: string
  bytes: number
  format: 'csv' | 'jsonl'
  /** JSON: what the operator says about the file (imports/import.ts) */
  options: string
  /** checking and running are work that a server does; the others wait for the operator */
  state: 'checking' | 'checked' | 'running' | 'done' | 'failed'
  startedAt: number
  /** the last time that the row was written: work writes it every second or more often */
  changedAt: number
  /** JSON: rows and bytes that the work has read */
  progress: string
  /** JSON: what the check has counted; null before its end */
  checked: string | null
  /** JSON: what the run has done so far, written in the transactions that do it; null before its first */
  result: string | null
  /** how much of the file of refused rows belongs to `result` */
  refusedBytes: number
  /** why it failed, as a sentence */
  error: string | null
  /** the act in the log that gets the outcome of the run */
  actId: string | null
}

/**
 * DASH-9: where a person came from, as one text: a kind (`utm`, `referrer`, `import`) and a name, or
 * `direct`, `operator` or `other`. A name with an at sign could be an address and counts as `other`.
 * An index contains this expression: another text needs another index.
 */
export const peopleOrigin = `case
  when placement = 'operator' then 'operator'
  when replace(source, '@', '') <> source then 'other'
  when placement = 'import' then 'import ' || source
  when source <> '' then 'utm ' || source
  when "referrerHost" <> '' then 'referrer ' || "referrerHost"
  else 'direct' end`

export const peopleTables = [
  `create table people (
    id text primary key,
    email text not null unique,
    state text not null check (state in ('unconfirmed', 'confirmed', 'unsubscribed', 'bounced', 'complained', 'suppressed')),
    language text not null,
    placement text not null,
    source text not null,
    "createdAt" integer not null,
    "confirmedAt" integer,
    "leftAt" integer,
    "recentMails" text not null,
    "budgetDomain" text not null default '',
    "utmMedium" text not null default '',
    "utmCampaign" text not null default '',
    "referrerHost" text not null default '',
    "importedAt" integer,
    "quizType" text not null default '',
    repeats text not null default '{}',
    "mailSuspendedUntil" integer,
    "languageChosenAt" integer
  ) strict`,
  'create index people_by_state on people (state, "createdAt")',
  'create index people_by_joining on people ("createdAt", id)',
  'create index people_by_filter on people (state, "quizType", "createdAt", id)',
  'create index people_by_language on people (language, state, "quizType", "createdAt", id)',
  `create index people_by_origin on people ((${peopleOrigin}), state, "quizType", "createdAt", id)`,
  `create index people_of_operator on people (state) where placement = 'operator'`,
  // The next people of a letter at a provider (letters/audience.ts).
  `create index people_by_provider on people ("budgetDomain", id) where state = 'confirmed'`,
  // The confirmations that raise the budgets of a domain (delivery/recipient-budgets.ts).
  `create index people_by_budget_domain on people ("budgetDomain", "createdAt")
    where "confirmedAt" is not null and ("confirmedAt" <> "createdAt" or placement = 'import')`,

  `create table consents (
    id text primary key,
    "personId" text not null references people (id) on delete cascade,
    version text not null,
    language text not null,
    wording text not null,
    placement text not null,
    source text,
    "givenAt" integer not null
  ) strict`,
  'create index consents_by_person on consents ("personId")',

  `create table link_tokens (
    hash text primary key,
    purpose text not null check (purpose in ('confirm', 'unsubscribe', 'me')),
    "personId" text not null references people (id) on delete cascade,
    "createdAt" integer not null,
    "expiresAt" integer,
    "letterId" text,
    via text not null default ''
  ) strict`,
  'create index link_tokens_by_person on link_tokens ("personId")',
  'create index link_tokens_by_end on link_tokens ("expiresAt") where "expiresAt" is not null',
  `create index link_tokens_by_via on link_tokens (via) where via <> ''`,

  'create table erased (hash text primary key, "erasedAt" integer not null) strict',
  `create table left_elsewhere (
    hash text primary key,
    kind text not null check (kind in ('complained', 'blocked', 'left', 'undeliverable')),
    "notedAt" integer not null
  ) strict`,

  `create table imports (
    id text primary key,
    origin text not null check (origin in ('upload', 'command')),
    operator text not null,
    server text not null,
    name text not null,
    bytes integer not null,
    format text not null check (format in ('csv', 'jsonl')),
    options text not null,
    state text not null check (state in ('checking', 'checked', 'running', 'done', 'failed')),
    "startedAt" integer not null,
    "changedAt" integer not null,
    progress text not null,
    checked text,
    result text,
    "refusedBytes" integer not null,
    error text,
    "actId" text
  ) strict`,
  `create unique index one_upload on imports (origin) where origin = 'upload'`,
]
