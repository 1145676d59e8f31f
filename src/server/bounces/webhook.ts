import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Report } from '#server/signup/mail-reports.ts'

/** BACK-3: the providers whose webhooks the server reads, as in `/webhooks/{provider}`. */
export const webhookProviders = ['ses', 'mailgun', 'resend', 'postmark'] as const
export type WebhookProvider = (typeof webhookProviders)[number]

export type WebhookCall = { headers: IncomingHttpHeaders; body: Buffer; now: number }

/**
 * `token`: what the provider returned of the mail's token; not checked yet. `person`: set for a
 * departure or suppression, which may carry no token.
 */
export type WebhookReport = Pick<Report, 'kind' | 'eventKey' | 'reason'> & {
  token: string
  person?: NamedPerson
}

/**
 * Who left or is suppressed. `senders`: the addresses or domains that the event is about; one of them
 * must be ours. `all`: it is about everything that this webhook can report.
 */
export type NamedPerson = { email: string; senders: readonly string[] | 'all' }

/**
 * 400: the body cannot be read. 401, 403: it does not come from the provider. 200: it does;
 * `report` is null where it says nothing about an address.
 */
export type WebhookAnswer =
  | { status: 200; report: WebhookReport | null }
  | { status: 400 | 401 | 403; why: string }

/** Verifies and reads one call. A failure to reach the provider is thrown. */
export type Webhook = (call: WebhookCall) => WebhookAnswer | Promise<WebhookAnswer>

export const refusedCall = (status: 401 | 403, why: string): WebhookAnswer => ({ status, why })

/** The body as `shape` reads it; null if it is no JSON, or other JSON. */
export function readJson<Shape extends z.ZodType>(
  body: Buffer | string,
  shape: Shape,
): z.output<Shape> | null {
  try {
    return shape.safeParse(JSON.parse(String(body))).data ?? null
  } catch {
    return null
  }
}

export const unreadable: WebhookAnswer = { status: 400, why: 'the body cannot be read' }

/** A text, also where the provider writes a number, null or nothing; empty for anything else. */
export const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(null)
  .transform((value) => String(value ?? ''))

/** An object; an empty one where the provider writes null, nothing, or a list. */
export const looseRecord = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((value) => value ?? {})

/** A list; an empty one where the provider writes something else. */
export const looseList = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .catch(null)
    .transform((list) => list ?? [])

/** The value of a metadata field; mailers and providers change the case of its name. */
export function valueOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const found = Object.entries(fields).find(([key]) => key.toLowerCase() === name.toLowerCase())
  const [value] = [found?.[1]].flat()
  return typeof value === 'string' ? value : ''
}
