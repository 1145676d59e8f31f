import type { FastifyRequest } from 'fastify'
import { tightBudget, type Budget, type Charges } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { optsOut } from '#server/http/form-origin.ts'
import { senderOf, type GuardDeps } from '#server/signup/guard.ts'

/**
 * A page sends at most one batch a minute, and one when it is hidden. So sixty simultaneous
 * visitors behind one address of a company or a carrier are all counted. A flood adds one batch a
 * second.
 */
export const eventBudget: Budget = { atOnce: 120, everyMs: 1_000 }

/**
 * 403: a page of another site sent the counts. 204: the visitor opts out, and nothing is stored.
 * `charges` are spent in the transaction of the counts; null if limits are off.
 */
export type CountAdmission = { status: 403 } | { status: 204 } | { charges: Charges | null }

export type CountGuardDeps = Pick<GuardDeps, 'secretKey' | 'publicUrl' | 'limitsFor'>

/** The event-count guard. A request that no browser sent has the tight budget. */
export function guardCounts(
  request: FastifyRequest,
  { secretKey, publicUrl, limitsFor }: CountGuardDeps,
): CountAdmission {
  const sender = senderOf(request.headers, publicUrl)
  if (sender === 'cross-site') return { status: 403 }
  if (optsOut(request.headers)) return { status: 204 }
  if (limitsFor(request) === 'off') return { charges: null }
  const [kind, budget] =
    sender === 'our-page'
      ? (['events', eventBudget] as const)
      : (['events tight', tightBudget] as const)
  return { charges: networkCharges(secretKey, request.ip, kind, budget) }
}
