import type { Db, Store } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import type { StopLog } from '#server/letters/outcomes.ts'
import { onceTemplates } from '#server/outbox/operator-mails.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { leave } from '#server/signup/membership.ts'
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
  isFromNullSender,
  readMessage,
  type About,
} from './read-message.ts'
import { parsePlainReport, parseStatusReport } from './parse-delivery-report.ts'
import { kindOfMeaning, storeReport, type Report } from './reports.ts'

/** `left`: its sender left the list. `unmatched`: not a report, or about no mail of ours. It stays where it is. */
export type Handled = Report['kind'] | 'left' | 'notice' | 'unmatched'

/**
 * BACK-2: reads one mail of the bounce mailbox and acts on it. A second copy changes nothing: each
 * kind of report counts once for a mail. Throws StoreUnavailable.
 */
export async function handleMessage(
  { store, tokens, ...stopLog }: { store: Store; tokens: MailTokens } & StopLog,
  raw: Uint8Array,
  now: number,
): Promise<Handled> {
  const message = await readMessage(raw)
  const leftMail = message && leavingBy(message, tokens)
  if (leftMail) {
    await leaveByMessage(store, leftMail, now)
    return 'left'
  }
  const parsed = message && parseMessage(message)
  if (!parsed || parsed.is === 'other') return 'unmatched'
  const mailId = await findReportedMail(store.db, tokens, parsed.about)
  if (mailId === null) return 'unmatched'
  if (parsed.is === 'notice') return 'notice'
  const kind = kindOf(parsed)
  const event = { via: 'mailbox', eventKey: `${kind} ${mailId}` }
  const report = { kind, mailId, ...event, reason: parsed.reason }
  const applied = await storeReport({ store, ...stopLog }, report, now)
  return applied === 'unknown' ? 'unmatched' : kind
}

const kindOf = (parsed: Exclude<Parsed, { is: 'notice' | 'other' }>): Report['kind'] =>
  parsed.is === 'bounce' ? kindOfMeaning(parsed.meaning) : parsed.is

/**
 * BACK-2: the id of the mail that a message is about, or null. Its token proves that it came from
 * the mail's recipient or a server on the way. Without a token it must name both the Message-ID,
 * which is random, and the recipient of one mail (decision 047).
 */
async function findReportedMail(
  db: Db,
  tokens: MailTokens,
  { secrets, messageIds, recipients }: About,
): Promise<string | null> {
  for (const token of tokensIn(secrets)) {
    const mailId = tokens.mailIdOf(token)
    if (mailId !== null) return mailId
  }
  if (messageIds.length === 0 || recipients.length === 0) return null
  const mail = await db
    .selectFrom('people')
    .innerJoin('outbox', 'outbox.personId', 'people.id')
    .select('outbox.id')
    .where('people.email', 'in', recipients)
    .where('outbox.messageId', 'in', messageIds)
    .where('outbox.state', 'in', handedOver)
    .executeTakeFirst()
  return mail?.id ?? (await findOnceMail(db, messageIds, recipients))
}

/** END-3: of a mail to an address that asked for one mail. */
async function findOnceMail(
  db: Db,
  messageIds: readonly string[],
  recipients: readonly string[],
): Promise<string | null> {
  const mail = await db
    .selectFrom('outbox')
    .select('id')
    .where('personId', 'is', null)
    .where('state', 'in', handedOver)
    .where('email', 'in', recipients)
    .where('messageId', 'in', messageIds)
    .where('template', 'in', onceTemplates)
    .executeTakeFirst()
  return mail?.id ?? null
}

const handedOver: readonly MailState[] = ['sending', 'sent', 'uncertain']

/** As long as `tokenOf` makes them. Mail servers change their case. */
const tokensIn = (texts: readonly string[]): readonly string[] =>
  (texts.join(' ').match(/(?<![a-z\d])[a-z2-7]{42}(?![a-z\d])/gi) ?? []).slice(0, mostTokens)

const mostTokens = 100

/**
 * MAIL-4: the mail that a person leaves by, as its `List-Unsubscribe` address says; null for a
 * message that is to no such address, or that a program wrote.
 */
function leavingBy(message: Message, tokens: Pick<MailTokens, 'leave'>): string | null {
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
const leaveByMessage = (store: Store, mailId: string, now: number) =>
  store.transact(async (trx) => {
    const mail = await trx
      .selectFrom('outbox')
      .select(['personId', 'letterId'])
      .where('id', '=', mailId)
      .executeTakeFirst()
    if (mail?.personId) await leave(trx, mail.personId, now, mail.letterId)
  })

/** BACK-2: what a mail of the bounce mailbox is. A rule: it reads nothing but the message. */
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
