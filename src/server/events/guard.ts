import type { FastifyRequest } from 'fastify'
import { tightBudget, type Budget } from '#server/limits/budgets.ts'
import { networkCharges } from '#server/limits/client-network.ts'
import { Refusal } from '#server/http/answers.ts'
import { optsOut } from '#server/http/form-origin.ts'
import type { GuardHooks } from '#server/http/guards.ts'
import { senderOf, type Admission, type GuardDeps } from '#server/signup/guard.ts'

/**
 * A page sends at most one batch a minute, and one when it is hidden. So sixty simultaneous
 * visitors behind one address of a company or a carrier are all counted. A flood adds one batch a
 * second.
 */
export const eventBudget: Budget = { atOnce: 120, everyMs: 1_000 }

export type CountGuardDeps = Pick<GuardDeps, 'secretKey' | 'publicUrl' | 'limitsFor'>

/** The guard of counts. A visitor who opts out gets 204, and nothing is stored. */
export const countGuard = (deps: CountGuardDeps): GuardHooks => ({
  async preHandler(request, reply) {
    request.admission = admitCounts(request, deps)
    if (request.admission === null)
      return reply.code(204).header('cache-control', 'no-store').send()
    return
  },
})

/**
 * Null for a visitor who opts out. A page of another site is refused (403); a request that no
 * browser sent has the tight budget.
 */
export function admitCounts(
  request: FastifyRequest,
  { secretKey, publicUrl, limitsFor }: CountGuardDeps,
): Admission | null {
  const sender = senderOf(request.headers, publicUrl)
  if (sender === 'cross-site') throw new Refusal(403)
  if (optsOut(request.headers)) return null
  if (limitsFor(request) === 'off') return { trapped: false, charges: null, network: '' }
  const [kind, budget] =
    sender === 'our-page'
      ? (['events', eventBudget] as const)
      : (['events tight', tightBudget] as const)
  const charges = networkCharges(secretKey, request.ip, kind, budget)
  return { trapped: false, charges, network: '' }
}
