import { offerBlanks } from '#contract/campaign/offers.ts'

/** `one` stands where the number is 1. */
export type Counted = { one: string; many: string }

/** Subject, preview line and title of a mail. */
type Head<Text = string> = { subject: Text; preview: Text; title: Text }

/** The welcome mail's words about the line, in the page's language. */
export type LineWelcomeCopy = Head & {
  /** why the place is this one, if nobody was passed and nobody passed; else the account */
  order: string
  account: string
  /** what a friend is worth; left out where friends move nobody */
  friend: string
  link: string
  linkNote: string
}

/** LINE-10: the words of the mails of the line, in one language. See `lineMailBlanks`. */
export type LineMailCopy = {
  /** the place and when it was read */
  asOf: string
  /** the button to the person's own page */
  page: string
  /** why somebody stands there: people before, those passed, those who passed, the sum */
  account: { confirmedBefore: string; passed: Counted; passedBy: string; before: string }
  /** what each reward is, by its state */
  ladder: {
    locked: Counted
    reached: string
    yours: string
    gone: string
    /** follows a limited reward that can still be reached */
    left: string
  }
  /** the names of rewards by their number of friends, where this language has its own */
  rewardNames?: Readonly<Record<number, string>>
  friend: Head<Counted> & {
    /** what the mail tells: friends who count since the last one, and those who no longer do */
    more: Counted
    fewer: Counted
    reached: string
    next: Counted
    /** how often such a mail comes, and the link that ends these mails */
    often: string
    stop: string
  }
  reward: Head & { label: string; text: string; number: string }
  turn: Head & {
    label: string
    text: string
    ofType: string
    code: string
    button: string
    pass: string
  }
}

/** The placeholders of these mails, beside `{brand}`. */
export const lineMailBlanks = [
  ...offerBlanks,
  'brand',
  'place',
  'before',
  'behind',
  'asOf',
  'confirmedBefore',
  'passed',
  'passedBy',
  'friends',
  'perFriend',
  'reward',
  'n',
  'left',
  'limit',
  'due',
  'gone',
  'more',
  'fewer',
  'number',
  'of',
  'wave',
  'until',
  'zone',
  'type',
] as const
