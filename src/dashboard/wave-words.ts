import { campaign } from '#campaign/campaign.ts'
import type { PerformanceType } from '#contract/quiz.ts'

/** The people whom a wave invites. */
export const typeWords = (type: PerformanceType | null): string =>
  type === null ? 'everybody' : `type ${campaign.quiz?.types[type].title ?? type}`
