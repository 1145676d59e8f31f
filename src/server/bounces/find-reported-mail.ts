import type { Db } from '#server/db/store.ts'
import type { MailState } from '#server/db/outbox-schema.ts'
import type { MailTokens } from '#server/outbox/mail-tokens.ts'
import type { About } from './about-mail.ts'

/**
 * BACK-2: the id of the mail that a message is about, or null. Its token proves that it came from
 * the mail's recipient or a server on the way. Without a token it must name both the Message-ID,
 * which is random, and the recipient of one mail (decision 047).
 */
export async function findReportedMail(
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
