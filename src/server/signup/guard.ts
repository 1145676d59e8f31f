import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { formMetaHeader, freshTokenMinAgeMs } from '#contract/api.ts'
import { decodeFormMeta, fieldNames, type FormMeta } from '#contract/people/waitlist.ts'
import { normalBudget, tightBudget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges, turnNetworkOf } from '#server/limits/client-network.ts'
import { firstOf, type GuardHooks } from '#server/http/guards.ts'
import { Refusal } from '#server/http/answers.ts'
import type { FormTokens } from '#server/http/forms.ts'
import type { Secrets } from '#server/config/secrets.ts'
import type { Press } from '#server/line/doubts.ts'

export type GuardDeps = {
  tokens: FormTokens
  secretKey: string
  publicUrl: string
  now: () => number
  /** LIMITS=off applies only to requests from this machine. */
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

/**
 * `trapped`: the honeypot is filled; the route answers as usual and stores nothing. `charges` are
 * spent in the transaction of the write; null if limits are off. `network` is the network whose
 * turn the mail takes.
 */
export type Admission = { trapped: boolean; charges: Charges | null; network: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** what the guards of sign-ups and of counts admitted */
    admission: Admission | null
  }
}

/** What its guard admitted. A route with another guard has nothing to read here. */
export function admissionOf({ admission }: FastifyRequest): Admission {
  if (!admission) throw new Error('this route has no guard that admits')
  return admission
}

const trapped: Admission = { trapped: true, charges: [], network: '' }

const retryYoungTokenS = 2

/**
 * The guard of every sign-up, whether it comes as JSON, as a plain form or with a quiz result: a
 * page of another site is refused (403), and what comes faster than a person types (429).
 */
export const signUpGuard = (deps: GuardDeps): GuardHooks => ({
  async preHandler(request) {
    request.admission = admitSignUp(request, metaOf(request), deps)
  },
})

/** The token and the honeypot: of the header beside JSON, or of the plain form. */
function metaOf({ headers, body }: FastifyRequest): Pick<FormMeta, 'token' | 'trap'> {
  const header = firstOf(headers[formMetaHeader])
  if (header !== undefined) return decodeFormMeta(header)
  const { [fieldNames.token]: token, [fieldNames.trap]: trap } = Object(body) as FormFields
  return { token: textOf(token), trap: textOf(trap) }
}
type FormFields = { [field: string]: unknown }
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

export function admitSignUp(
  request: FastifyRequest,
  { token, trap }: Pick<FormMeta, 'token' | 'trap'>,
  { tokens, secretKey, publicUrl, limitsFor, now }: GuardDeps,
): Admission {
  const sender = senderOf(request.headers, publicUrl)
  if (sender === 'cross-site') throw new Refusal(403)
  if (trap !== '') return trapped
  const network = turnNetworkOf(secretKey, request.ip)
  if (limitsFor(request) === 'off') return { trapped: false, charges: null, network }
  const verified = tokens.verify(token, now())
  if (verified.kind === 'fresh' && verified.ageMs < freshTokenMinAgeMs)
    throw new Refusal(429, { retryAfterS: retryYoungTokenS })
  const [kind, budget] =
    verified.kind === 'fresh' && sender === 'our-page'
      ? (['normal', normalBudget] as const)
      : (['tight', tightBudget] as const)
  const charges = networkCharges(secretKey, request.ip, kind, budget)
  return { trapped: false, charges, network }
}

/** A button of a page of this site: another site's is refused. */
export const buttonGuard = ({ publicUrl }: Pick<GuardDeps, 'publicUrl'>): GuardHooks => ({
  async onRequest(request, reply) {
    reply.header('x-robots-tag', 'noindex')
    if (senderOf(request.headers, publicUrl) === 'cross-site')
      throw new Refusal(403, { said: 'button' })
  },
})

/** A link from a mail. Whoever has it may use it, from wherever it comes (RFC 8058). */
export const linkGuard: GuardHooks = {
  async onRequest(_, reply) {
    reply.header('x-robots-tag', 'noindex')
  },
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

export type PressDeps = { secrets: Secrets; limitsFor: (request: FastifyRequest) => 'on' | 'off' }

/** LINE-3: a request that may confirm a person. `code`: of the link by which they came. */
export const pressOf = (
  { secrets, limitsFor }: PressDeps,
  request: FastifyRequest,
  code = '',
): Press => ({ code, address: limitsFor(request) === 'off' ? null : request.ip, secrets })
