import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { bounceKindOfSes } from './ses-bounce.ts'
import { readJson, refusedCall, unreadable, valueOf, type Webhook } from './webhook.ts'

/** `email.bounced` and `email.complained`, as resend.com/docs/webhooks describes them. */
const shape = z.object({
  type: z.string(),
  data: z
    .object({
      headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      tags: z.unknown().optional(),
      bounce: z
        .object({ type: z.string(), subType: z.string(), message: z.string() })
        .partial()
        .default({}),
    })
    .default({ headers: [], bounce: {} }),
})
type Data = z.output<typeof shape>['data']

const toleranceMs = 5 * 60_000

/** Resend signs as Svix does (docs.svix.com, 'Verifying webhooks manually'). */
export const resendWebhook =
  (signingSecret: string): Webhook =>
  ({ headers, body, now }) => {
    const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
      (name) => String(headers[name] ?? ''),
    ) as [string, string, string]
    const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    if (id === '' || !signatures.split(' ').some((one) => isSignature(one, expected)))
      return refusedCall(403, 'the signature is wrong')
    if (!(Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs))
      return refusedCall(403, 'the timestamp is too old, or the clock is wrong')
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const kind = kindOf(sent.type, sent.data)
    if (kind === null) return { status: 200, report: null }
    const { type = '', subType = '', message = '' } = sent.data.bounce
    const reason = message || `${type} ${subType}`
    return { status: 200, report: { kind, eventKey: id, reason, token: tokenIn(sent.data) } }
  }

function isSignature(text: string, expected: Buffer): boolean {
  const [version, encoded = ''] = text.split(',')
  const given = Buffer.from(encoded, 'base64')
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Resend sends through Amazon SES and passes on its types. */
function kindOf(type: string, { bounce }: Data): Report['kind'] | null {
  if (type === 'email.complained') return 'complaint'
  return type === 'email.bounced' ? bounceKindOfSes(bounce.type ?? '', bounce.subType ?? '') : null
}

/** Tags come as an object, or as a list of names and values. */
function tokenIn({ headers, tags }: Data): string {
  const fields = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
  const list = z.array(z.object({ name: z.string(), value: z.string() })).safeParse(tags).data
  const object = z.record(z.string(), z.unknown()).safeParse(tags).data ?? {}
  const tagged = list ? Object.fromEntries(list.map(({ name, value }) => [name, value])) : object
  return valueOf(fields, tokenHeader) || valueOf(tagged, tokenKey)
}
