import { campaign } from '#campaign/campaign.ts'
import type { PerformanceType } from '#contract/quiz.ts'
import type { SequenceText } from '#contract/sequence.ts'
import { Layout } from './layout.tsx'
import { LeaveFooter } from './leave-footer.tsx'
import { wordsOf } from './words.ts'

/** Throws where the campaign has no such step: the server asks before it renders. */
export function sequenceText(step: string, quizType: PerformanceType): SequenceText {
  const text = campaign.sequence?.steps.find(({ name }) => name === step)?.texts[quizType]
  if (!text) throw new Error(`the campaign has no mail for ${quizType} at the step ${step}`)
  return text
}

export const SequenceMail = ({ email, step, quizType, unsubscribeUrl }: { email: string; step: string; quizType: PerformanceType; unsubscribeUrl: string }) => (
  <Layout brand={campaign.brand} words={wordsOf(sequenceText(step, quizType))} footer={<LeaveFooter email={email} unsubscribeUrl={unsubscribeUrl} />} />
)
