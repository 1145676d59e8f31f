import type { Language } from '#contract/campaign/languages.ts'
import type { LiveOffer } from '#contract/live/figures.ts'
import type { MailWait } from '#contract/mails/waits.ts'
import type { QuizResult } from '#contract/quiz/quiz.ts'

/** Rows of other tables about one person. Names that end in `At` are times in ms since 1970. */

/**
 * `source` says where an imported consent was given, in the operator's words; else null. `language`:
 * of the line that was shown.
 */
export type ConsentRecord = {
  version: string
  language: Language
  wording: string
  placement: string
  source: string | null
  givenAt: number
}
/** LIVE-5: `number` is that of the person's piece, from 1; null for an offer without pieces. */
export type OfferRecord = { offer: LiveOffer; number: number | null; grantedAt: number }
/** `sequence` is the state of the mails that follow the result; null before they begin. */
export type SavedQuizResult = QuizResult & {
  id: string
  savedAt: number
  sequence: { state: string; startedAt: number } | null
}
/** QUIZ-9: saved with the person's address by somebody who did not prove to be them. */
export type UnconfirmedQuizResult = Omit<SavedQuizResult, 'sequence'>

/**
 * `reason` is the mail server's last answer, or why the mail was not sent. `letter`: the subject of
 * the letter that the mail is of. `wait`: what a mail waits for that has not left; only operators
 * see it.
 */
export type MailRecord = {
  id: string
  template: string
  letter?: string
  state: string
  queuedAt: number
  sentAt: number | null
  reason: string | null
  wait?: MailWait
}

/**
 * `refusal`: a mail server refused the mail for policy, `account`: for a reason of our own mail
 * account; both say nothing about the person. `unsubscribe`: they left at the mail provider.
 */
export type MailReportKind =
  | 'hard-bounce'
  | 'soft-bounce'
  | 'complaint'
  | 'out-of-office'
  | 'refusal'
  | 'account'
  | 'unsubscribe'

/**
 * What came back after a mail was sent. `via`: `smtp` for the mail server's answer, `mailbox`, or
 * the provider of a webhook. `reason`: the mail server's words.
 */
export type MailReportRecord = {
  kind: MailReportKind
  via: string
  reportedAt: number
  reason: string
}

/**
 * `step` is the last step; `firstAt` and `lastAt` are the times of the first and the last one;
 * `dueAt` is when the next one is considered; `firstsAt` are the queue times of the last three
 * first mails.
 */
export type SequenceRecord = {
  step: string | null
  firstAt: number | null
  lastAt: number | null
  dueAt: number | null
  firstsAt: number[]
}
