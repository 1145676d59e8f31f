import type { Store, Db } from '#server/db/store.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import type { StopLog } from '#server/letters/log-stop.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import { storeReport, type Report } from './apply-report.ts'
import { leaveByMessage, leavingBy } from './leave-message.ts'
import { parseMessage } from './parse-message.ts'
import type { Parsed } from './parsed-message.ts'
import { readMessage } from './read-message.ts'
import { kindOfMeaning } from './report-kind.ts'
import type { About } from './about-mail.ts'

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
    .selectFrom('operator_mails')
    .select('id')
    .where('email', 'in', recipients)
    .where('messageId', 'in', messageIds)
    .where('template', 'in', ['once-confirm', 'once'])
    .where('state', 'in', ['sending', 'sent'])
    .executeTakeFirst()
  return mail?.id ?? null
}

const handedOver: readonly MailState[] = ['sending', 'sent', 'uncertain']

/** As long as `tokenOf` makes them. Mail servers change their case. */
const tokensIn = (texts: readonly string[]): readonly string[] =>
  (texts.join(' ').match(/(?<![a-z\d])[a-z2-7]{42}(?![a-z\d])/gi) ?? []).slice(0, mostTokens)

const mostTokens = 100
