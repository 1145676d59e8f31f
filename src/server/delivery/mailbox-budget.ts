import type { OutboxTable } from '#server/db/schema.ts'
import { fingerprint, hourMs, type Budget, type Charge } from '#server/limits/budgets.ts'
import { foldAddress, spellingOf, type Spelling } from '#server/signup/address.ts'

/**
 * `message_id` is null until the first claim; `proven`: see hasProvenMailbox (signup/policy.ts).
 */
export type MailToMailbox = Pick<OutboxTable, 'email' | 'message_id'> & { proven: boolean }

/**
 * All spellings of a mailbox share one budget, so that a stranger who knows many of them cannot
 * fill it. Plainer spellings may use more of it: one mail is reserved for the plain spelling, and
 * one for spellings without a tag.
 */
const perMailbox: Record<Spelling, Budget> = {
  plain: oneADay(4),
  untagged: oneADay(3),
  tagged: oneADay(2),
}

/** `sharedAtOnce`: the largest of the three, which share a key. */
function oneADay(atOnce: number): Budget {
  return { atOnce, everyMs: 24 * hourMs, sharedAtOnce: 4 }
}

/**
 * What a mail costs its mailbox. A retry costs nothing. Neither does a mail to a person who has
 * confirmed: they requested it, and can leave.
 */
export function mailboxCharges(mail: MailToMailbox, secretKey: string): Charge[] {
  const isFree = mail.message_id !== null || mail.proven
  return isFree
    ? []
    : [{ key: mailboxKey(secretKey, mail.email), budget: perMailbox[spellingOf(mail.email)] }]
}

/** The budget key of a mailbox, the same for all its spellings. */
export const mailboxKey = (secretKey: string, email: string): string =>
  `mail-to:${fingerprint(secretKey, `mailbox ${foldAddress(email)}`)}`
