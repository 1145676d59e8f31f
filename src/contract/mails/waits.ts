/**
 * What a mail that has not left waits for, and what ends that where nobody knows the time: both
 * complete 'Waits for …, until …'.
 */
export const mailWaits = {
  release: { for: 'an operator', ends: 'it is released' },
  server: { for: 'a mail server', ends: 'one is configured, and kept mail is released' },
  held: { for: 'an operator', ends: 'mail is resumed' },
  checking: {
    for: 'the check of an answer about our account',
    ends: 'another domain has answered',
  },
  pause: { for: 'the end of the pause of mail', ends: 'a mail is accepted' },
  retry: { for: 'its next try', ends: 'its time comes' },
  mailbox: { for: "its mailbox's limit", ends: 'the limit allows it' },
  domain: { for: "its domain's limit", ends: 'the limit allows it' },
  time: { for: 'its time', ends: 'its time comes' },
  'letter held': { for: 'an operator', ends: 'its letter is resumed or stopped' },
  'letter paused': { for: 'its letter, which is paused', ends: 'the letter is resumed or stopped' },
  'letter time': { for: 'the time of its letter', ends: 'the letter begins' },
  ramp: { for: "its letter's limit", ends: 'the limit allows it' },
  quiet: { for: 'the end of the quiet hours', ends: 'they end' },
  welcome: { for: 'the welcome mail to the same person', ends: 'that has left' },
  hour: { for: "the hour's limit of all mail (MAILS_PER_HOUR)", ends: 'the limit allows it' },
  session: { for: 'the mail server', ends: 'it can be reached' },
  turn: { for: 'its turn', ends: 'the mails before it have left' },
} as const satisfies Record<string, { for: string; ends: string }>

export type WaitsFor = keyof typeof mailWaits

/**
 * `until`: the earliest time (ms) at which the wait ends; null where no time is known. `because`:
 * the mail server's words or an operator's reason, where one is stored.
 */
export type MailWait = { waitsFor: WaitsFor; until: number | null; because: string | null }
