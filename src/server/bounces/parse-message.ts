import {
  addressedTo,
  messageIdsIn,
  reasonOf,
  aboutReturned,
  addressesIn,
  valueOf,
  valuesOf,
  readBlocks,
  isAutoReply,
  isFromDaemon,
  type Parsed,
  type Message,
} from './read-message.ts'
import { parsePlainReport, parseStatusReport } from './parse-delivery-report.ts'

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

/** A complaint about spam, which a mailbox provider passes on. */
const parseComplaint = (message: Message): Parsed | null =>
  parseFeedback(message) ?? parseOlderForm(message)

/** RFC 5965. Types like `not-spam` and `auth-failure` complain about nothing. */
function parseFeedback(message: Message): Parsed | null {
  const part = message.parts.find(({ type }) => type === 'message/feedback-report')
  if (!part) return null
  const fields = readBlocks(part.text)[0] ?? new Map()
  const type = valueOf(fields, 'feedback-type').toLowerCase()
  const named = valuesOf(fields, 'original-rcpt-to', 'removal-recipient').join(' ')
  const about = aboutReturned(message, addressesIn(named), [
    ...valuesOf(fields, 'original-mail-from', 'original-envelope-id'),
  ])
  if (!complaints.has(type)) return { is: 'notice', about }
  const agent = valueOf(fields, 'user-agent')
  return {
    is: 'complaint',
    reason: reasonOf(agent ? `${type}, reported by ${agent}` : type),
    about,
  }
}

const complaints = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list'])

/** Microsoft's form before RFC 5965: the mail itself, with the recipient in a field of its own. */
function parseOlderForm(message: Message): Parsed | null {
  const returned = message.parts.filter(({ type }) => type === 'message/rfc822')
  const recipients = returned.flatMap(({ text }) =>
    readBlocks(text)
      .slice(0, 1)
      .flatMap((fields) => addressesIn(valuesOf(fields, ...recipientFields).join(' '))),
  )
  if (recipients.length === 0) return null
  return {
    is: 'complaint',
    reason: reasonOf(valueOf(message.headers, 'subject')),
    about: aboutReturned(message, recipients),
  }
}

const recipientFields = ['x-hmxmroriginalrecipient', 'x-hmxmrrecipient']
