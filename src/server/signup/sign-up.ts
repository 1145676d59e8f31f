import type { FastifyReply, FastifyRequest } from 'fastify'
import { formMetaHeader } from '#contract/api.ts'
import { consentIn, consentOfVersion, type Campaign, type Consent } from '#contract/campaign.ts'
import { refusalIn } from '#contract/launch.ts'
import { decodeFormMeta, defaultPlacement, placements, type FormMeta } from '#contract/waitlist.ts'
import { pressOf, type PressDeps } from './press.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { firstOf, type CallRoute } from '#server/http/guards.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import { visitOrigin } from '#server/http/form-origin.ts'
import { parseAddress } from '#contract/address.ts'
import { whyWrong } from './wrong-address.ts'
import { admissionOf, type GuardDeps } from './guard.ts'
import type { JoinBatcher } from './join.ts'
import { signUpBody } from './shapes.ts'

/** The dependencies of every route that adds people. */
export type SignUpDeps = GuardDeps &
  PressDeps & {
    campaign: Pick<Campaign, 'consents' | 'hero'>
    launch: Pick<LaunchCache, 'current'>
    metrics: Metrics
  }

export type HandleSignUpDeps = SignUpDeps & { joinBatcher: JoinBatcher }

const refuse = refuseAsJson({
  400: 'Send JSON with exactly two texts: {"email": "…", "firstName": "…"}.',
  403: 'This call came from a page of another site. Send it from the waitlist page or from a server.',
  422: 'This address cannot receive mail. Check it and send it again.',
  429: 'Too many sign-ups from this network. Try again after the seconds in Retry-After.',
  503: 'The sign-up is not stored yet. Send it again after the seconds in Retry-After.',
})

/** CALL-1. The body is exactly {email, firstName}; the form's other fields are in one header. */
export const signUpByApi = (deps: HandleSignUpDeps): CallRoute => ({
  refuse,
  answered: (status) => deps.metrics.signups.inc({ status }),
  async handler(request, reply) {
    const body = signUpBody.safeParse(request.body)
    if (!body.success) throw new Refusal(400)
    const meta = decodeFormMeta(firstOf(request.headers[formMetaHeader]))
    await signUp(request, body.data.email, meta, deps)
    return reply.header('cache-control', 'no-store').send({ ok: true })
  },
})

/**
 * Handles one sign-up behind its guard: the state of the launch (409), the address's grammar (422,
 * with the reason if the page's rule passes it), the store. Known, unknown and suppressed addresses
 * get the same answer. The JSON call and the plain form each word it in their own way.
 */
export async function signUp(
  request: FastifyRequest,
  typed: string,
  meta: FormMeta,
  deps: HandleSignUpDeps,
): Promise<void> {
  refuseUnlessOpen(deps)
  const email = parseAddress(typed)
  if (email === null) throw new Refusal(422, { reason: whyWrong(typed) })
  const { trapped, charges, network } = admissionOf(request)
  if (trapped) return deps.metrics.trapped.inc()
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const joining = deps.joinBatcher.add({
    email,
    placement: placements.find((name) => name === meta.placement) ?? defaultPlacement,
    ...origin,
    consent: consentOf(meta.consent, deps.campaign),
    charges,
    network,
    press: pressOf(deps, request, via),
  })
  withinBudget(await joining)
}

/** END-2 */
export function refuseUnlessOpen({ launch, now }: Pick<SignUpDeps, 'launch' | 'now'>): void {
  const refusal = refusalIn(launch.current(), now())
  if (refusal) throw new Refusal(409, refusal)
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
