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
 * ends in `Url`, and every URL is absolute. `lang`: of the words, where it is not the page's. The
 * line (LINE-10) is that of the time at which the mail is sent.
 */
type MailData = {
  /** `quizType`: of a result that waits for the confirmation */
  confirm: { confirmUrl: string; quizType?: PerformanceType }
  listed: unknown
  result: { resultUrl: string; quizType: PerformanceType; lang?: string }
  /** `quizType`: of the result whose protocol follows */
  welcome: { quizType?: PerformanceType; standing?: LineStanding }
  /** `news`: how many more friends count, and how many no longer do */
  friend: {
    stopUrl: string
    standing: LineStanding
    news: { more: number; fewer: number }
    lang?: string
  }
  /** `friends`: the step of the reward; `also`: others that became the reader's at the same time */
  reward: { standing: LineStanding; friends: number; also?: readonly number[]; lang?: string }
  turn: { spotUrl: string; spot: InvitedSpot; lang?: string }
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

type LeaveWords = { why: string; leave: string; kept: string }

export type MailCopy = {
  /**
   * `quiz` stands in it where a quiz result waits for the confirmation: `{type}` is the type's
   * title
   */
  confirm: MailText & { quiz: string; ignore: string; remove: string }
  listed: MailText
  /**
   * QUIZ-9: asks whether a quiz result that was saved with the address is the reader's. `{type}` is
   * the type's title. `lang` is that of these words.
   */
  result: ResultWords
  /** The same in other languages, by language tag: that of the quiz for people who took it. */
  resultIn?: Readonly<Record<string, ResultWords>>
  /**
   * `details` are what the person has by it, with the campaign's offers in braces: see
   * `offerBlanks`. `quiz` stands in it where the protocol of a quiz result follows: `{type}` is the
   * type's title. `noQuiz` and the button, which leads to the quiz, stand in it where no result is
   * saved.
   */
  welcome: MailText & {
    details: readonly { name: string; text: string }[]
    next: { title: string; text: string }
    quiz: string
    noQuiz: string
  }
  /**
   * END-3: the mail that asks an address of a closed list for its confirmation, and the one mail
   * once the list is open again. `{email}` is the address.
   */
  onceConfirm: OnceWords
  once: OnceWords
  footer: LeaveWords
  /**
   * The footer of letters in other languages than the page's, by language tag (BCP 47): letters can
   * be written in these.
   */
  letterFooters?: Readonly<Record<string, LeaveWords>>
  /**
   * LETTER-1: texts with which a letter can begin, by the word in their address. What the operator
   * has to decide is one of `letterGaps`: no letter can be sent with one.
   */
  letterStarts?: Readonly<Record<string, LetterStart>>
  /**
   * What stands around each mail of the sequence: `{n}` and `{of}` are its place in it, `{email}`
   * the address. `lang` is that of these words and of all that the sequence says.
   */
  sequence: LeaveWords & { lang?: string; place: string }
}

/** `ignore`: what to do if it is not the reader's. */
type ResultWords = MailText & { button: string; ignore: string }

/** `note`: below the line, where other mails have the links to leave. */
export type OnceWords = MailText & { button: string; note: string }

/** `name`: in the dashboard. */
type LetterStart = { name: string; subject: string; preview: string; body: string }

/** The gaps of a starting text, which the operator fills in: placeholders that letters do not have. */
export const letterGaps = ['until', 'shop', 'erased'] as const
export type LetterGap = (typeof letterGaps)[number]

/** `{brand}` in a text stands for the brand's name. */
type MailText = {
  subject: string
  preview: string
  title: string
  paragraphs: readonly string[]
  button?: string
}
