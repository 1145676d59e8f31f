import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader } from '#contract/api.ts'
import { consentIn, consentOfVersion, type Campaign, type Consent } from '#contract/campaign.ts'
import { refusalIn, stateErrors, type StateRefusal } from '#contract/launch.ts'
import { decodeFormMeta, defaultPlacement, placements, type FormMeta } from '#contract/waitlist.ts'
import type { Log } from '#server/config/log.ts'
import { pressOf, type PressDeps } from './press.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { firstOf } from '#server/http/anon-key.ts'
import { sendAnswer, storeCall, type RetryLater } from '#server/http/store-call.ts'
import { visitOrigin } from '#server/http/form-origin.ts'
import { parseAddress } from '#contract/address.ts'
import { whyWrong } from './wrong-address.ts'
import { guardSignUp, type GuardDeps, type GuardRefusal } from './guard.ts'
import type { JoinBatcher } from './join.ts'
import { signUpBody } from './shapes.ts'

/** 422: the server's grammar refuses the address, for `reason` if it passes the page's rule. */
export type SignUpAnswer =
  | { status: 200 }
  | { status: 422; reason: string | undefined }
  | StateRefusal
  | GuardRefusal
  | RetryLater

/** The dependencies of every route that adds people. */
export type SignUpDeps = GuardDeps &
  PressDeps & {
    campaign: Pick<Campaign, 'consents' | 'hero'>
    launch: Pick<LaunchCache, 'current'>
    metrics: Metrics
    log: Log
  }

export type HandleSignUpDeps = SignUpDeps & { joinBatcher: JoinBatcher }

/** CALL-1. The body is exactly {email, firstName}; the form's other fields are in one header. */
export const signUpByApi =
  (deps: HandleSignUpDeps) => async (request: FastifyRequest, reply: FastifyReply) => {
    const body = signUpBody.safeParse(request.body)
    if (!body.success)
      return reply
        .code(400)
        .send({ error: 'Send JSON with exactly two texts: {"email": "…", "firstName": "…"}.' })
    const meta = decodeFormMeta(firstOf(request.headers[formMetaHeader]))
    const answer = await handleSignUp(request, body.data.email, meta, deps)
    return answer.status === 409
      ? sendRefusal(reply, answer)
      : sendAnswer(reply, answer, {
          ...jsonErrors,
          ...('reason' in answer && answer.reason && { 422: answer.reason }),
        })
  }

function sendRefusal(reply: FastifyReply, { status, state, retryAfterS }: StateRefusal) {
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error: stateErrors[state], state })
}

const jsonErrors: Record<Exclude<SignUpAnswer['status'], 200 | 409>, string> = {
  403: 'This call came from a page of another site. Send it from the waitlist page or from a server.',
  422: 'This address cannot receive mail. Check it and send it again.',
  429: 'Too many sign-ups from this network. Try again after the seconds in Retry-After.',
  503: 'The sign-up is not stored yet. Send it again after the seconds in Retry-After.',
}

/**
 * Handles one sign-up: the state of the launch, the guard, the address's grammar, the store. Known,
 * unknown and suppressed addresses get the same answer. The JSON call and the plain form each word
 * it in their own way.
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
  const refusal = refusalIn(deps.launch.current(), deps.now())
  if (refusal) return refusal
  const guarded = guardSignUp(request, meta, deps)
  if ('status' in guarded) return guarded
  const email = parseAddress(typed)
  if (email === null) return { status: 422, reason: whyWrong(typed) }
  if (guarded.trapped) {
    deps.metrics.trapped.inc()
    return { status: 200 }
  }
  const { charges, network } = guarded
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const call = await storeCall(
    deps.joinBatcher.add({
      email,
      placement: placements.find((name) => name === meta.placement) ?? defaultPlacement,
      ...origin,
      consent: consentOf(meta.consent, deps.campaign),
      charges,
      network,
      press: pressOf(deps, request, via),
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

/** A fresh token for a form that a script has started. */
export const formToken =
  ({ tokens, now }: Pick<GuardDeps, 'tokens' | 'now'>) =>
  (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').send({ token: tokens.fresh(now()) })
