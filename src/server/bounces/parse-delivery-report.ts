import { meaningOf } from '#server/answers/meaning.ts'
import { type Meaning } from '#server/answers/answer.ts'
import {
  aboutReturned,
  reasonOf,
  addressedTo,
  addressesIn,
  readBlocks,
  valueOf,
  valuesOf,
  type Fields,
  type Message,
  type Parsed,
  isFromDaemon,
  isReplyOfPerson,
  isDaemonsName,
} from './read-message.ts'

/** RFC 3464. Our mails have one recipient each; the first that failed counts. */
export function parseStatusReport(message: Message): Parsed | null {
  const entries = entriesOf(message)
  if (!entries) return null
  const { returned } = splitReport(message.text)
  const about = aboutReturned(message, entries.flatMap(recipientsOf), [], returned)
  const failed = entries.find(hasFailed)
  if (!failed) return entries.every(isNotice) ? { is: 'notice', about } : null
  return { is: 'bounce', ...understandEntry(message, failed), about }
}

/** Null where the message has no such part. Some servers write its fields into the readable text. */
function entriesOf(message: Message): Fields[] | null {
  const part = message.parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  if (!part && !isFromDaemon(message)) return null
  const entries = part
    ? readBlocks(part.text).filter((block) => entryFields.some((name) => block.has(name)))
    : readBlocks(message.text).filter((block) => entryFields.every((name) => block.has(name)))
  return entries.length > 0 ? entries : null
}

const entryFields = ['final-recipient', 'action']

const recipientsOf = (entry: Fields): string[] =>
  addressesIn(valuesOf(entry, 'original-recipient', 'final-recipient').join(' '))

/** Some servers leave out the action, or have one of their own; the status tells then. */
const hasFailed = (entry: Fields): boolean =>
  /^fail/i.test(valueOf(entry, 'action')) ||
  (!isNotice(entry) && valueOf(entry, 'status').startsWith('5'))

/** RFC 3464, 2.3.3: every action but `failed`. */
const isNotice = (entry: Fields): boolean =>
  /^(?:delayed|delivered|relayed|expanded)/i.test(valueOf(entry, 'action'))

/**
 * The other server's answer decides, else the readable text. Sendmail writes words of its own into
 * the text, so that it counts only where no answer is told, or a program's own message decides
 * nothing.
 */
function understandEntry(message: Message, entry: Fields): Understood {
  const [recipient = ''] = recipientsOf(entry)
  const { said } = splitReport(message.text)
  const status = valueOf(entry, 'status')
  const code = /\d\.\d{1,3}\.\d{1,3}/.exec(status)?.[0] ?? ''
  const [, type = '', diagnostic = ''] =
    /^(?:([\w-]{1,20});)?\s*(.*)$/s.exec(valueOf(entry, 'diagnostic-code')) ?? []
  const answer = isAutomatic.test(said) ? '' : diagnostic || commentOf(status)
  const told = meaningIn(answer, recipient, code)
  const isAnswer = answer !== '' && (told.about !== 'nothing' || /^smtp$/i.test(type))
  const readable = isAnswer ? null : understand(said, recipient, code)
  const meaning = readable && readable.meaning.about !== 'nothing' ? readable.meaning : told
  return {
    meaning: isFilterOfCarrier(entry, meaning, said)
      ? { about: 'mailbox', bounce: 'soft' }
      : meaning,
    reason: reasonOf(diagnostic) || readable?.reason || reasonOf(`status ${status}`),
  }
}

/** `5.4.4 (Illegal host/domain name found)` */
const commentOf = (status: string): string => /\(([^()]{1,200})\)/.exec(status)?.[1] ?? ''

/** Dovecot's delivery agent says why in the readable text alone. */
const isAutomatic = /was automatically rejected:/i

/**
 * Mobile carriers of Japan answer 'Unknown user' to a mail that a subscriber's own filter refuses,
 * after they have accepted the recipient. Such an answer is a hard bounce only to RCPT TO.
 */
const isFilterOfCarrier = (entry: Fields, meaning: Meaning, said: string): boolean =>
  meaning.about === 'mailbox' &&
  meaning.bounce === 'hard' &&
  carriers.test(valueOf(entry, 'remote-mta')) &&
  !/5\.1\.1/.test(valueOf(entry, 'status')) &&
  /end of DATA|>>> DATA/i.test(said) &&
  !/RCPT TO/i.test(said)

const carriers = /\b(?:docomo\.ne\.jp|ezweb\.ne\.jp|au\.com|softbank\.(?:ne\.)?jp)\b/i

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
function splitReport(text: string): { said: string; returned: string } {
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

type Understood = { meaning: Meaning; reason: string }

/**
 * What the readable text of a report says: the answer of the mail server with its further lines, else
 * what stands after, at and before the address. The first of them that decides counts, else the
 * first.
 */
function understand(said: string, recipient: string, status = ''): Understood {
  const texts = placesIn(said)
  const meanings = texts.map((text) => meaningIn(text, recipient, status))
  const found = meanings.findIndex(({ about }) => about !== 'nothing')
  const at = Math.max(found, 0)
  return { meaning: meanings[at] ?? { about: 'nothing' }, reason: reasonOf(texts[at] ?? '') }
}

/** `status`: what another server wrote beside the text. */
const meaningIn = (text: string, recipient: string, status = ''): Meaning =>
  meaningOf({
    step: null,
    code: Number(/(?:^|[\s:;>#("'[])([245]\d\d)(?:[ -]\S|$)/.exec(text)?.[1]) || null,
    status,
    text,
    recipient,
  })

function placesIn(said: string): string[] {
  const lines = said.split('\n').map((line) => line.trim())
  const ofOther = lines.findIndex((line) => ofServer.test(line))
  // An answer may have several lines.
  if (ofOther >= 0) return [linesUntil(lines, ofOther, (line) => !ofServer.test(line))]
  // Dovecot names the recipient in one line, and its reason in the next.
  const codes = [/was automatically rejected:?$/i, hasCode].flatMap((pattern) =>
    indexesOf(lines, pattern).slice(0, 1),
  )
  const named = indexesOf(lines, /@/).slice(0, mostPlaces)
  return [
    ...codes.map((at) => paragraphAt(lines, at)),
    ...named.slice(0, 1).map((at) => paragraphAt(lines, nextLine(lines, at))),
    ...named.flatMap((at) => [
      paragraphAt(lines, at),
      paragraphAt(lines, nextParagraph(lines, at)),
    ]),
    ...named.slice(0, 1).map((at) => paragraphBefore(lines, at)),
    paragraphAt(lines, nextLine(lines, -1)),
  ].filter((place) => place !== '')
}

/** Sendmail repeats the other server's answer so, and adds words of its own for the code. */
const ofServer = /^<<< [45]\d\d/

const mostPlaces = 5

const indexesOf = (lines: readonly string[], pattern: RegExp): number[] =>
  lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))

const nextLine = (lines: readonly string[], at: number): number =>
  orEnd(lines, (line, index) => index > at && line !== '')

function nextParagraph(lines: readonly string[], at: number): number {
  const end = orEnd(lines, (line, index) => index > at && line === '')
  return nextLine(lines, end)
}

function orEnd(lines: readonly string[], is: (line: string, index: number) => boolean): number {
  const found = lines.findIndex(is)
  return found < 0 ? lines.length : found
}

/** A basic or an enhanced code somewhere in a line. */
const hasCode = /(?:^|[\s:;>#("'[])[45]\d\d[ -]\S|(?:^|[^\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

/** As far as a blank line, or the line of another recipient. */
const paragraphAt = (lines: readonly string[], from: number): string =>
  linesUntil(lines, from, (line) => line === '' || ofRecipient.test(line))

function linesUntil(lines: readonly string[], from: number, ends: (line: string) => boolean) {
  const end = orEnd(lines, (line, index) => index > from && ends(line))
  return lines.slice(from, Math.min(end, from + mostLines)).join('\n')
}

const ofRecipient = /^["<]?[^\s@"<>]{1,64}@[^\s@"<>]{1,255}[">]?:/

function paragraphBefore(lines: readonly string[], at: number): string {
  const last = lines.findLastIndex((line, index) => index < at && line !== '')
  const first = lines.findLastIndex((line, index) => index < last && line === '')
  return lines.slice(Math.max(first + 1, last + 1 - mostLines), last + 1).join('\n')
}

const mostLines = 12

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
  /Unable to deliver (?:your )?message to the following address/i,
  // Postfix
  /your message could not\s+be\s+delivered to one or more recipients/i,
  // OpenSMTPD, and its forks
  /error has occurred while attempting to deliver a message for/i,
  // Courier
  /Your message to the following recipients cannot be delivered/i,
  // sendmail
  /The following addresses had permanent fatal errors/i,
]
