import type { Campaign } from '#contract/campaign.ts'
import { performanceTypes } from '#contract/quiz.ts'
import type { Mail } from '#contract/render.ts'

const email = 'sanne@example.com'
const unsubscribeUrl = 'https://fuel.example/unsubscribe/L3aveT0ken'
const meUrl = 'https://fuel.example/me/M3T0ken'
const confirm = {
  template: 'confirm',
  email,
  confirmUrl: 'https://fuel.example/confirm/C0nfirmT0ken',
  unsubscribeUrl,
  meUrl,
} as const

/** Every mail that a campaign can send to Sanne, each under a name of its own, by which a file can be called. */
export const everyMail = ({ quiz, sequence }: Campaign): { name: string; mail: Mail }[] => [
  { name: 'confirm', mail: confirm },
  ...(quiz
    ? performanceTypes.map((quizType) => ({
        name: `confirm-${quizType}`,
        mail: { ...confirm, quizType },
      }))
    : []),
  { name: 'listed', mail: { template: 'listed', email, unsubscribeUrl, meUrl } },
  { name: 'welcome', mail: { template: 'welcome', email, unsubscribeUrl, meUrl } },
  ...(quiz
    ? performanceTypes.map((quizType) => ({
        name: `welcome-${quizType}`,
        mail: { template: 'welcome' as const, email, unsubscribeUrl, meUrl, quizType },
      }))
    : []),
  ...performanceTypes.flatMap((quizType) =>
    (sequence?.steps ?? []).map(({ name: step }) => ({
      name: `${quizType}-${step}`,
      mail: { template: 'sequence' as const, email, step, quizType, unsubscribeUrl, meUrl },
    })),
  ),
]
