import type { PersonState } from '#contract/people/waitlist.ts'
import type { MailTemplate } from '#contract/mails/mails.ts'
import { promisedMs, promises } from '#contract/promises/promises.ts'
import { dayMs } from '#contract/time.ts'
import type { PeopleTable } from '#server/db/people-schema.ts'

/** In 30 days. */
const mostListed = 3

export type OptIn = 'double' | 'single'

/**
 * What limits the mails to an address. Times in ms since 1970; `recentMails` has the oldest first.
 */
export type MailHistory = {
  state: PersonState
  recentMails: readonly number[]
  leftAt: number | null
}

/** `skipListed`: another mail follows the sign-up, so 'you are on the list' is not sent. */
export type SignUpTerms = { optIn: OptIn; skipListed?: boolean | undefined }

/**
 * The mail that a sign-up calls for, or null for none. `history` is null if the address is new: it
 * gets the confirm mail, or with single opt-in, which confirms it at once, the welcome mail.
 */
export function signUpMail(
  history: MailHistory | null,
  { optIn, skipListed = false }: SignUpTerms,
  now: number,
): MailTemplate | null {
  if (history === null) return optIn === 'single' ? 'welcome' : 'confirm'
  const mail = mailToKnownAddress(history, now)
  return skipListed && mail === 'listed' ? null : mail
}

export const stateOfNew = (optIn: OptIn): PersonState =>
  optIn === 'single' ? 'confirmed' : 'unconfirmed'

/**
 * - Unconfirmed: a confirm mail, one in 24 hours and three in all.
 * - Confirmed: 'you are on the list', one in 24 hours and three in 30 days.
 * - Unsubscribed: as unconfirmed, and none in the 24 hours after leaving. Leaving clears
 *   `recentMails` of a person who was confirmed.
 * - Bounced, complained or suppressed: none.
 *
 * A time that lies a day or more ahead comes from a wrong clock and delays no mail.
 */
function mailToKnownAddress(
  { state, recentMails, leftAt }: MailHistory,
  now: number,
): MailTemplate | null {
  const isDayAway = (at: number) => Math.abs(now - at) >= promisedMs('confirmPause')
  const leftLongAgo = state !== 'unsubscribed' || leftAt === null || isDayAway(leftAt)
  const mayMail = recentMails.slice(-1).every(isDayAway) && leftLongAgo
  if (state === 'confirmed') {
    const inMonth = recentMails.filter((at) => Math.abs(now - at) < 30 * dayMs).length
    return mayMail && inMonth < mostListed ? 'listed' : null
  }
  if (state === 'unconfirmed' || state === 'unsubscribed')
    return mayMail && recentMails.length < promises.confirmMails.n ? 'confirm' : null
  return null
}

/** Adds the time of a mail and keeps the newest, as many as the limits need. */
export const withMail = (recentMails: readonly number[], now: number): number[] =>
  [...recentMails, now].slice(-Math.max(mostListed, promises.confirmMails.n))

/**
 * Whether the person has confirmed by a link in one of our mails, or an import vouches for it.
 * A sign-up with single opt-in confirms at once, which proves nothing about the mailbox.
 */
export const hasProvenMailbox = ({
  state,
  placement,
  createdAt,
  confirmedAt,
}: Pick<PeopleTable, 'state' | 'placement' | 'createdAt' | 'confirmedAt'>): boolean =>
  state === 'confirmed' && (placement === 'import' || confirmedAt !== createdAt)
