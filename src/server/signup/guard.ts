import type { IncomingHttpHeaders } from 'node:http'
import { freshTokenMinAgeMs } from '#contract/api.ts'
import { normalBudget, tightBudget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges, requesterOf } from '#server/limits/client-network.ts'
import type { FormTokens } from '#server/http/form-tokens.ts'

/** The four guards. Every route that changes state names one of them. */
export const guards = ['sign-up', 'link-token', 'session', 'event-count'] as const
export type Guard = (typeof guards)[number]

export type SignupFacts = {
  headers: IncomingHttpHeaders
  clientAddress: string
  token: string
  trap: string
}

export type Admission =
  /** a page of another site sent it: 403 */
  | { verdict: 'cross-site' }
  /** a filled honeypot: answered as if all were well, nothing is stored */
  | { verdict: 'trapped' }
  /** faster than any person: 429 with Retry-After 2 */
  | { verdict: 'too-young' }
  /** `charges`: to be counted in the sign-up's own transaction, null where limits are off; `requester`: whose turn its mail takes */
  | { verdict: 'admitted'; charges: Charges | null; requester: string }

export type GuardDeps = {
  tokens: FormTokens
  secretKey: string
  publicUrl: string
  limits: 'on' | 'off'
  now: () => number
}

/** The one guard behind every sign-up door (JSON call and plain form). */
export function admitSignup(
  { headers, clientAddress, token, trap }: SignupFacts,
  deps: GuardDeps,
): Admission {
  const origin = senderOf(headers, deps.publicUrl)
  if (origin === 'cross-site') return { verdict: 'cross-site' }
  if (trap !== '') return { verdict: 'trapped' }
  const requester = requesterOf(deps.secretKey, clientAddress)
  if (deps.limits === 'off') return { verdict: 'admitted', charges: null, requester }
  const judged = deps.tokens.judge(token, deps.now())
  if (judged.kind === 'fresh' && judged.ageMs < freshTokenMinAgeMs) return { verdict: 'too-young' }
  const [kind, budget] =
    judged.kind === 'fresh' && origin === 'our-page'
      ? (['normal', normalBudget] as const)
      : (['tight', tightBudget] as const)
  return {
    verdict: 'admitted',
    charges: networkCharges(deps.secretKey, clientAddress, kind, budget),
    requester,
  }
}

/** Fetch metadata, with Origin as the fallback (W3C Fetch Metadata; RFC 6454); without both it is no browser. */
export function senderOf(
  headers: IncomingHttpHeaders,
  publicUrl: string,
): 'our-page' | 'cross-site' | 'no-browser' {
  const site = headers['sec-fetch-site']
  if (site !== undefined)
    return site === 'same-origin' || site === 'none' ? 'our-page' : 'cross-site'
  if (headers.origin === undefined) return 'no-browser'
  return headers.origin === new URL(publicUrl).origin || headers.origin === originOfHost(headers)
    ? 'our-page'
    : 'cross-site'
}

/** On this machine the page also answers to 127.0.0.1 and [::1], whatever PUBLIC_URL says. */
function originOfHost({ host }: IncomingHttpHeaders): string | null {
  return host && /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
    ? `http://${host}`
    : null
}
