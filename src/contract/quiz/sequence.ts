import type { PerformanceType } from './quiz.ts'

/** The reasons that end a sequence before its last step. */
export type StopRule = 'unsubscribed' | 'suppressed' | 'replaced' | 'closed'

/**
 * The text of one mail for one type. `{brand}` is replaced. Mailboxes show `preview` beside the
 * subject.
 */
export type SequenceText = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  points?: readonly string[]
}

/**
 * A person's progress is stored by `name`, so steps can change during a campaign. `afterDays`
 * counts from the first mail.
 */
export type SequenceStep = {
  name: string
  afterDays: number
  stops: readonly StopRule[]
  texts: Record<PerformanceType, SequenceText>
}

/**
 * `quietHours`: hours of local time in `timeZone` (an IANA name) in which only first steps are
 * sent. `closed` ends all sequences.
 */
export type SequenceCopy = {
  timeZone: string
  quietHours: { from: number; to: number }
  closed: boolean
  steps: readonly SequenceStep[]
}
