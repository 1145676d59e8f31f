import type { PerformanceType } from './quiz.ts'

/** What ends a sequence before its last step. */
export type StopRule = 'unsubscribed' | 'suppressed' | 'replaced' | 'closed'

/** What one mail says to one type; `{brand}` is filled in. `preview` is the line that a mailbox shows beside the subject. */
export type SequenceText = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  points?: readonly string[]
}

/** `name` is what a person's place in the sequence is kept by, so steps can be changed in mid-campaign. `afterDays` counts from the sequence's first mail. */
export type SequenceStep = {
  name: string
  afterDays: number
  stops: readonly StopRule[]
  texts: Record<PerformanceType, SequenceText>
}

/** `quietHours`: from and to as hours of the clock in `timeZone` (an IANA name); steps after the first are not sent then. `closed` ends all sequences. */
export type SequenceCopy = {
  timeZone: string
  quietHours: { from: number; to: number }
  closed: boolean
  steps: readonly SequenceStep[]
}
