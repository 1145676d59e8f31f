import { amountEach, amountInWords, amountText, spanMs, type Amount } from './amounts.ts'
import { confirmAfterEndDays } from '#contract/launch/launch.ts'
import { creditLimits } from '#contract/line/rules.ts'
import { mainLang } from '#contract/mails/mails.ts'
import { promises } from './promises.ts'

/**
 * Durations that operators read on screens, in mails and in commands. The code that keeps them reads
 * them here.
 */
const operatorTimes = {
  signInLink: { n: 15, unit: 'minute' },
  /** a session without use */
  idleSession: { n: 12, unit: 'hour' },
  session: { n: 7, unit: 'day' },
  /** how long a mail is tried */
  attempts: { n: 72, unit: 'hour' },
  /** how late a mail may be sent without an operator's approval */
  lateMail: { n: 72, unit: 'hour' },
  /** the same for a step of a sequence */
  lateStep: { n: 14, unit: 'day' },
  /** how long a letter that sends nothing goes on without an operator's approval */
  lateLetter: { n: 72, unit: 'hour' },
  /** in which mails that bounced softly count together, and for how long they suspend mail */
  softBounces: { n: 7, unit: 'day' },
  suspended: { n: 14, unit: 'day' },
  /** how long confirm links work after a close or launch */
  afterEnd: { n: confirmAfterEndDays, unit: 'day' },
  /** after a change of the launch all servers and their visitors follow */
  launchSeen: { n: 2, unit: 'second' },
  /** before the list is erased operators are mailed twice */
  firstNotice: { n: 7, unit: 'day' },
  lastNotice: { n: 1, unit: 'day' },
  /** while mail is paused by itself, one mail is tried so often */
  probe: { n: 15, unit: 'minute' },
  /** how far a clock may be from the last trusted time */
  doubt: { n: 3, unit: 'day' },
  lostChangesShown: { n: 7, unit: 'day' },
  accountReports: { n: 24, unit: 'hour' },
  /** the mails whose outcomes are counted by provider */
  outcomes: { n: 7, unit: 'day' },
  /** the mails that are looked at for too many refused ones */
  refused: { n: 24, unit: 'hour' },
  /** a backup that is younger is recent */
  backup: { n: 24, unit: 'hour' },
  /** people who confirmed not for longer are named */
  unconfirmedTask: { n: 24, unit: 'hour' },
  /** an uploaded import and its result */
  upload: { n: 24, unit: 'hour' },
  /** the test of a letter, while mail is paused */
  letterTest: { n: 24, unit: 'hour' },
  /** in which so many tests of letters can be sent */
  letterTests: { n: 1, unit: 'hour' },
  /** mails to operators about what needs them: at most one in this time */
  alerts: { n: 1, unit: 'hour' },
  /** how long a doubt about a clock lasts at most */
  doubtEnds: { n: 1, unit: 'hour' },
  /** a sequence that nobody started starts by itself */
  sequenceStart: { n: 10, unit: 'minute' },
  confirmPause: promises.confirmPause,
  unconfirmed: promises.unconfirmed,
  unconfirmedResult: promises.unconfirmedResult,
  friendNetwork: { n: creditLimits.network.days, unit: 'day' },
  friendHour: { n: creditLimits.link.hours, unit: 'hour' },
} as const satisfies Record<string, Amount>

type OperatorTime = keyof typeof operatorTimes

export const operatorMs = (name: OperatorTime): number => spanMs(operatorTimes[name])

/** '72 hours' */
export const operatorTime = (name: OperatorTime): string =>
  amountText(operatorTimes[name], mainLang)

/** 'three days', 'a week' */
export const operatorTimeInWords = (name: OperatorTime): string =>
  amountInWords(operatorTimes[name], mainLang)

/** 'an hour', 'every 2 hours' */
export const operatorTimeEach = (name: OperatorTime): string =>
  amountEach(operatorTimes[name], mainLang)

/** So many tests of letters can be sent in `letterTests`. */
export const mostLetterTests = 30

/** So many mails that bounced softly suspend mail to an address. */
export const mostSoftBounces = { n: 3 } as const satisfies Amount
