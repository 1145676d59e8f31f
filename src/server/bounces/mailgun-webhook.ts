import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { hourMs } from '#contract/time.ts'
import { mostAheadMs } from '#server/config/recent.ts'
import { isSame } from '#server/db/new-id.ts'
import { meaningOf } from '#server/answers/meaning.ts'
import { tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { kindOfMeaning } from './reports.ts'
import {
  isAboutAccount,
  looseRecord,
  looseText as text,
  readJson,
  unreadable,
  valueOf,
  type Webhook,
} from './webhook.ts'

/** Events as documentation.mailgun.com describes them: the signature is in the body. */
const shape = z.object({
  signature: z.object({
    timestamp: z.coerce.string(),
    token: z.string(),
    signature: z.string(),
  }),
  'event-data': z.object({
    id: text,
    event: text,
    severity: text,
    reason: text,
    reject: z.object({ reason: text }).nullish(),
    recipient: text,
    domain: z.object({ name: text }).nullish(),
    envelope: z.object({ sender: text }).nullish(),
    message: z.object({ headers: z.object({ from: text }).nullish() }).nullish(),
    'delivery-status': z
      .object({ code: text, message: text, description: text, 'enhanced-code': text })
      .nullish(),
    'user-variables': looseRecord,
  }),
})
type Event = z.output<typeof shape>['event-data']

/** Mailgun repeats a call for eight hours, also with the first timestamp. */
const mostAgeMs = 12 * hourMs

export const mailgunWebhook =
  (signingKey: string): Webhook =>
  ({ body, now }) => {
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const { timestamp, token, signature } = sent.signature
    const expected = createHmac('sha256', signingKey)
      .update(timestamp + token)
      .digest()
    if (!isSame(Buffer.from(signature, 'hex'), expected))
      return { status: 403, why: 'the signature is wrong' }
    const ageMs = now - Number(timestamp) * 1_000
    if (!(ageMs <= mostAgeMs && ageMs >= -mostAheadMs))
      return { status: 403, why: 'the timestamp is too old, or the clock is wrong' }
    const event = sent['event-data']
    const kind = kindOf(event)
    if (kind === null || event.id === '') return null
    return {
      kind,
      eventKey: event.id,
      reason: answerOf(event) || event.reject?.reason || event.reason || event.event,
      token: valueOf(event['user-variables'], tokenKey),
      ...(endsMail(event) && { person: { email: event.recipient, senders: sendersOf(event) } }),
    }
  }

/** The answer of the recipient's server. Mailgun mostly gives its code apart from its words. */
function answerOf({ 'delivery-status': status }: Event): string {
  const words = status?.message || status?.description || ''
  const code = status?.code ?? ''
  return words !== '' && /^[45]\d\d$/.test(code) && !words.startsWith(code)
    ? `${code} ${words}`
    : words
}

/** Temporary failures are Mailgun's own attempts, of which a later event tells the end. */
function kindOf({ event, severity, reason, recipient, ...rest }: Event): Report['kind'] | null {
  if (event === 'complained') return 'complaint'
  if (event === 'unsubscribed') return 'unsubscribe'
  if (event === 'rejected')
    return isAboutAccount(rest.reject?.reason ?? '', recipient) ? 'account' : null
  if (event !== 'failed' || severity !== 'permanent') return null
  const suppressed = suppressions.get(reason)
  if (suppressed) return suppressed
  const status = rest['delivery-status']
  const meaning = meaningOf({
    step: null,
    code: Number(status?.code) || null,
    status: status?.['enhanced-code'] ?? '',
    text: `${status?.message ?? ''} ${status?.description ?? ''}`.trim(),
    recipient,
  })
  return kindOfMeaning(meaning)
}

/** Mailgun did not send the mail: what its recipient did before. */
const suppressions: ReadonlyMap<string, Report['kind']> = new Map([
  ['suppress-bounce', 'hard-bounce'],
  ['suppress-complaint', 'complaint'],
  ['suppress-unsubscribe', 'unsubscribe'],
])

const endsMail = ({ event, reason }: Event): boolean =>
  event === 'unsubscribed' || event === 'complained' || suppressions.has(reason)

/** A suppression at Mailgun is one of the sending domain. */
const sendersOf = ({ domain, envelope, message }: Event): string[] =>
  domain?.name ? [domain.name] : [envelope?.sender ?? '', message?.headers?.from ?? '']
