/** Mails to operators, who are not on the list: they have no link to leave it. */
export type OperatorMail =
  /** DASH-1: `url` works once, for `minutes` */
  | { template: 'sign-in'; url: string; minutes: number }
  /** what needs an operator; `url` is the overview's */
  | { template: 'alert'; url: string; notices: readonly OperatorNotice[] }

/**
 * Something that happened: what, since when, what to do, and the path of the screen that shows it.
 */
export type OperatorNotice = { title: string; text: string; sinceMs: number; path: string }
