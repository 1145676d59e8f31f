import type { Campaign } from '#contract/campaign/campaign.ts'

/** The mails after a quiz result. `closed` ends all sequences. */
export type SequenceCopy = NonNullable<Campaign['sequence']>
export type SequenceStep = SequenceCopy['steps'][number]
/** The reasons that end a sequence before its last step. */
export type StopRule = SequenceStep['stops'][number]
/** The text of one mail for one type. */
export type SequenceText = SequenceStep['texts'][string]
