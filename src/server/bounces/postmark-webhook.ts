import { z } from 'zod'
import { isSame } from '#server/db/new-id.ts'
import { tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import {
  kindOfBounce,
  looseRecord,
  looseText as text,
  readJson,
  unreadable,
  valueOf,
  type Webhook,
} from './webhook.ts'

/** Bounce, SpamComplaint and SubscriptionChange (postmarkapp.com/developer/webhooks). */
const shape = z.object({
  RecordType: z.string(),
  ID: text,
  MessageID: text,
  Type: text,
  Description: text,
  Details: text,
  Email: text,
  Recipient: text,
  From: text,
  SuppressSending: z.boolean().nullish(),
  SuppressionReason: text,
  ChangedAt: text,
  Metadata: looseRecord,
})
type Sent = z.output<typeof shape>

/** Postmark signs nothing: `password` is a secret in the URL of the webhook. */
export const postmarkWebhook =
  (password: string): Webhook =>
  ({ headers, body }) => {
    if (!hasPassword(headers.authorization, password))
      return { status: 401, why: 'the password is missing or wrong' }
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const kind = kindOf(sent)
    if (!kind) return null
    const { Email: email, Recipient: recipient, Details: details, Description: described } = sent
    return {
      kind,
      eventKey: keyOf(sent),
      reason: details || described || sent.SuppressionReason || sent.Type,
      token: valueOf(sent.Metadata, tokenKey),
      ...(endsMail(sent) && { person: { email: recipient || email, senders: sendersOf(sent) } }),
    }
  }

function kindOf(sent: Sent): Report['kind'] | null {
  const { RecordType: record, Type: type, ID: id } = sent
  if (record === 'SubscriptionChange')
    return sent.SuppressSending ? (suppressions.get(sent.SuppressionReason) ?? 'unsubscribe') : null
  if (id === '') return null
  if (record === 'SpamComplaint') return 'complaint'
  if (record !== 'Bounce') return null
  // `Details` is the mail server's answer; `Description` is Postmark's own text for the type.
  const bounce = { diagnostic: sent.Details, recipient: sent.Email, label: labels.get(type) }
  if (type === 'SMTPApiError') return kindOfBounce(bounce) === 'account' ? 'account' : null
  return bounce.label ? kindOfBounce(bounce) : (kinds.get(type) ?? null)
}

/** The bounce types about which the server's own words may say something else. */
const labels: ReadonlyMap<string, 'hard' | 'soft'> = new Map([
  ['HardBounce', 'hard'],
  ['SoftBounce', 'soft'],
  ['DnsError', 'soft'],
  ['Undeliverable', 'soft'],
])

/** The other types are about a delay, or about Postmark. */
const kinds: ReadonlyMap<string, Report['kind']> = new Map([
  ['BadEmailAddress', 'hard-bounce'],
  ['SpamComplaint', 'complaint'],
  ['AutoResponder', 'out-of-office'],
  ['Unsubscribe', 'unsubscribe'],
  ['ManuallyDeactivated', 'unsubscribe'],
  ['Blocked', 'refusal'],
  ['SpamNotification', 'refusal'],
  ['VirusNotification', 'refusal'],
  ['DMARCPolicy', 'refusal'],
])

/** Others, as ManualSuppression: the person left, or was taken off at Postmark. */
const suppressions: ReadonlyMap<string, Report['kind']> = new Map([
  ['HardBounce', 'hard-bounce'],
  ['SpamComplaint', 'complaint'],
])

const endsMail = ({ RecordType, Type }: Sent): boolean =>
  RecordType === 'SubscriptionChange' ||
  RecordType === 'SpamComplaint' ||
  kinds.get(Type) === 'unsubscribe'

/** A webhook of Postmark belongs to one message stream: without a sender it is about that. */
const sendersOf = ({ From }: Sent): readonly string[] | 'all' => (From === '' ? 'all' : [From])

/** A change by the operator names no mail. */
const keyOf = ({ RecordType: record, ID: id, ...sent }: Sent): string =>
  record === 'SubscriptionChange'
    ? [record, sent.MessageID, sent.Recipient, sent.SuppressionReason, sent.ChangedAt].join(' ')
    : `${record} ${id}`

/** RFC 7617, with any user name. */
function hasPassword(authorization: string | undefined, password: string): boolean {
  const [, encoded = ''] = /^basic +([\w+/]{1,1000}={0,2})$/i.exec(authorization ?? '') ?? []
  const [, given = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return isSame(given, password)
}
