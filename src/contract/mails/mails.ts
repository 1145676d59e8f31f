import type { Campaign } from '#contract/campaign/campaign.ts'
import type { LineStanding } from '#contract/line/standing.ts'
import type { PerformanceType } from '#contract/quiz/quiz.ts'

/**
 * Every mail. `mails/<template>.mail.tsx` renders each with its words from `campaign.mails`, and
 * `test/every-mail.ts` has examples of each.
 */
export const mailTemplates = [
  'confirm',
  'listed',
  'result',
  'welcome',
  'friend',
  'reward',
  'turn',
  'sequence',
] as const
export type MailTemplate = (typeof mailTemplates)[number]

/** LINE-8: a spot in a wave. `quizType`: of those whom the wave invites; null for everybody. */
export type InvitedSpot = {
  code: string
  untilMs: number
  wave: number
  quizType: PerformanceType | null
}

/**
 * What each mail has beside address and links to leave and to the person's data. The name of a link
 * ends in `Url`, and every URL is absolute. The words are those of the person's language. The line
 * (LINE-10) is that of the time at which the mail is sent.
 */
type MailData = {
  /** `quizType`: of a result that waits for the confirmation */
  confirm: { confirmUrl: string; quizType?: PerformanceType }
  listed: unknown
  result: { resultUrl: string; quizType: PerformanceType }
  /** `quizType`: of the result whose protocol follows */
  welcome: { quizType?: PerformanceType; standing?: LineStanding }
  /** `news`: how many more friends count, and how many no longer do */
  friend: {
    stopUrl: string
    standing: LineStanding
    news: { more: number; fewer: number }
  }
  /** `friends`: the step of the reward; `also`: others that became the reader's at the same time */
  reward: { standing: LineStanding; friends: number; also?: readonly number[] }
  turn: { spotUrl: string; spot: InvitedSpot }
  /** `step`: its name in the campaign's sequence */
  sequence: { step: string; quizType: PerformanceType }
}

export type MailOf<T extends MailTemplate> = {
  template: T
  email: string
  unsubscribeUrl: string
  meUrl: string
} & MailData[T]
export type Mail = { [T in MailTemplate]: MailOf<T> }[MailTemplate]

/** The language of the page, and of mails and passages without a language of their own. */
export const mainLang = 'en'

export type MailCopy = Campaign['mails']
export type OnceWords = MailCopy['once']

/** The gaps of a starting text, which the operator fills in: placeholders that letters do not have. */
export const letterGaps = ['until', 'shop', 'erased'] as const
export type LetterGap = (typeof letterGaps)[number]
