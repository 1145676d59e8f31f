import type { Generated } from 'kysely'
import type { PerformanceType } from '#contract/quiz.ts'
import type { PersonState } from '#contract/waitlist.ts'

/** The tables of people: who is on the list, what they agreed to, and the links in their mails. */
export type PeopleSchema = {
  people: PeopleTable
  consents: ConsentsTable
  link_tokens: LinkTokensTable
  erased: ErasedTable
}

/**
 * Columns of later migrations are `Generated`: they have a default, so that rows of an earlier
 * program, and inserts without them, are valid.
 */
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

/**
 * A keyed hash of an erased person's address (signup/erasure.ts), so that no import adds it again.
 */
export type ErasedTable = { hash: string; erased_at: number }
