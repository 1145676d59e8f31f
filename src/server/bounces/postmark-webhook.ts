import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { tokenKey } from '#server/outbox/mail-tokens.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { readJson, refusedCall, unreadable, valueOf, type Webhook } from './webhook.ts'

/** Bounce and SpamComplaint, as postmarkapp.com/developer/webhooks describes them. */
const shape = z.object({
  RecordType: z.string(),
  ID: z.union([z.number(), z.string()]).optional(),
  Type: z.string().default(''),
  Description: z.string().default(''),
  Details: z.string().default(''),
  Metadata: z.record(z.string(), z.unknown()).default({}),
})

/** Postmark signs nothing: `password` is a secret in the URL of the webhook. */
export const postmarkWebhook =
  (password: string): Webhook =>
  ({ headers, body }) => {
    if (!hasPassword(headers.authorization, password))
      return refusedCall(401, 'the password is missing or wrong')
    const sent = readJson(body, shape)
    if (!sent) return unreadable
    const { RecordType: record, Type: type, ID: id } = sent
    const kind = record === 'SpamComplaint' ? 'complaint' : record === 'Bounce' && kinds[type]
    if (!kind || id === undefined) return { status: 200, report: null }
    const reason = sent.Details || sent.Description || type
    const token = valueOf(sent.Metadata, tokenKey)
    return { status: 200, report: { kind, eventKey: `${record} ${id}`, reason, token } }
  }

/**
 * The types that say something about the address. The others are about the text, about a delay, or
 * about Postmark.
 */
const kinds: Readonly<Partial<Record<string, Report['kind']>>> = {
  HardBounce: 'hard-bounce',
  BadEmailAddress: 'hard-bounce',
  SoftBounce: 'soft-bounce',
  DnsError: 'soft-bounce',
  SpamComplaint: 'complaint',
  AutoResponder: 'out-of-office',
}

/** RFC 7617, with any user name. */
function hasPassword(authorization: string | undefined, password: string): boolean {
  const [, encoded = ''] = /^basic +([\w+/]{1,1000}={0,2})$/i.exec(authorization ?? '') ?? []
  const [, given = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  const [a, b] = [Buffer.from(given), Buffer.from(password)]
  return a.length === b.length && timingSafeEqual(a, b)
}
