import type { Generated } from 'kysely'
import type { Language } from '#contract/campaign/languages.ts'
import type { MailReportKind } from '#contract/people/personal-records.ts'

/**
 * The tables of mails: the queue of all mails, why it waits, and what became of the mails.
 */
export type OutboxSchema = {
  outbox: OutboxTable
  waiting_domains: WaitingDomainsTable
  mail_queue: MailQueueTable
  mail_counts: MailCountsTable
  mail_reports: MailReportsTable
}

export const mailStates = [
  'due',
  'sending',
  'sent',
  'dead',
  'cancelled',
  'overdue',
  'uncertain',
  'kept',
] as const
export type MailState = (typeof mailStates)[number]

export type OutboxTable = {
  id: string
  /**
   * null for mails whose recipients are not on the list: to operators, and to addresses that asked for
   * one mail (END-3)
   */
  personId: string | null
  template: string
  /** JSON: the template's data beside the address, without a token; emptied after 30 days */
  data: string
  email: string
  /** lower-cased part after the at sign */
  domain: string
  state: MailState
  /** lower numbers leave first (outbox/outbox.ts) */
  priority: number
  /**
   * whose turn the mail takes: the keyed hash of the network that requested it, or the person's id
   * if no request did; emptied by the claim
   */
  requester: string
  /** what a due mail waits for: its turn, its time or its domain (outbox/turns.ts) */
  waits: string
  /** its position among the mails of its priority that wait for the same */
  turn: number
  /** 1 if the budgets of its domain were spent when it stopped waiting for them */
  paid: number
  createdAt: number
  /** earliest time of the next claim */
  dueAt: number
  /** failed attempts that count for the backoff */
  attempts: number
  /** attempts that ended without knowing whether the mail arrived */
  ambiguous: number
  /**
   * 1 from the claim until it is certain that the final dot was not sent: the server may have the
   * mail
   */
  handed: number
  leaseOwner: string | null
  leaseUntil: number | null
  /** created at the first claim and kept, so that a second copy is recognised */
  messageId: string | null
  /** the mail server's last answer, or the reason of the state; addresses are masked */
  reason: string | null
  /** why it was dead or uncertain before the operator retried it */
  firstReason: string | null
  sentAt: number | null
  /** of a mail that was refused: the series of refusals that it belongs to (delivery/refusals.ts) */
  refusal: Generated<string | null>
  /** JSON {subject, html, text, raw}: only in state `kept`, for /dev/mails */
  rendered: string | null
  /** LETTER-2: the letter of the mail, at most one row for each person; null for other mails */
  letterId: Generated<string | null>
  /** LETTER-1: of the letter's text that the person gets */
  letterLanguage: Generated<Language | null>
  /** the slot of `letter_slots` that counts the mail; null until it was sent */
  letterSlot: Generated<number | null>
}

/** Domains that mails wait for, and when the next of these mails may go. */
type WaitingDomainsTable = { domain: string; opensAt: number }

/**
 * One row (id 1): why the queue is paused, and obstacles to sending that only the server can see.
 */
export type MailQueueTable = {
  id: number
  /** null while mail leaves; else `Pause['by']` in delivery/queue-state.ts */
  pausedBy: string | null
  /** the mail server's words, or the operator's */
  pausedReason: string | null
  pausedAt: number | null
  /** null in a pause that only the operator ends, as after a restore */
  nextProbeAt: number | null
  /** JSON: the domains of the last probes of this pause */
  probedDomains: string
  /** the id of the last probe */
  probeMail: string | null
  /** JSON: the answer that began the pause, or null */
  pauseCause: string
  /** JSON: the refusals since the last accepted mail that decide nothing each by itself, or null */
  refusals: string
  /** JSON: the domains of the last day whose answers about the account were false alarms */
  falseAlarms: string
  /**
   * why no session with the mail server is established (`Obstacle` in delivery/classify.ts), the
   * server's words, and since when; null while mail is sent
   */
  trouble: string | null
  troubleReason: string | null
  troubleSince: number | null
}

/**
 * DASH-6: how mails ended in the hour that begins at `hour`. `provider`: a domain of
 * outbox/large-providers.ts, or `other`; `outcome`: see delivery/outcome-counts.ts. No addresses.
 */
export type MailCountsTable = { hour: number; provider: string; outcome: string; count: number }

/**
 * BACK-4: what came back after a mail was sent. `event`: a hash that is the same for each copy of
 * one report, so that a replay changes nothing. `via`: `smtp`, `mailbox` or a webhook's provider.
 */
export type MailReportsTable = {
  id: string
  event: string
  mailId: string
  personId: string
  at: number
  kind: MailReportKind
  via: string
  /** the mail server's words; addresses are masked */
  reason: string
}

export const outboxTables = [
  `create table outbox (
    id text primary key,
    "personId" text references people (id) on delete cascade,
    template text not null,
    data text not null,
    email text not null,
    domain text not null,
    state text not null check (state in ('due', 'sending', 'sent', 'dead', 'cancelled', 'overdue', 'uncertain', 'kept')),
    priority integer not null,
    requester text not null,
    waits text not null,
    turn integer not null,
    paid integer not null,
    "createdAt" integer not null,
    "dueAt" integer not null,
    attempts integer not null,
    ambiguous integer not null,
    handed integer not null check (handed in (0, 1)),
    "leaseOwner" text,
    "leaseUntil" integer,
    "messageId" text,
    reason text,
    "firstReason" text,
    "sentAt" integer,
    refusal text,
    rendered text,
    "letterId" text,
    "letterLanguage" text,
    "letterSlot" integer
  ) strict`,
  'create index outbox_by_due on outbox (state, "dueAt")',
  'create index outbox_by_lease on outbox ("leaseUntil") where "leaseUntil" is not null',
  'create index outbox_by_person on outbox ("personId")',
  `create index outbox_by_body on outbox ("createdAt") where (data <> '{}' or rendered is not null)`,
  `create index outbox_by_turn on outbox (waits, priority, turn) where state = 'due'`,
  // Only the query of a requester's last turn has this condition (turnsFor in outbox/turns.ts).
  `create index outbox_by_requester on outbox (waits, priority, requester, turn) where state || '' = 'due'`,
  `create index outbox_by_time on outbox (priority, "dueAt") where state = 'due' and waits = 'time'`,
  `create index outbox_by_network on outbox ("createdAt") where requester <> ''`,
  'create unique index outbox_by_letter on outbox ("letterId", "personId") where "letterId" is not null',
  `create index outbox_by_failure on outbox (state, "dueAt", id) where state in ('dead', 'uncertain')`,
  'create index outbox_by_refusal on outbox (refusal) where refusal is not null',
  'create index outbox_to_nobody_listed on outbox (state, email) where "personId" is null',

  'create table waiting_domains (domain text primary key, "opensAt" integer not null) strict',
  'create index waiting_domains_by_time on waiting_domains ("opensAt")',

  `create table mail_queue (
    id integer primary key check (id = 1),
    "pausedBy" text,
    "pausedReason" text,
    "pausedAt" integer,
    "nextProbeAt" integer,
    "probedDomains" text not null,
    "probeMail" text,
    "pauseCause" text not null,
    refusals text not null,
    "falseAlarms" text not null,
    trouble text,
    "troubleReason" text,
    "troubleSince" integer
  ) strict`,
  `insert into mail_queue (id, "probedDomains", "pauseCause", refusals, "falseAlarms")
   values (1, '[]', 'null', 'null', '[]')`,

  `create table mail_counts (
    hour integer not null,
    provider text not null,
    outcome text not null,
    count integer not null,
    primary key (hour, provider, outcome)
  ) strict`,

  `create table mail_reports (
    id text primary key,
    event text not null unique,
    "mailId" text not null,
    "personId" text not null references people (id) on delete cascade,
    at integer not null,
    kind text not null,
    via text not null,
    reason text not null
  ) strict`,
  'create index mail_reports_by_person on mail_reports ("personId", at)',
  'create index mail_reports_by_time on mail_reports (at)',
]
