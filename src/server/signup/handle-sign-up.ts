import type { FastifyRequest } from 'fastify'
import { consentIn, consentOfVersion, type Campaign, type Consent } from '#contract/campaign.ts'
import { defaultPlacement, placements, type FormMeta } from '#contract/waitlist.ts'
import type { Log } from '#server/config/log.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { storeCall, type RetryLater } from '#server/http/store-call.ts'
import { visitOrigin } from '#server/http/form-origin.ts'
import { parseAddress } from './address.ts'
import { guardSignUp, type GuardDeps, type GuardRefusal } from './guard.ts'
import type { JoinBatcher } from './join.ts'

/** 422: the server's grammar refuses the address. */
export type SignUpAnswer = { status: 200 } | { status: 422 } | GuardRefusal | RetryLater

/** What every route needs that adds people. */
export type SignUpDeps = GuardDeps & {
  campaign: Pick<Campaign, 'consents' | 'hero'>
  metrics: Metrics
  log: Log
}

export type HandleSignUpDeps = SignUpDeps & { joinBatcher: JoinBatcher }

/**
 * Handles one sign-up: the guard, the address's grammar, the store. Known, unknown and suppressed
 * addresses get the same answer. The JSON call and the plain form each word it in their own way.
 */
export async function handleSignUp(
  request: FastifyRequest,
  typed: string,
  meta: FormMeta,
  deps: HandleSignUpDeps,
): Promise<SignUpAnswer> {
  const answer = await answerTo(request, typed, meta, deps)
  deps.metrics.signups.inc({ status: answer.status })
  return answer
}

async function answerTo(
  request: FastifyRequest,
  typed: string,
  meta: FormMeta,
  deps: HandleSignUpDeps,
): Promise<SignUpAnswer> {
  const guarded = guardSignUp(request, meta, deps)
  if ('status' in guarded) return guarded
  const email = parseAddress(typed)
  if (email === null) return { status: 422 }
  if (guarded.trapped) {
    deps.metrics.trapped.inc()
    return { status: 200 }
  }
  const { charges, requester } = guarded
  const call = await storeCall(
    deps.joinBatcher.add({
      email,
      placement: placements.find((name) => name === meta.placement) ?? defaultPlacement,
      ...visitOrigin(meta, request.headers),
      consent: consentOf(meta.consent, deps.campaign),
      charges,
      requester,
    }),
    (reason) => deps.log.error({ reqId: request.id, reason }, 'a sign-up could not be stored'),
  )
  return 'stored' in call ? { status: 200 } : call
}

/**
 * FORM-10: the consent text that the visitor saw. An unknown version means the newest in the
 * language of the form.
 */
export const consentOf = (
  version: string,
  { consents }: Pick<Campaign, 'consents'>,
  lang?: string,
): Consent => consentOfVersion(consents, version) ?? consentIn(consents, lang)
