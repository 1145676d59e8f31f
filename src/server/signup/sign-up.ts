import { z } from 'zod'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { formMetaHeader } from '#contract/api.ts'
import { type Campaign } from '#contract/campaign/campaign.ts'
import { refusalIn } from '#contract/launch/launch.ts'
import {
  decodeFormMeta,
  defaultPlacement,
  placements,
  type FormMeta,
} from '#contract/people/waitlist.ts'
import { parseAddress, checkAddress } from '#contract/address/address.ts'
import { inLanguages } from '#campaign/in-languages.ts'
import type { Language } from '#contract/campaign/languages.ts'
import { fill } from '#contract/text.ts'
import type { LaunchCache } from '#server/launch/launch-cache.ts'
import type { Metrics } from '#server/http/metrics.ts'
import { firstOf, type CallRoute } from '#server/http/guards.ts'
import { refuseAsJson, Refusal, withinBudget } from '#server/http/answers.ts'
import { visitOrigin } from '#server/http/forms.ts'
import type { Store } from '#server/db/store.ts'
import type { Schema } from '#server/db/schema.ts'
import { openBatcher, type Batcher } from '#server/db/batcher.ts'
import { spendOfBatch, type Charges } from '#server/limits/budgets.ts'
import { pressOf, type PressDeps, admissionOf, type GuardDeps } from './guard.ts'
import { addPeople, type NewSignUp } from './add-people.ts'
import type { OptIn } from './policy.ts'
import { consentOf, knownLanguage } from './shown-consent.ts'

/** The dependencies of every route that adds people. */
export type SignUpDeps = GuardDeps &
  PressDeps & {
    campaign: Pick<Campaign, 'hero'>
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

/** CALL-1: exactly these two fields (else 400). address.ts validates the address (else 422). */
const signUpBody = z.strictObject({ email: z.string(), firstName: z.string() })

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
  const language = knownLanguage(meta.language)
  const email = addressIn(typed, language)
  const { trapped, charges, network } = admissionOf(request)
  if (trapped) return deps.metrics.trapped.inc()
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const joining = deps.joinBatcher.add({
    email,
    placement: placements.find((name) => name === meta.placement) ?? defaultPlacement,
    ...origin,
    language,
    consent: consentOf(meta.consent, language),
    charges,
    network,
    press: pressOf(deps, request, via),
  })
  withinBudget(await joining)
}

/** FORM-2: the stored form of a typed address; a wrong one is refused (422). */
export function addressIn(typed: string, language: Language): string {
  const email = parseAddress(typed)
  if (email === null) throw new Refusal(422, { reason: whyWrong(typed, language) })
  return email
}

/**
 * FORM-2: the sentence on why the server refuses an address, in the language of its form; undefined
 * if the page's own message says it.
 */
export function whyWrong(typed: string, language: Language): string | undefined {
  const { wrong } = checkAddress(typed)
  const { wrongAddress } = inLanguages[language]!.words
  return wrong ? fill(wrongAddress[wrong.fault], { character: wrong.character }) : undefined
}

/** END-2: refuses a sign-up (409) while the list is paused, closed or launched. */
export function refuseUnlessOpen({ launch, now }: Pick<SignUpDeps, 'launch' | 'now'>): void {
  const refusal = refusalIn(launch.current(), now())
  if (refusal) throw new Refusal(409, refusal)
}

/** A fresh token for a form that a script has started. */
export const formToken =
  ({ tokens, now }: Pick<GuardDeps, 'tokens' | 'now'>) =>
  (_: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-store').send({ token: tokens.fresh(now()) })

/** A sign-up that the guard has admitted. `charges` is null if limits are off. */
export type JoinRequest = NewSignUp & { charges: Charges | null }

export type JoinResult = { outcome: 'accepted' } | { outcome: 'over-budget'; retryAfterMs: number }

type JoinBatcherDeps = {
  store: Store
  optIn: OptIn
  now: () => number
  /** the time by which a date decides; `now` by default (clock/clock.ts) */
  calendar?: () => number
  /** called after a commit, which may have queued mails, with the number of sign-ups in it */
  committed: (rows: number) => void
  rowsPerCommit?: number | undefined
}

export type JoinBatcher = Batcher<JoinRequest, JoinResult>

/**
 * All sign-ups that arrive in one turn of the event loop share one commit. `add` throws
 * StoreUnavailable if the store does not answer.
 */
export const openJoinBatcher = ({
  store,
  optIn,
  now,
  calendar = now,
  committed,
  rowsPerCommit,
}: JoinBatcherDeps): JoinBatcher =>
  openBatcher({
    itemsPerCommit: rowsPerCommit,
    async enter(requests) {
      const results = await store.transact((trx) =>
        joinAll(trx, requests, optIn, now(), calendar()),
      )
      committed(requests.length)
      return results
    },
  })

/**
 * Stores a batch of sign-ups in the caller's transaction. It spends the budgets before it looks up
 * any address. Results come in the order of the requests.
 */
export async function joinAll(
  trx: Transaction<Schema>,
  requests: readonly JoinRequest[],
  optIn: OptIn,
  now: number,
  calendar: number = now,
): Promise<JoinResult[]> {
  const { budgets, admitted } = await spendOfBatch(trx, requests, now)
  await addPeople(trx, admitted, optIn, now, calendar)
  return budgets.map(({ retryAfterMs }) =>
    retryAfterMs > 0 ? { outcome: 'over-budget', retryAfterMs } : { outcome: 'accepted' },
  )
}
