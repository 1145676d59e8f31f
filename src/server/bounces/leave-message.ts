import type { Store } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import { leaveFromMail } from '#server/signup/leave-list.ts'
import { isAutoReply } from './auto-reply.ts'
import { addressesIn, valueOf, valuesOf } from './header-fields.ts'
import { addressedTo } from './about-mail.ts'
import type { Message } from './read-message.ts'
import { isFromNullSender } from './sent-by-daemon.ts'

/**
 * MAIL-4: the mail that a person leaves by, as its `List-Unsubscribe` address says; null for a
 * message that is to no such address, or that a program wrote.
 */
export function leavingBy(message: Message, tokens: Pick<MailTokens, 'leave'>): string | null {
  const { parts } = message
  const [, token] = leaveAddress.exec(addressedTo(message).join(' ')) ?? []
  const isReport = parts.some(({ type }) => reports.test(type))
  if (token === undefined || isReport || isByProgram(message)) return null
  return tokens.leave.mailIdOf(token)
}

/** bounce+leave-TOKEN@host, where mail servers may have changed the case. */
const leaveAddress = /\+leave-([a-z2-7]{37})@/i

const reports =
  /^message\/(?:(?:global-)?(?:delivery-status|disposition-notification)|feedback-report)$/

/** RFC 3834: a mail with an empty envelope sender, or with these fields, is by a program. */
function isByProgram(message: Message): boolean {
  const { headers } = message
  const from = valueOf(headers, 'from')
  const [author] = addressesIn(from)
  return (
    isFromNullSender(message) ||
    author === undefined ||
    daemons.test(author) ||
    /^"?mail delivery (?:sub)?system\b/i.test(from) ||
    valuesOf(headers, 'auto-submitted').some((value) => !/^no\s*(?:;|$)/i.test(value)) ||
    isAutoReply(headers)
  )
}

const daemons = /^(?:mailer-daemon|mail-daemon|maildaemon|postmaster)@/

/** The same as a press on the one-click button. Nobody is left to take off after an erasure. */
export const leaveByMessage = (store: Store, mailId: string, now: number) =>
  store.transact(async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .select(['personId', 'letterId'])
      .where('id', '=', mailId)
      .executeTakeFirst()
    if (mail) await leaveFromMail(trx, mail, now)
  })
