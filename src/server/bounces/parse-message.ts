import { addressedTo, messageIdsIn, reasonOf } from './about-mail.ts'
import { isAutoReply } from './auto-reply.ts'
import { addressesIn, valueOf, valuesOf } from './header-fields.ts'
import { parseComplaint } from './parse-complaint.ts'
import { parsePlainReport } from './parse-plain-report.ts'
import { parseStatusReport } from './parse-status-report.ts'
import type { Parsed } from './parsed-message.ts'
import type { Message } from './read-message.ts'
import { isFromDaemon } from './sent-by-daemon.ts'

/** BACK-2: what a mail of the bounce mailbox is. Reads nothing but the message. */
export function parseMessage(message: Message): Parsed {
  return (
    parseStatusReport(message) ??
    parseComplaint(message) ??
    parsePlainReport(message) ??
    parseAutoReply(message) ?? { is: 'other' }
  )
}

/** A mail server writes no out-of-office reply: a report that is not understood is for a person. */
function parseAutoReply(message: Message): Parsed | null {
  const { headers } = message
  if (isFromDaemon(message) || !isAutoReply(headers)) return null
  const about = {
    secrets: addressedTo(message),
    messageIds: messageIdsIn(valuesOf(headers, 'in-reply-to', 'references')),
    recipients: addressesIn(valuesOf(headers, 'from').join(' ')),
  }
  return { is: 'out-of-office', reason: reasonOf(valueOf(headers, 'subject')), about }
}
