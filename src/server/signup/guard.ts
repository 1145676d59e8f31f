import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { freshTokenMinAgeMs } from '#contract/api.ts'
import type { FormMeta } from '#contract/waitlist.ts'
import { normalBudget, tightBudget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges, turnNetworkOf } from '#server/limits/client-network.ts'
import type { FormTokens } from '#server/http/form-tokens.ts'

/** The six guards. Every route that changes state names one of them. */
export const guards = [
  'sign-up',
  'link-token',
  'event-count',
  'sign-in',
  'session',
  'webhook',
] as const
export type Guard = (typeof guards)[number]

export type GuardDeps = {
  tokens: FormTokens
  secretKey: string
  publicUrl: string
  now: () => number
  /** LIMITS=off applies only to requests from this machine. */
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

/** A page of another site sent the request (403), or it came faster than a person types (429). */
export type GuardRefusal = { status: 403 } | { status: 429; retryAfterS: number }

/** `trapped`: the honeypot is filled. The route answers as usual and stores nothing. */
export type Admitted = { trapped: true } | ({ trapped: false } & Admission)

/**
 * `charges` are spent in the transaction of the write; null if limits are off. `network` is the
 * network whose turn the mail takes.
 */
export type Admission = { charges: Charges | null; network: string }

const retryYoungTokenS = 2

/** The guard of every sign-up, whether it comes as JSON, as a plain form or with a quiz result. */
export function guardSignUp(
  request: FastifyRequest,
  { token, trap }: Pick<FormMeta, 'token' | 'trap'>,
  { tokens, secretKey, publicUrl, limitsFor, now }: GuardDeps,
): GuardRefusal | Admitted {
  const sender = senderOf(request.headers, publicUrl)
  if (sender === 'cross-site') return { status: 403 }
  if (trap !== '') return { trapped: true }
  const network = turnNetworkOf(secretKey, request.ip)
  if (limitsFor(request) === 'off') return { trapped: false, charges: null, network }
  const verified = tokens.verify(token, now())
  if (verified.kind === 'fresh' && verified.ageMs < freshTokenMinAgeMs)
    return { status: 429, retryAfterS: retryYoungTokenS }
  const [kind, budget] =
    verified.kind === 'fresh' && sender === 'our-page'
      ? (['normal', normalBudget] as const)
      : (['tight', tightBudget] as const)
  const charges = networkCharges(secretKey, request.ip, kind, budget)
  return { trapped: false, charges, network }
}

/**
 * Uses fetch metadata, with Origin as the fallback (W3C Fetch Metadata; RFC 6454). A request
 * without both does not come from a browser.
 */
export function senderOf(
  headers: IncomingHttpHeaders,
  publicUrl: string,
): 'our-page' | 'cross-site' | 'no-browser' {
  const site = headers['sec-fetch-site']
  if (site !== undefined)
    return site === 'same-origin' || site === 'none' ? 'our-page' : 'cross-site'
  if (headers.origin === undefined) return 'no-browser'
  return headers.origin === new URL(publicUrl).origin || headers.origin === loopbackOrigin(headers)
    ? 'our-page'
    : 'cross-site'
}

/**
 * Whether a page of another site loads this as a picture, a frame or data (W3C Fetch Metadata). Its
 * visitor did not choose to: such a request must not spend what is theirs. A link is a document.
 */
export const isPartOfOtherSite = (headers: IncomingHttpHeaders): boolean =>
  ['cross-site', 'same-site'].includes(String(headers['sec-fetch-site'])) &&
  headers['sec-fetch-dest'] !== 'document'

/** On a loopback host the page is also served at 127.0.0.1 and [::1], whatever PUBLIC_URL is. */
function loopbackOrigin({ host }: IncomingHttpHeaders): string | null {
  return host && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
    ? `http://${host}`
    : null
}
