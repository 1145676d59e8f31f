import type { LineStanding } from './line-page.ts'
import type { PerformanceType } from './quiz.ts'

type MailDeclaration = {
  /** links besides those to leave and to the person's data, which every mail has */
  links?: readonly ['confirmUrl' | 'stopUrl' | 'spotUrl' | 'resultUrl']
  /** the type of a quiz result that waits for the confirmation or whose protocol follows */
  quizType?: 'optional' | 'required'
  /** `step` is the name of a step of the campaign's sequence */
  step?: true
  /** only a campaign with a line sends it; `LineMails` has what it tells */
  line?: true
}

/**
 * Every mail. `mails/<template>.mail.tsx` renders each with its words from `campaign.mails`. Its
 * type, its previews, its cached rendering and the test of its HTML follow from here.
 */
export const mailDeclarations = {
  confirm: { links: ['confirmUrl'], quizType: 'optional' },
  listed: {},
  result: { quizType: 'required', links: ['resultUrl'] },
  welcome: { quizType: 'optional' },
  friend: { line: true, links: ['stopUrl'] },
  reward: { line: true },
  turn: { line: true, links: ['spotUrl'] },
  sequence: { quizType: 'required', step: true },
} as const satisfies Record<string, MailDeclaration>

type Declared = typeof mailDeclarations
export type MailTemplate = keyof Declared
// Object.keys does not know the keys of its argument.
export const mailTemplates = Object.keys(mailDeclarations) as MailTemplate[]

export const mailDeclarationOf = (template: MailTemplate): MailDeclaration =>
  mailDeclarations[template]

/**
 * The address and the links of a mail. Every URL is absolute; `meUrl` leads to the person's data.
 */
type MailBase = { email: string; unsubscribeUrl: string; meUrl: string }
type LinksOf<T> = T extends { links: readonly (infer Link extends string)[] }
  ? Record<Link, string>
  : unknown
type QuizTypeOf<T> = T extends { quizType: 'required' }
  ? { quizType: PerformanceType }
  : T extends { quizType: 'optional' }
    ? { quizType?: PerformanceType }
    : unknown
type StepOf<T> = T extends { step: true } ? { step: string } : unknown

/** LINE-10: what one mail about friends tells: how many more count, how many no longer do. */
type FriendNews = { more: number; fewer: number }

/** LINE-8: a spot in a wave. `quizType`: of those whom the wave invites; null for everybody. */
export type InvitedSpot = {
  code: string
  untilMs: number
  wave: number
  quizType: PerformanceType | null
}

/**
 * LINE-10: what mails say of the line, as of the time at which they are sent. `lang`: of their
 * words, where it is not the page's. `friends`: the step of the reward; `also`: those of others
 * that became the reader's at the same time.
 */
type LineMails = {
  welcome: { standing?: LineStanding }
  friend: { standing: LineStanding; news: FriendNews; lang?: string }
  reward: { standing: LineStanding; friends: number; also?: readonly number[]; lang?: string }
  turn: { spot: InvitedSpot; lang?: string }
  result: { lang?: string }
}
type LineOf<T> = T extends keyof LineMails ? LineMails[T] : unknown

export type MailOf<T extends MailTemplate> = { template: T } & MailBase &
  LinksOf<Declared[T]> &
  QuizTypeOf<Declared[T]> &
  StepOf<Declared[T]> &
  LineOf<T>
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
