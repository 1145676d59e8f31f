import type { SequenceCopy } from '#contract/sequence.ts'
import type { ClaimedMail } from './leases.ts'
import type { StopStarted } from './queue-state.ts'

/** `paced`: mails go to a mail server, within budgets. `host`: of the Message-ID. */
export type ClaimTerms = {
  /** the time by which links last; `now` by default (clock/clock.ts) */
  calendar?: number
  secretKey: string
  most: number
  mailsPerHour: number
  paced: boolean
  host: string
  sequence: SequenceCopy | null
}

/**
 * `changed` counts the rows that the claim has moved and others may follow: at 0 a second claim would
 * find none.
 * No mail can be claimed before `closedUntil` (ms).
 */
export type Claim = {
  mails: ClaimedMail[]
  changed: number
  closedUntil: number | null
  /** nothing is left that could leave before time passes or a commit queues it */
  isEmpty: boolean
  /** the next people of a letter are further down the list than one claim looks */
  isSearching: boolean
  /** the claim has ended a check in a pause */
  stopStarted: StopStarted | null
}
