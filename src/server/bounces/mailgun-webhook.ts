import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { severityOf } from './bounce-severity.ts'
import { readJson, refusedCall, unreadable, valueOf, type Webhook } from './webhook.ts'

const text = z.coerce.string().default('')

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
    'delivery-status': z
      .object({ code: text, message: text, description: text, 'enhanced-code': text })
      .partial()
      .default({}),
    'user-variables': z.record(z.string(), z.unknown()).default({}),
  }),
})
type Event = z.output<typeof shape>['event-data']

/** Mailgun repeats a call for eight hours, also with the first timestamp. */
const mostAgeMs = 12 * 3_600_000
const mostAheadMs = 5 * 60_000

export const mailgunWebhook =
  (signingKey: string): Webhook =>
  ({ body, now }) => {
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const { timestamp, token, signature } = sent.signature
    const expected = createHmac('sha256', signingKey)
      .update(timestamp + token)
      .digest()
    const given = Buffer.from(signature, 'hex')
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return refusedCall(403, 'the signature is wrong')
    const ageMs = now - Number(timestamp) * 1_000
    if (!(ageMs <= mostAgeMs && ageMs >= -mostAheadMs))
      return refusedCall(403, 'the timestamp is too old, or the clock is wrong')
    const event = sent['event-data']
    const kind = kindOf(event)
    if (kind === null || event.id === '') return { status: 200, report: null }
    const { message, description } = event['delivery-status']
    return {
      status: 200,
      report: {
        kind,
        eventKey: event.id,
        reason: message || description || event.reason,
        token: valueOf(event['user-variables'], tokenKey),
      },
    }
  }

/** Temporary failures are Mailgun's own attempts, of which a later event tells the end. */
function kindOf({ event, severity, reason, ...rest }: Event): Report['kind'] | null {
  if (event === 'complained' || reason === 'suppress-complaint') return 'complaint'
  if (event !== 'failed' || severity !== 'permanent' || reason === 'suppress-unsubscribe')
    return null
  if (reason === 'suppress-bounce') return 'hard-bounce'
  const { message = '', description = '', 'enhanced-code': status = '' } = rest['delivery-status']
  const severe = severityOf({ status, diagnostic: `${message} ${description}` })
  return severe === 'hard' ? 'hard-bounce' : 'soft-bounce'
}
