import { valuesOf } from './header-fields.ts'
import type { Message } from './read-message.ts'

/** RFC 5321, 4.5.5: reports come from the null sender, which a mailbox writes into Return-Path. */
export const isFromNullSender = ({ headers }: Message): boolean =>
  valuesOf(headers, 'return-path', 'x-envelope-from', 'envelope-from').some((path) =>
    /^(?:<\s*>|<?mailer-daemon(?:@[^>]*)?>?)$/i.test(path),
  )

/** Some mailboxes do not record the null sender. */
export const isFromDaemon = (message: Message): boolean =>
  isFromNullSender(message) || isDaemonsName(message)

/** The author is a mail server by its name or address. */
export const isDaemonsName = ({ headers }: Message): boolean =>
  valuesOf(headers, 'from').some((from) =>
    /mailer-?daemon|post-?master|mail(?: delivery)? (?:system|subsystem|service)|mail delivery|mdaemon@/i.test(
      from,
    ),
  )
