import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { meaningOf } from '#server/answers/meaning.ts'
import type { Report } from '#server/signup/mail-reports.ts'
import { kindOfMeaning } from './reports.ts'

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

/** 400: the body cannot be read. 401, 403: the call does not come from the provider. */
export type RefusedCall = { status: 400 | 401 | 403; why: string }

/** Null where a genuine call says nothing about an address. */
type WebhookAnswer = WebhookReport | RefusedCall | null

/** Verifies and reads one call. A failure to reach the provider is thrown. */
export type Webhook = (call: WebhookCall) => WebhookAnswer | Promise<WebhookAnswer>

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

export const unreadable: RefusedCall = { status: 400, why: 'the body cannot be read' }

/**
 * A text, also where the provider writes a number; empty for anything else, also for nothing. Without
 * NUL, which Postgres does not take.
 */
export const looseText = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).replaceAll('\0', ''))
  .catch('')

/** An object; an empty one where the provider writes null, nothing, or a list. */
export const looseRecord = z.record(z.string(), z.unknown()).catch({})

/** A list; an empty one where the provider writes something else. */
export const looseList = <Item extends z.ZodType>(item: Item) => z.array(item).catch([])

/** The value of a metadata field; mailers and providers change the case of its name. */
export function valueOf(fields: Readonly<Record<string, unknown>>, name: string): string {
  const found = Object.entries(fields).find(([key]) => key.toLowerCase() === name.toLowerCase())
  const [value] = [found?.[1]].flat()
  return typeof value === 'string' ? value : ''
}

/** `diagnostic`: the last server's answer, as in `smtp; 550 5.1.1 …`; `label`: the provider's word. */
type Bounce = {
  diagnostic: string
  status?: string | undefined
  recipient: string
  label?: 'hard' | 'soft' | undefined
}

export function kindOfBounce({ diagnostic, status = '', ...bounce }: Bounce): Report['kind'] {
  const text = diagnostic.replace(/^\s*smtp;\s*/i, '')
  const code = Number(/^[245]\d\d\b/.exec(text)?.[0]) || null
  return kindOfMeaning(meaningOf({ step: null, code, status, text, ...bounce }))
}

/** Whether a provider's words, which are no answer of a mail server, are about our account. */
export const isAboutAccount = (text: string, recipient = ''): boolean =>
  meaningOf({ step: null, code: null, status: '', text, recipient }).about === 'account'
