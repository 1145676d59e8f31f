import { spanMs, type Amount } from './amounts.ts'
import { keptEvents, unsentMs } from './browser-storage.ts'
import { longestName } from '#contract/line/line.ts'
import { creditLimits } from '#contract/line/rules.ts'
import { dayMs } from '#contract/time.ts'

/** QUIZ-9: how many results of a person wait to be confirmed at most, the newest. */
export const unconfirmedResultsPerPerson = 3

/**
 * What a person can repeat by a link as often as they like, while each time writes something: to
 * come back to the list, to get another link, to turn the mails about friends on again. Leaving and
 * stopping mails have no limit.
 */
export type Repeat = 'return' | 'new-link' | 'news'

/** So often each within `repeatHours`. */
export const mostRepeats = 10
export const repeatHours = 24

const days = (n: number) => ({ n, unit: 'day' }) as const
const budgets = days(7)
const mailsAtOnce = 4

/**
 * What visitors are promised in numbers. Server and browser keep these constants; texts name them
 * as blanks (contract/promises/blanks.ts).
 */
export const promises = {
  /** how long an address that was never confirmed is kept after its last link, which works as long */
  unconfirmed: days(30),
  /** how long a confirmed request for one mail waits for the list to open again (END-3) */
  onceRequest: { n: 12, unit: 'month' },
  /** for how long such a result waits */
  unconfirmedResult: days(7),
  /** quiz results of one person that are kept: the newest */
  results: { n: 20 },
  /** fingerprints of network addresses */
  networks: budgets,
  /**
   * mails to a mailbox at once; one a day follows, so that its budget is full again after as many
   * days
   */
  mailboxMails: { n: mailsAtOnce },
  /** fingerprints that count mails to a mailbox */
  mailboxes: days(budgets.n + mailsAtOnce),
  /** data and rendered bodies of mails */
  mailData: days(30),
  /** reports that a mail came back or was unwanted */
  reports: days(400),
  hourlyCounts: days(400),
  /** a sign-up that the server has not acknowledged, in the browser */
  unsent: days(unsentMs / dayMs),
  /** events that the browser keeps */
  events: { n: keptEvents },
  /** mails that ask an address which has not confirmed */
  confirmMails: { n: 3 },
  /** the least time between two of them */
  confirmPause: { n: 24, unit: 'hour' },
  /** the cookie of a device that remembers its person */
  device: { n: 1, unit: 'year' },
  /** places of one person that are kept: the newest */
  places: { n: 10 },
  /** mails about friends: at most one in this time */
  news: { n: 24, unit: 'hour' },
  /** missed waves after which a person gets a new number */
  missedSpots: { n: 2 },
  /** fingerprints of the networks of confirmations */
  lineNetworks: days(creditLimits.network.days),
  /** within which time a link's friends count at once (LINE-5) */
  linkTime: { n: creditLimits.link.hours, unit: 'hour' },
  /** letters of a first name */
  nameLetters: { n: longestName },
  /** what a person can repeat by a link, and in which time */
  repeats: { n: mostRepeats },
  repeatTime: { n: repeatHours, unit: 'hour' },
} as const satisfies Record<string, Amount>

export const promisedMs = (name: keyof typeof promises): number => spanMs(promises[name])
