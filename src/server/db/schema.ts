import type { Generated } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { PersonState } from '#contract/waitlist.ts'

/**
 * The tables as they are now, the same on SQLite and Postgres. Times are milliseconds since 1970; flags are 0 and 1;
 * ids are UUIDv7 texts (a quiz result's: random) drawn by the program, so that a move between engines keeps them. Migrations: migrations.ts.
 */
export type Schema = {
  people: PeopleTable
  consents: ConsentsTable
  link_tokens: LinkTokensTable
  outbox: OutboxTable
  waiting_domains: WaitingDomainsTable
  mail_queue: MailQueueTable
  budgets: BudgetsTable
  event_counts: EventCountsTable
  source_counts: SourceCountsTable
  source_names: SourceNamesTable
  quiz_results: QuizResultsTable
  sequences: SequencesTable
  sequence_places: SequencePlacesTable
  erased: ErasedTable
  meta: MetaTable
  migrations: MigrationsTable
}

export type PeopleTable = {
  id: string
  /** trimmed and lower-cased; unique */
  email: string
  state: PersonState
  placement: string
  /** `utm_source` of the page that they came to, or empty; of an imported person the file's */
  source: string
  /** when they signed up; of an imported person as the file has it */
  created_at: number
  confirmed_at: number | null
  left_at: number | null
  /** JSON: the times of the last three mails queued in the present state, oldest first; bounds mails to one address */
  recent_mails: string
  /** whose mail budgets the address shares (outbox/budget-domain.ts); empty until the server has filled it in for a person whom an earlier program entered */
  budget_domain: Generated<string>
  /** of the same page address as `source`; empty where it had none */
  utm_medium: Generated<string>
  utm_campaign: Generated<string>
  /** host of the page that led to ours; empty where there was none, or it was our own */
  referrer_host: Generated<string>
  /** when an import entered them; null for everybody else */
  imported_at: Generated<number | null>
}

/** What was agreed to: the exact wording with its version, where and when. `source`: where the operator says that an imported one was given; else null. */
export type ConsentsTable = {
  id: string
  person_id: string
  version: string
  wording: string
  placement: string
  source: string | null
  given_at: number
}

/** Links in mails. `hash` is SHA-256 (hex) of the token; the clear token is kept nowhere. */
export type LinkTokensTable = {
  hash: string
  purpose: 'confirm' | 'unsubscribe' | 'me'
  person_id: string
  created_at: number
  expires_at: number | null
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
  /** JSON: what the template needs beyond the address; emptied after 30 days */
  data: string
  email: string
  /** lower-cased part after the at sign */
  domain: string
  state: MailState
  /** the lower the earlier, see outbox/outbox.ts */
  priority: number
  /** whose turn it takes while it waits: the keyed hash of a network, or the id of the person where no request asked for it; emptied when it is claimed */
  requester: string
  /** what a due mail waits for, see outbox/turns.ts: its turn, its time, or its domain */
  waits: string
  /** its place among those of its priority that wait for the same */
  turn: number
  /** 1 where the budgets of its domain were spent when it was let go from waiting for them */
  paid: number
  created_at: number
  /** when it may be claimed next */
  due_at: number
  /** failed tries that count for the backoff */
  attempts: number
  /** times that a send ended with nobody knowing whether it arrived */
  ambiguous: number
  /** 1 from the claim until it is known that the final dot was not sent: the mail may have been handed over */
  handed: number
  lease_owner: string | null
  lease_until: number | null
  /** drawn at the first claim and kept, so that a second copy is recognised */
  message_id: string | null
  /** last answer of the mail server or the reason of the state, addresses masked */
  reason: string | null
  /** why it was dead or uncertain before the operator had it tried again */
  first_reason: string | null
  sent_at: number | null
  /** JSON {subject, html, text, raw}: only for state `kept`, shown at /dev/mails */
  rendered: string | null
}

/** Domains that mails wait for, and when the next of them may go. */
export type WaitingDomainsTable = { domain: string; opens_at: number }

/** One row (id 1): whether the queue is paused, and why; and what else keeps mail from leaving that only the server can see. */
export type MailQueueTable = {
  id: number
  paused_reason: string | null
  paused_at: number | null
  /** null in a pause that only the operator ends, as after a restore */
  next_probe_at: number | null
  /** JSON: recipient domains that refused by policy (5.7.x) in a row, of those that count */
  policy_refusals: string
  /** JSON: domains of the last probes of this pause */
  probed_domains: string
  /** why no session with the mail server comes about (`Obstacle` of delivery/classify.ts), its words, and since when; null while mail leaves */
  trouble: string | null
  trouble_reason: string | null
  trouble_since: number | null
}

/** Token buckets as GCRA: `tat` is the theoretical arrival time in ms of the next request on a full bucket. */
export type BudgetsTable = { key: string; tat: number }

/** How often what happened on the page, in the hour that begins at `hour`; names from contract/events.ts, nobody's address. */
export type EventCountsTable = { hour: number; event: string; label: string; count: number }

/**
 * DASH-9: how many came from where, by the hour that begins at `hour`. `kind` and `name` are those of signup/sources.ts;
 * `event` is one of `SourceEvent`. Nobody's data: it stays when a person is erased.
 */
export type SourceCountsTable = {
  hour: number
  kind: string
  name: string
  placement: string
  event: string
  count: number
}

/** The names that are counted by name: when each was new, and about when it was last seen (to the day). */
export type SourceNamesTable = { name: string; kind: string; first_at: number; seen_at: number }

/** QUIZ-6. It goes with its person, whose address it is saved against. */
export type QuizResultsTable = {
  id: string
  person_id: string
  /** one row for each; null where the client sent none */
  idempotency_key: string | null
  created_at: number
  performance_type: PerformanceType
  primary_score: number
  /** JSON, as contract/quiz.ts has them; the texts are the campaign's own at that time */
  scores: string
  answers: string
  result_data: string
  /** when the server starts its e-mail sequence by itself; null once that is started */
  sequence_due_at: number | null
}

/** CALL-3: one for each quiz result, and one that is active for each person. `stopped`: the person left or gets no mail. */
export type SequencesTable = {
  quiz_result_id: string
  person_id: string
  performance_type: PerformanceType
  state: 'active' | 'replaced' | 'stopped' | 'finished'
  started_at: number
}

/** How far a person is in the one sequence that they can have; the words of the columns are those of `Progress` in sequence/steps.ts. */
export type SequencePlacesTable = {
  person_id: string
  step: string | null
  step_days: number | null
  first_at: number | null
  last_at: number | null
  due_at: number | null
  /** the outbox row of the step that is under way, or was the last; null once it has arrived */
  mail_id: string | null
  /** JSON */
  firsts: string
}

/** What an erased person leaves for good: a keyed hash of the address (signup/erasure.ts), which keeps imports from entering it again. */
export type ErasedTable = { hash: string; erased_at: number }
/** Application id, clean-shutdown mark and the like. */
export type MetaTable = { key: string; value: string }
export type MigrationsTable = { id: number; name: string; breaking: number; applied_at: number }
