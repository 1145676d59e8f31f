/** Mails to operators, who are not on the list: they have no link to leave it. */
export type OperatorMail =
  /** DASH-1: `url` works once, for `minutes` */
  { template: 'sign-in'; url: string; minutes: number }
