import type { FastifyRequest } from 'fastify'
import type { Campaign, Consent } from '#contract/campaign.ts'
import { defaultPlacement, placements, type FormMeta } from '#contract/waitlist.ts'
import type { Log } from '#server/config/log.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import { parseAddress } from './address.ts'
import { keptOrigin } from '#server/http/form-origin.ts'
import { admitSignup, type GuardDeps } from './guard.ts'
import type { JoinBatcher } from './join-batcher.ts'

/** What both doors (JSON call and plain form) make of a sign-up; each words it in its own way. */
export type DoorAnswer =
  | { status: 200 }
  | { status: 403 }
  /** the strict grammar refuses the address */
  | { status: 422 }
  | { status: 429; retryAfterS: number }
  | { status: 503; retryAfterS: number }

export type SignUpDeps = Omit<GuardDeps, 'limits'> & {
  batch: JoinBatcher
  campaign: Pick<Campaign, 'consents' | 'hero'>
  metrics: Metrics
  log: Log
  /** LIMITS=off counts only for a request from this machine itself */
  limitsFor: (request: FastifyRequest) => 'on' | 'off'
}

export const storeRetryS = 5

/** One sign-up through the guard, the grammar and the store. Known, unknown and suppressed addresses get the same answer. */
export async function signUp(
  request: FastifyRequest,
  typed: string,
  meta: FormMeta,
  deps: SignUpDeps,
): Promise<DoorAnswer> {
  const answer = await judge(request, typed, meta, deps)
  deps.metrics.signups.inc({ status: answer.status })
  return answer
}

async function judge(
  request: FastifyRequest,
  typed: string,
  meta: FormMeta,
  deps: SignUpDeps,
): Promise<DoorAnswer> {
  const facts = {
    headers: request.headers,
    clientAddress: request.ip,
    token: meta.token,
    trap: meta.trap,
  }
  const admission = admitSignup(facts, { ...deps, limits: deps.limitsFor(request) })
  if (admission.verdict === 'cross-site') return { status: 403 }
  if (admission.verdict === 'too-young') return { status: 429, retryAfterS: 2 }
  const email = parseAddress(typed)
  if (email === null) return { status: 422 }
  if (admission.verdict === 'trapped') {
    deps.metrics.trapped.inc()
    return { status: 200 }
  }
  const placement = placements.find((name) => name === meta.placement) ?? defaultPlacement
  const joining = {
    email,
    placement,
    ...keptOrigin(meta, request.headers),
    consent: consentOf(meta.consent, deps.campaign),
    charges: admission.charges,
    requester: admission.requester,
  }
  try {
    const joined = await deps.batch.join(joining)
    return joined.outcome === 'accepted'
      ? { status: 200 }
      : { status: 429, retryAfterS: Math.ceil(joined.retryAfterMs / 1_000) }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    deps.log.error({ reqId: request.id, reason: error.message }, 'a sign-up could not be stored')
    return { status: 503, retryAfterS: storeRetryS }
  }
}

/** FORM-10: the text that the visitor saw; a version that nobody wrote means the newest. */
export const consentOf = (version: string, { consents }: Pick<Campaign, 'consents'>): Consent =>
  consents.find((consent) => consent.version === version) ?? consents[0]
