import { maskedLine } from '#server/config/log.ts'
import { isAutoReply } from './auto-reply.ts'
import { severityOf, type Severity } from './bounce-severity.ts'
import { addressesIn, readBlocks, valueOf, valuesOf, type Fields } from './header-fields.ts'
import { parsePlainReport } from './parse-plain-report.ts'
import type { Message } from './read-message.ts'

/**
 * Which mail a message is about. `secrets`: texts that may contain its envelope token. `messageIds`
 * and `recipients` are what the message names; only both together identify a mail
 * (find-reported-mail.ts).
 */
export type About = {
  secrets: readonly string[]
  messageIds: readonly string[]
  recipients: readonly string[]
}

/** `notice`: a delay, or a delivery: nothing follows. `other`: for a person to read. */
export type Parsed =
  | { is: 'bounce'; severity: Severity; reason: string; about: About }
  | { is: 'complaint' | 'out-of-office'; reason: string; about: About }
  | { is: 'notice'; about: About }
  | { is: 'other' }

/** BACK-2: what a mail of the bounce mailbox is. Reads nothing but the message. */
export function parseMessage(message: Message): Parsed {
  return (
    parseStatusReport(message) ??
    parseFeedback(message) ??
    parseText(message) ??
    parseAutoReply(message) ?? { is: 'other' }
  )
}

/** RFC 3464. Our mails have one recipient each; the first that failed counts. */
function parseStatusReport(message: Message): Parsed | null {
  const part = message.parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  if (!part) return null
  const entries = readBlocks(part.text).filter(
    (block) => block.has('final-recipient') || block.has('action'),
  )
  const about = aboutReturned(
    message,
    entries.flatMap((entry) =>
      addressesIn(valuesOf(entry, 'original-recipient', 'final-recipient').join(' ')),
    ),
  )
  const failed = entries.find((entry) => /^failed/i.test(valueOf(entry, 'action')))
  if (!failed) return { is: 'notice', about }
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(valueOf(failed, 'status'))?.[0] ?? ''
  const diagnostic = valueOf(failed, 'diagnostic-code').replace(/^[\w-]{1,20};\s*/, '')
  return {
    is: 'bounce',
    severity: severityOf({ status, diagnostic: diagnostic || message.text.slice(0, 2_000) }),
    reason: reasonOf(diagnostic || `status ${status}`),
    about,
  }
}

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

function parseText(message: Message): Parsed | null {
  const report = parsePlainReport(message)
  if (!report) return null
  const about = aboutReturned(message, report.recipients, [], report.returned)
  if (report.delayed) return { is: 'notice', about }
  const { diagnostic } = report
  const status = /(?:^|[^\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(diagnostic)?.[1] ?? ''
  return {
    is: 'bounce',
    severity: severityOf({ status, diagnostic }),
    reason: reasonOf(diagnostic),
    about,
  }
}

function parseAutoReply(message: Message): Parsed | null {
  const { headers } = message
  if (!isAutoReply(headers)) return null
  const about = {
    secrets: valuesOf(headers, ...addressedIn),
    messageIds: messageIdsIn(valuesOf(headers, 'in-reply-to', 'references')),
    recipients: addressesIn(valuesOf(headers, 'from').join(' ')),
  }
  return { is: 'out-of-office', reason: reasonOf(valueOf(headers, 'subject')), about }
}

/** Where a mail server writes the address that a report was sent to. */
export const addressedIn = [
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'original-recipient',
  'to',
  'cc',
]

/** The headers of the returned mail are a part, or follow the text. */
function aboutReturned(
  message: Message,
  recipients: readonly string[],
  secrets: readonly string[] = [],
  text = '',
): About {
  const returned = [
    ...message.parts.filter(({ type }) => isReturned.test(type)).map((part) => part.text),
    text,
  ].flatMap(returnedHeaders)
  return {
    secrets: [
      ...valuesOf(message.headers, ...addressedIn),
      ...secrets,
      ...returned.flatMap((fields) => [...fields.values()].flat()),
    ],
    messageIds: messageIdsIn(returned.flatMap((fields) => valuesOf(fields, 'message-id'))),
    recipients,
  }
}

const isReturned = /^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/

/** Of a returned mail only the headers, not its text: the first block with a Message-ID. */
const returnedHeaders = (text: string): Fields[] =>
  readBlocks(text)
    .filter((block) => block.has('message-id') || block.has('return-path'))
    .slice(0, 1)

const messageIdsIn = (values: readonly string[]): string[] =>
  [...new Set(values.join(' ').match(/<[^<>\s]{1,250}>/g) ?? [])].slice(0, 20)

/** One line without the codes that begin each further line of an answer. Addresses are masked. */
const reasonOf = (text: string): string =>
  maskedLine(
    text.slice(0, 2_000).replaceAll(/\n\s*(?:\d{3}[ -])?(?:\d\.\d{1,3}\.\d{1,3}\s)?/g, ' '),
  )
