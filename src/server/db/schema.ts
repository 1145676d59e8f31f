import type { Generated } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { SetState } from '#contract/launch.ts'
import type { LiveOffer } from '#contract/live-figures.ts'
import type { PersonState } from '#contract/waitlist.ts'
import type { LineSchema } from './line-schema.ts'

/**
 * The current tables, the same on SQLite and Postgres. Times are in ms since 1970, flags are 0 or
 * 1. Ids are UUIDv7 texts (random ones for quiz results) that the program creates, so they stay the
 * same in a move between engines. migrations.ts has the migrations.
 */
export type Schema = LineSchema & {
  people: PeopleTable
  consents: ConsentsTable
  link_tokens: LinkTokensTable
  outbox: OutboxTable
  waiting_domains: WaitingDomainsTable
  mail_queue: MailQueueTable
  budgets: BudgetsTable
  event_counts: EventCountsTable
  source_counts: SourceCountsTable
  hourly_counts: HourlyCountsTable
  daily_counts: DailyCountsTable
  source_names: SourceNamesTable
  mail_counts: MailCountsTable
  quiz_results: QuizResultsTable
  sequences: SequencesTable
  sequence_places: SequencePlacesTable
  erased: ErasedTable
  sign_in_links: SignInLinksTable
  sessions: SessionsTable
  action_log: ActionLogTable
  letters: LettersTable
  letter_counts: LetterCountsTable
  letter_slots: LetterSlotsTable
  letter_hours: LetterHoursTable
  mail_reports: MailReportsTable
  operator_mails: OperatorMailsTable
  doctor_runs: DoctorRunsTable
  job_leases: JobLeasesTable
  offer_counts: OfferCountsTable
  offer_grants: OfferGrantsTable
  offer_ends: OfferEndsTable
  launch_periods: LaunchPeriodsTable
  launch_marks: LaunchMarksTable
  once_requests: OnceRequestsTable
  meta: MetaTable
  migrations: MigrationsTable
}

export type PeopleTable = {
  id: string
  /** trimmed and lower-cased; unique */
  email: string
  state: PersonState
  placement: string
  /** `utm_source` of the page's address, or empty; for imported people the source in the file */
  source: string
  /** time of the sign-up; for imported people as in the file */
  created_at: number
  confirmed_at: number | null
  left_at: number | null
  /**
   * JSON: times of the last three mails queued in the present state, oldest first; limits the mails
   * to one address
   */
  recent_mails: string
  /**
   * the domain whose mail budgets the address shares (outbox/budget-domain.ts); empty for people
   * added by an earlier program, until the server fills it in
   */
  budget_domain: Generated<string>
  /** from the same page address as `source`; empty if it had none */
  utm_medium: Generated<string>
  utm_campaign: Generated<string>
  /** host of the referring page; empty if there was none, or if it was our own */
  referrer_host: Generated<string>
  /** time of the import; null for everybody else */
  imported_at: Generated<number | null>
  /** type of the last quiz result, for filters; empty if there is none */
  quiz_type: Generated<PerformanceType | ''>
  /** BACK-4: until then no mail is sent, after three soft bounces within 7 days; null if never */
  mail_suspended_until: Generated<number | null>
}

/**
 * The exact wording of a consent with its version, place and time. `source`: where an imported
 * consent was given, as the operator says; otherwise null.
 */
export type ConsentsTable = {
  id: string
  person_id: string
  version: string
  wording: string
  placement: string
  source: string | null
  given_at: number
}

/** Links in mails. `hash` is the SHA-256 (hex) of the token. The clear token is not stored. */
export type LinkTokensTable = {
  hash: string
  purpose: 'confirm' | 'unsubscribe' | 'me'
  person_id: string
  created_at: number
  expires_at: number | null
  /** the letter whose mail the link is in; null for other mails */
  letter_id: Generated<string | null>
  /**
   * LINE-3: the code of the link by which the person came who gets this confirm mail; may be empty
   */
  via: Generated<string>
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
  person_id: string
  template: string
  /** JSON: the template's data beside the address; emptied after 30 days */
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
  created_at: number
  /** earliest time of the next claim */
  due_at: number
  /** failed attempts that count for the backoff */
  attempts: number
  /** attempts that ended without knowing whether the mail arrived */
  ambiguous: number
  /**
   * 1 from the claim until it is certain that the final dot was not sent: the server may have the
   * mail
   */
  handed: number
  lease_owner: string | null
  lease_until: number | null
  /** created at the first claim and kept, so that a second copy is recognised */
  message_id: string | null
  /** the mail server's last answer, or the reason of the state; addresses are masked */
  reason: string | null
  /** why it was dead or uncertain before the operator retried it */
  first_reason: string | null
  sent_at: number | null
  /** JSON {subject, html, text, raw}: only in state `kept`, for /dev/mails */
  rendered: string | null
  /** LETTER-2: the letter of the mail, at most one row for each person; null for other mails */
  letter_id: Generated<string | null>
  /** the slot of `letter_slots` that counts the mail; null until it was sent */
  letter_slot: Generated<number | null>
}

/** Domains that mails wait for, and when the next of these mails may go. */
export type WaitingDomainsTable = { domain: string; opens_at: number }

/**
 * One row (id 1): why the queue is paused, and obstacles to sending that only the server can see.
 */
export type MailQueueTable = {
  id: number
  paused_reason: string | null
  paused_at: number | null
  /** null in a pause that only the operator ends, as after a restore */
  next_probe_at: number | null
  /** JSON: the domains that refused by policy (5.7.x) in a row and count towards a pause */
  policy_refusals: string
  /** JSON: the domains of the last probes of this pause */
  probed_domains: string
  /**
   * why no session with the mail server is established (`Obstacle` in delivery/classify.ts), the
   * server's words, and since when; null while mail is sent
   */
  trouble: string | null
  trouble_reason: string | null
  trouble_since: number | null
}

/**
 * Token buckets (GCRA). `tat`: the theoretical arrival time in ms, when the bucket is full again.
 */
export type BudgetsTable = { key: string; tat: number }

/**
 * Counts without personal data, which stay when a person is erased (counts/count.ts). `hour`: its
 * start in the campaign's time zone. `source`: a kind and a name, like `utm podcast`, `direct`.
 * A row with an empty source and placement is the sum of its hour, where `what` has one. Rows live
 * 400 days.
 */
export type HourlyCountsTable = {
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
export type DailyCountsTable = Omit<HourlyCountsTable, 'hour'> & { day: string }

/**
 * Counts of the program before `hourly_counts`, which may run beside this one. A job moves their
 * rows (counts/take-over.ts); this program writes none.
 */
export type EventCountsTable = { hour: number; event: string; label: string; count: number }
/** As `EventCountsTable`: sign-ups by source. */
export type SourceCountsTable = {
  hour: number
  kind: string
  name: string
  placement: string
  event: string
  count: number
}

/**
 * The source names that are counted by name: when each was new, and the day when it was last seen.
 */
export type SourceNamesTable = { name: string; kind: string; first_at: number; seen_at: number }

/**
 * DASH-6: how mails ended in the hour that begins at `hour`. `provider`: a domain of
 * outbox/large-providers.ts, or `other`; `outcome`: see delivery/outcome-counts.ts. No addresses.
 */
export type MailCountsTable = { hour: number; provider: string; outcome: string; count: number }

/** QUIZ-6. A result is deleted with its person, whose address it was saved with. */
export type QuizResultsTable = {
  id: string
  person_id: string
  /** one row per key; null if the client sent none */
  idempotency_key: string | null
  created_at: number
  performance_type: PerformanceType
  primary_score: number
  /** JSON as in contract/quiz.ts; the texts are the campaign's of that time */
  scores: string
  answers: string
  result_data: string
  /** when the server starts its e-mail sequence by itself; null once it is started */
  sequence_due_at: number | null
}

/**
 * CALL-3: one per quiz result, of which at most one per person is active. `stopped`: the person
 * left or gets no mail.
 */
export type SequencesTable = {
  quiz_result_id: string
  person_id: string
  performance_type: PerformanceType
  state: 'active' | 'replaced' | 'stopped' | 'finished'
  started_at: number
}

/** How far a person is in their sequence. The columns match `Progress` in sequence/steps.ts. */
export type SequencePlacesTable = {
  person_id: string
  step: string | null
  step_days: number | null
  first_at: number | null
  last_at: number | null
  due_at: number | null
  /** the outbox row of the step that is pending or was the last; null once it has arrived */
  mail_id: string | null
  /** JSON */
  firsts: string
}

/**
 * A keyed hash of an erased person's address (signup/erasure.ts), so that no import adds it again.
 */
export type ErasedTable = { hash: string; erased_at: number }
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

export const letterStates = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'done'] as const
export type LetterState = (typeof letterStates)[number]

/** LETTER-1 to LETTER-4: mails that an operator writes to the list. */
export type LettersTable = {
  id: string
  state: LetterState
  subject: string
  preview: string
  /** Markdown, with front matter if it has a language of its own (letters/stored-text.ts) */
  body: string
  /** a filter as in `state=confirmed&type=focus` */
  audience: string
  /** counts the saves: a save that names an older one is refused */
  revision: number
  created_at: number
  created_by: string
  saved_at: number
  saved_by: string
  tested_at: number | null
  /** when send was pressed: the audience is that of this moment */
  frozen_at: number | null
  sent_by: string | null
  /** when the first mail may go */
  planned_at: number | null
  /** the number of people that the confirmation page named */
  counted: number | null
  /** the id of the last person whose mail is queued; null before the first */
  cursor: string | null
  /** when all mails were queued */
  queued_at: number | null
  /** the ramp's clock: ms of sending before the last resume, and the time of that resume */
  sending_ms: number
  sending_since: number | null
  paused_at: number | null
  /** `operator`, or the rule that stopped the letter: `bounces`, `complaints` */
  paused_by: string | null
  /** mails whose outcome is known; the slot of a mail is a hundredth of it */
  ended: number
  /** the first slot that the stop rules consider: the one after the last resume */
  window_from: number
  ended_at: number | null
}

/**
 * Counts of a letter by provider (as in `mail_counts`). `outcome`: see letters/counts.ts. No
 * addresses.
 */
export type LetterCountsTable = {
  letter_id: string
  provider: string
  outcome: string
  count: number
}

/** LETTER-3: mails in the order of their sending, by the hundred, and what became of them. */
export type LetterSlotsTable = {
  letter_id: string
  slot: number
  sent: number
  bounced: number
  complained: number
}

/** Mails of a letter that were sent in the hour that begins at `hour`. */
export type LetterHoursTable = { letter_id: string; hour: number; sent: number }

/**
 * BACK-4: what came back after a mail was sent. `event`: a hash that is the same for each copy of
 * one report, so that a replay changes nothing. `via`: `smtp`, `mailbox` or a webhook's provider.
 */
export type MailReportsTable = {
  id: string
  event: string
  mail_id: string
  person_id: string
  at: number
  kind: 'hard-bounce' | 'soft-bounce' | 'complaint' | 'out-of-office'
  via: string
  /** the mail server's words; addresses are masked */
  reason: string
}

/**
 * Mails to operators and tests of letters: their recipients are not on the list. They ignore pauses
 * and budgets.
 */
export type OperatorMailsTable = {
  id: string
  email: string
  template: string
  /** JSON: the template's data; contains no token */
  data: string
  state: 'due' | 'sending' | 'sent' | 'dead' | 'kept'
  created_at: number
  due_at: number
  attempts: number
  lease_owner: string | null
  lease_until: number | null
  message_id: string | null
  reason: string | null
  sent_at: number | null
  /** as in `outbox` */
  rendered: string | null
}

/** DOCTOR-1: results of the doctor, newest last. `checks`: JSON, see ops/doctor. */
export type DoctorRunsTable = { id: string; at: number; outcome: string; checks: string }

/** Jobs that one server runs for all: `owner` holds it until `until` (ms). */
export type JobLeasesTable = { name: string; owner: string; until: number }

/**
 * LIVE-5: how many pieces of an offer were given, and when the last one was. The row is locked by
 * each transaction that gives one. No row: people who confirmed before the offer was counted were
 * not granted it yet (offers/grant-earlier.ts).
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
}

/** What happened once and stays: `goal` when the goal was reached. */
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

/** The application id, the clean-shutdown mark and the like. */
export type MetaTable = { key: string; value: string }
export type MigrationsTable = { id: number; name: string; breaking: number; applied_at: number }
