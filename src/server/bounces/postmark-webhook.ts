import { z } from 'zod'
import { isSame } from '#server/db/new-id.ts'
import { meaningOf } from '#server/answers/meaning.ts'
import { tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { kindOfMeaning } from './apply-report.ts'
import {
  looseRecord,
  looseText as text,
  readJson,
  refusedCall,
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
      return refusedCall(401, 'the password is missing or wrong')
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const kind = kindOf(sent)
    if (!kind) return { status: 200, report: null }
    const { Email: email, Recipient: recipient, Details: details, Description: described } = sent
    return {
      status: 200,
      report: {
        kind,
        eventKey: keyOf(sent),
        reason: details || described || sent.SuppressionReason || sent.Type,
        token: valueOf(sent.Metadata, tokenKey),
        ...(endsMail(sent) && { person: { email: recipient || email, senders: sendersOf(sent) } }),
      },
    }
  }

function kindOf(sent: Sent): Report['kind'] | null {
  const { RecordType: record, Type: type, ID: id } = sent
  if (record === 'SubscriptionChange')
    return sent.SuppressSending ? (suppressions.get(sent.SuppressionReason) ?? 'unsubscribe') : null
  if (id === '') return null
  if (record === 'SpamComplaint') return 'complaint'
  if (record !== 'Bounce') return null
  if (type === 'SMTPApiError') return kindOfBounce(sent) === 'account' ? 'account' : null
  const label = labels.get(type)
  return label ? kindOfBounce(sent, label) : (kinds.get(type) ?? null)
}

/** `Details` is the mail server's answer; `Description` is Postmark's own text for the type. */
function kindOfBounce(sent: Sent, label?: 'hard' | 'soft'): Report['kind'] {
  const said = sent.Details.replace(/^\s*smtp;\s*/i, '')
  const meaning = meaningOf({
    step: null,
    code: Number(/^[245]\d\d\b/.exec(said)?.[0]) || null,
    status: '',
    text: said,
    recipient: sent.Email,
    ...(label && { label }),
  })
  return kindOfMeaning(meaning)
}

/** The bounce types about which the server's own words may say something else. */
const labels: ReadonlyMap<string, 'hard' | 'soft'> = mapOf({
  HardBounce: 'hard',
  SoftBounce: 'soft',
  DnsError: 'soft',
  Undeliverable: 'soft',
})

/** The other types are about a delay, or about Postmark. */
const kinds: ReadonlyMap<string, Report['kind']> = mapOf({
  BadEmailAddress: 'hard-bounce',
  SpamComplaint: 'complaint',
  AutoResponder: 'out-of-office',
  Unsubscribe: 'unsubscribe',
  ManuallyDeactivated: 'unsubscribe',
  Blocked: 'refusal',
  SpamNotification: 'refusal',
  VirusNotification: 'refusal',
  DMARCPolicy: 'refusal',
})

/** Others, as ManualSuppression: the person left, or was taken off at Postmark. */
const suppressions: ReadonlyMap<string, Report['kind']> = mapOf({
  HardBounce: 'hard-bounce',
  SpamComplaint: 'complaint',
})

function mapOf<Value>(entries: Record<string, Value>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries))
}

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
