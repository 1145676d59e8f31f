import { aboutReturned, addressedTo } from './about-mail.ts'
import { isReplyOfPerson } from './auto-reply.ts'
import { addressesIn, valueOf, valuesOf } from './header-fields.ts'
import type { Parsed } from './parsed-message.ts'
import type { Message } from './read-message.ts'
import { introductions } from './report-introductions.ts'
import { hasCode, meaningIn, understand, type Understood } from './report-text.ts'
import { isDaemonsName, isFromDaemon } from './sent-by-daemon.ts'

const delays =
  /has not yet been delivered|delivery (?:to the following recipients? )?(?:has been|is|was) delayed|this is a warning message only|(?:we )?will keep trying|will be retried|not yet been able to deliver|remains? on the mail queue|only a temporary failure report/i

/** Where the returned mail, or its headers, begin. Unbounded repetitions would take quadratic time. */
const returnedFrom =
  /^[-=_ *|]{2,100}\s{0,20}(?:Below this line is (?:a|the) copy|This is a copy of (?:the|your) message|Original message|The (?:header|body) of the|Returned message|Undelivered message|Kopie der|Diagnostic information for admin|Message header follow|Message headers? follows?|Message text follows|Unsent message)|^[ \t]{0,20}(?:Below is a copy of the original message|Original message follows)|^Return-Path: /im

/**
 * A delivery report without a part for programs. It begins as a known server begins it, or a mail
 * server sent it to an address that only a returned mail knows, with a reason that is understood:
 * then it counts by the token alone. Null where it is no report.
 */
export function parsePlainReport(message: Message): Parsed | null {
  const { headers, text } = message
  const named = addressesIn(valuesOf(headers, 'x-failed-recipients').join(' '))
  const { said, returned } = splitReport(text)
  const recipients = named.length > 0 ? named : addressesIn(said)
  const about = aboutReturned(message, recipients, [], returned)
  const isDaemon = isFromDaemon(message)
  if (!isDaemon && isAnswerOfPerson(message, said)) return null
  if (isDaemon && delays.test(said)) return { is: 'notice', about }
  if (named.length > 0 || introductions.some((pattern) => pattern.test(said)))
    return { is: 'bounce', ...understand(said, recipients[0] ?? ''), about }
  const understood = isDaemon && understandUnknown(message, said, recipients[0] ?? '')
  if (!understood) return null
  const byToken = { secrets: addressedTo(message), messageIds: [], recipients: [] }
  return { is: 'bounce', ...understood, about: byToken }
}

/** The text of a report, and the returned mail after it. */
export function splitReport(text: string): { said: string; returned: string } {
  const cut = text.search(returnedFrom)
  if (cut < 0) return { said: text.slice(0, mostSaid), returned: '' }
  return { said: text.slice(0, Math.min(cut, mostSaid)), returned: text.slice(cut) }
}

const mostSaid = 16_000

/** A person who answers or passes on a report that they got. */
const isAnswerOfPerson = ({ headers }: Message, said: string): boolean =>
  /^\s*(?:re|fwd?|aw|wg|tr|rv|doorst|antw|sv|vs|vb)\s*:/i.test(valueOf(headers, 'subject')) ||
  introductions.some((pattern) => pattern.test(said) && !pattern.test(unquoted(said)))

const unquoted = (said: string) => said.replaceAll(/^[ \t]*>.*$/gm, '')

/** An automatic reply comes from the null sender too, and people send mails that seem to. */
const mayBeReport = (message: Message, said: string): boolean =>
  !isReplyOfPerson(message.headers) &&
  (isDaemonsName(message) ||
    hasCode.test(said) ||
    ofReport.test(valueOf(message.headers, 'subject')))

const ofReport =
  /deliver|undelivera|fail|return|bounce|reject|unknown|unzustellbar|zustell|niet bezorgd|non remis|entrega|consegna/i

/** Some servers say it in the subject alone. Sendmail's subject is not the other server's answer. */
function understandUnknown(message: Message, said: string, recipient: string): Understood | null {
  if (!mayBeReport(message, said)) return null
  const understood = understand(said, recipient)
  if (understood.meaning.about !== 'nothing') return understood
  if (/^\s*<<< /m.test(said)) return null
  const subject = valueOf(message.headers, 'subject')
  const meaning = meaningIn(subject, recipient)
  return meaning.about === 'nothing' ? null : { meaning, reason: understood.reason }
}
