import { addressesIn, valuesOf } from './header-fields.ts'
import type { Message } from './read-message.ts'

/** A delivery report without a part for programs. `returned`: the text from the returned mail on. */
export type PlainReport = {
  delayed: boolean
  recipients: string[]
  diagnostic: string
  returned: string
}

/**
 * How mail servers begin a report that only people can read. A second pattern of one server is an
 * older version of it, or another language.
 */
const introductions: readonly RegExp[] = [
  // qmail
  /I wasn't able to deliver your message/i,
  // Exim, GMX, 1&1
  /A message that you (?:have )?sent could not be delivered/i,
  /Eine (?:von Ihnen gesendete )?Nachricht konnte nicht zugestellt werden/i,
  // Gmail
  /Delivery to the following recipients? (?:has )?failed permanently/i,
  /Your message wasn't delivered to/i,
  // Exchange, Outlook
  /Delivery has failed to these recipients/i,
  /Your message did not reach some or all of the intended recipients/i,
  /Your message to .{1,320} couldn't be delivered/i,
  // Yahoo
  /Unable to deliver message to the following address/i,
  // Postfix
  /your message could not\s+be\s+delivered to one or more recipients/i,
  // sendmail
  /The following addresses had permanent fatal errors/i,
]

const delays =
  /has not yet been delivered|delivery (?:to the following recipients? )?(?:has been|is|was) delayed|this is a warning message only|(?:we )?will keep trying|will be retried|not yet been able to deliver|remains? on the mail queue/i

/** Where the returned mail, or its headers, begin. Unbounded repetitions would take quadratic time. */
const returnedFrom =
  /^[-=_ *]{2,100}\s{0,20}(?:Below this line is a copy|This is a copy of (?:the|your) message|Original message|The (?:header|body) of the|Returned message|Undelivered message|Kopie der|Diagnostic information for admin|Message header follow|Message headers? follows?)/im

/** Returns null where the text is no delivery report. */
export function parsePlainReport(message: Message): PlainReport | null {
  const { headers, text } = message
  const failed = addressesIn(valuesOf(headers, 'x-failed-recipients').join(' '))
  const cut = text.search(returnedFrom)
  const said = (cut < 0 ? text : text.slice(0, cut)).slice(0, mostSaid)
  const isDelay = isDaemon(message) && delays.test(said)
  const isFailure = failed.length > 0 || introductions.some((pattern) => pattern.test(said))
  if (!isDelay && !isFailure) return null
  return {
    delayed: isDelay,
    recipients: failed.length > 0 ? failed : addressesIn(said),
    diagnostic: diagnosticIn(said),
    returned: cut < 0 ? '' : text.slice(cut),
  }
}

const mostSaid = 16_000

/** RFC 3834: reports come from the null sender. Some mailboxes do not record it. */
const isDaemon = ({ headers }: Message): boolean =>
  valuesOf(headers, 'return-path').some((path) => path === '<>') ||
  valuesOf(headers, 'from').some((from) => /mailer-?daemon|postmaster|mail delivery/i.test(from))

/** The answer of the mail server with its further lines, else what follows the address. */
function diagnosticIn(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const answer = lines.findIndex((line) => hasCode.test(line))
  if (answer >= 0) return paragraphAt(lines, answer)
  const named = lines.findIndex((line) => /@/.test(line))
  const after = named < 0 ? 0 : named + 1
  const first = lines.findIndex((line, index) => index >= after && line !== '')
  return paragraphAt(lines, first < 0 ? Math.max(named, 0) : first)
}

const hasCode = /(?:^|[\s:;>#("'])[45]\d\d[ -]\S|(?:^|[^\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

function paragraphAt(lines: readonly string[], from: number): string {
  const end = lines.findIndex((line, index) => index > from && line === '')
  return lines.slice(from, end < 0 ? from + mostLines : Math.min(end, from + mostLines)).join('\n')
}

const mostLines = 12
