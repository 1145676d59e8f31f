import type { Meaning } from '#server/answers/meaning.ts'
import { aboutReturned, reasonOf } from './about-mail.ts'
import { addressesIn, readBlocks, valueOf, valuesOf, type Fields } from './header-fields.ts'
import type { Parsed } from './parsed-message.ts'
import { splitReport } from './parse-plain-report.ts'
import type { Message } from './read-message.ts'
import { meaningIn, understand, type Understood } from './report-text.ts'
import { isFromDaemon } from './sent-by-daemon.ts'

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
