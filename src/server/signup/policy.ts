import type { PersonState } from '#contract/waitlist.ts'
import type { MailTemplate } from '#contract/render.ts'
import type { PeopleTable } from '#server/db/schema.ts'

const dayMs = 24 * 3_600_000

export type OptIn = 'double' | 'single'
export type Life = { state: PersonState; recentMails: readonly number[]; leftAt: number | null }

/**
 * The mail that a sign-up of a known address calls for, or null. Unconfirmed: nothing within 24 h, three links in all.
 * Confirmed: one mail in 24 h, three in 30 days. Unsubscribed: as unconfirmed, and nothing within 24 h of the
 * leaving, which empties `recentMails` of who was confirmed. A mail that a wrong clock noted a day ahead or more holds up nobody. Bounced, complained and suppressed: nothing, ever.
 */
export function mailForKnown(
  { state, recentMails, leftAt }: Life,
  now: number,
): MailTemplate | null {
  const rested = [
    ...recentMails.slice(-1),
    ...(state === 'unsubscribed' && leftAt !== null ? [leftAt] : []),
  ].every((at) => Math.abs(now - at) >= dayMs)
  if (state === 'confirmed') {
    const inMonth = recentMails.filter((at) => now - at < 30 * dayMs).length
    return rested && inMonth < 3 ? 'listed' : null
  }
  if (state === 'unconfirmed' || state === 'unsubscribed')
    return rested && recentMails.length < 3 ? 'confirm' : null
  return null
}

/** The mail to an address that is new. With single opt-in it is on the list at once. */
export const mailForNew = (optIn: OptIn): MailTemplate =>
  optIn === 'single' ? 'welcome' : 'confirm'
export const stateOfNew = (optIn: OptIn): PersonState =>
  optIn === 'single' ? 'confirmed' : 'unconfirmed'

/** For somebody on the list the protocol of a quiz result is the mail: no 'you are on the list' comes with it. */
export const mailWithQuiz = (mail: MailTemplate | null): MailTemplate | null =>
  mail === 'listed' ? null : mail

/**
 * Whether this person has pressed the button in one of our mails, or the operator vouches for it (an import). With single opt-in people are
 * on the list from the moment of their sign-up, which proves nothing.
 */
export const hasProvenMailbox = ({
  state,
  placement,
  created_at,
  confirmed_at,
}: Pick<PeopleTable, 'state' | 'placement' | 'created_at' | 'confirmed_at'>): boolean =>
  state === 'confirmed' && (placement === 'import' || confirmed_at !== created_at)

/** The last three are all that the limits look at. */
export const withMail = (recentMails: readonly number[], now: number): number[] =>
  [...recentMails, now].slice(-3)
