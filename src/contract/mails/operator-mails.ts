/**
 * Mails to operators, and to addresses that asked for one mail (END-3). Neither is on the list: the
 * mails have no link to leave it.
 */
export type OperatorMail =
  /** DASH-1: `url` works once */
  | { template: 'sign-in'; url: string }
  /** END-3: `url` has the button that confirms, and then one that deletes the address */
  | { template: 'once-confirm'; url: string; email: string }
  /** END-3: the one mail; `url` is the page's */
  | { template: 'once'; url: string; email: string }
  /** what needs an operator; `url` is the overview's */
  | { template: 'alert'; url: string; notices: readonly OperatorNotice[] }

/**
 * Something that happened: what, since when, what to do, and the path of the screen that shows it.
 */
export type OperatorNotice = { title: string; text: string; sinceMs: number; path: string }
