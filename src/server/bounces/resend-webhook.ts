import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { minuteMs } from '#contract/time.ts'
import { isSame } from '#server/db/new-id.ts'
import { tokenHeader, tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { kindOfSesBounce } from './ses-webhook.ts'
import {
  isAboutAccount,
  looseText as text,
  readJson,
  unreadable,
  valueOf,
  type NamedPerson,
  type Webhook,
} from './webhook.ts'

/** Events of mails and of contacts, as resend.com/docs/webhooks describes them. */
const shape = z.object({
  type: z.string(),
  data: z.object({
    from: text,
    to: z.union([z.string(), z.array(z.string())]).nullish(),
    email: text,
    unsubscribed: z.boolean().nullish(),
    headers: z.unknown().optional(),
    tags: z.unknown().optional(),
    bounce: z
      .object({ type: text, subType: text, message: text, diagnosticCode: z.unknown().optional() })
      .nullish(),
    suppressed: z.object({ type: text, message: text }).nullish(),
    failed: z.object({ reason: text }).nullish(),
  }),
})
type Data = z.output<typeof shape>['data']

const toleranceMs = 5 * minuteMs

/**
 * Resend signs as Svix does (docs.svix.com, 'Verifying webhooks manually'). The names of the headers
 * are Svix's own, or those of standardwebhooks.com.
 */
export const resendWebhook =
  (signingSecret: string): Webhook =>
  ({ headers, body, now }) => {
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
      String(headers[`svix-${name}`] ?? headers[`webhook-${name}`] ?? ''),
    ) as [string, string, string]
    const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64')
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
    if (id === '' || !signatures.split(' ').some((one) => isSignature(one, expected)))
      return { status: 403, why: 'the signature is wrong' }
    if (!(Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs))
      return { status: 403, why: 'the timestamp is too old, or the clock is wrong' }
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const { type, data } = sent
    const kind = kindOf(type, data)
    if (kind === null) return null
    const person = personOf(type, data)
    const report = { kind, eventKey: id, reason: reasonOf(type, data), token: tokenIn(data) }
    return { ...report, ...(person && { person }) }
  }

function isSignature(text: string, expected: Buffer): boolean {
  const [version, encoded = ''] = text.split(',')
  return version === 'v1' && isSame(Buffer.from(encoded, 'base64'), expected)
}

/** Resend sends through Amazon SES and passes on its types. */
function kindOf(type: string, data: Data): Report['kind'] | null {
  switch (type) {
    case 'email.complained':
      return 'complaint'
    case 'email.bounced':
      return kindOfSesBounce({
        type: data.bounce?.type ?? '',
        subType: data.bounce?.subType ?? '',
        diagnostic: diagnosticOf(data) || data.bounce?.message || '',
        recipient: recipientOf(data),
      })
    case 'email.suppressed':
      return /complain/i.test(`${data.suppressed?.type} ${data.suppressed?.message}`)
        ? 'complaint'
        : 'hard-bounce'
    case 'email.failed':
      // As `reached_daily_quota`.
      return isAboutAccount((data.failed?.reason ?? '').replaceAll('_', ' ')) ? 'account' : null
    case 'contact.updated':
      return data.unsubscribed ? 'unsubscribe' : null
    default:
      return null
  }
}

/** A contact has left everything that the account sends. */
function personOf(type: string, data: Data): NamedPerson | null {
  if (type === 'contact.updated') return { email: data.email, senders: 'all' }
  const ends = type === 'email.suppressed' || type === 'email.complained'
  return ends ? { email: recipientOf(data), senders: [data.from] } : null
}

const recipientOf = ({ to }: Data): string => [to ?? ''].flat()[0] ?? ''

const diagnosticOf = ({ bounce }: Data): string =>
  [bounce?.diagnosticCode]
    .flat()
    .filter((one) => typeof one === 'string')
    .join('\n')

function reasonOf(type: string, data: Data): string {
  const { type: name = '', subType = '', message = '' } = data.bounce ?? {}
  const { suppressed, failed } = data
  return message || suppressed?.message || failed?.reason || `${name} ${subType}`.trim() || type
}

const pairs = z.array(z.object({ name: z.string(), value: z.string() }))

/** Headers and tags come as an object, or as a list of names and values. */
const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  const list = pairs.safeParse(value).data
  if (list) return Object.fromEntries(list.map((one) => [one.name, one.value]))
  return z.record(z.string(), z.unknown()).safeParse(value).data ?? {}
}

const tokenIn = ({ headers, tags }: Data): string =>
  valueOf(fieldsOf(headers), tokenHeader) || valueOf(fieldsOf(tags), tokenKey)
