import type { IncomingHttpHeaders } from 'node:http'
import { tightBudget, type Budget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { optsOut } from '#server/http/form-origin.ts'
import { senderOf } from '#server/signup/guard.ts'

/**
 * A page sends a batch a minute at most, and one when it is hidden: the sixty visitors that a company or a carrier has on
 * the page at once behind one address are all counted. A flood adds what one batch may hold, once a second.
 */
export const eventBudget: Budget = { atOnce: 120, everyMs: 1_000 }

export type CountAdmission =
  /** a page of another site sent it: 403 */
  | { verdict: 'cross-site' }
  /** this visitor does not want to be counted: answered as if all were well */
  | { verdict: 'opted-out' }
  /** to be counted in the same transaction; null where limits are off */
  | { verdict: 'admitted'; charges: Charges | null }

type Facts = { headers: IncomingHttpHeaders; clientAddress: string }
export type CountGuardDeps = { secretKey: string; publicUrl: string; limits: 'on' | 'off' }

/** The event-count guard. What no browser sent (neither Sec-Fetch-Site nor Origin) has the tight budget. */
export function admitCounts(
  { headers, clientAddress }: Facts,
  { secretKey, publicUrl, limits }: CountGuardDeps,
): CountAdmission {
  const sender = senderOf(headers, publicUrl)
  if (sender === 'cross-site') return { verdict: 'cross-site' }
  if (optsOut(headers)) return { verdict: 'opted-out' }
  if (limits === 'off') return { verdict: 'admitted', charges: null }
  const [kind, budget] =
    sender === 'our-page'
      ? (['events', eventBudget] as const)
      : (['events tight', tightBudget] as const)
  return { verdict: 'admitted', charges: networkCharges(secretKey, clientAddress, kind, budget) }
}
