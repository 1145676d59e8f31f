import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { FormMeta } from '#contract/waitlist.ts'
import { StoreUnavailable } from '#server/db/open.ts'
import type { WriteBatcher } from '#server/db/write-batcher.ts'
import { keptOrigin } from '#server/http/form-origin.ts'
import { admitSignup } from '#server/signup/guard.ts'
import { consentOf, storeRetryS, type SignUpDeps } from '#server/signup/sign-up-endpoint.ts'
import type { QuizRecord } from './record.ts'
import { restErrors, type RestError } from './rest-errors.ts'
import type { SaveRequest, SaveResult, SavedRow } from './saves.ts'

export type SaveDeps = Omit<SignUpDeps, 'batch'> & { saves: WriteBatcher<SaveRequest, SaveResult> }

/** 128 bits are 22 characters of base64url, or 32 of hex. */
const keyText = /^[\w-]{22,64}$/
export const isKey = (text: string): boolean => keyText.test(text)

/** One result through the guard and into the store. Known, unknown and suppressed addresses get the same answer. */
export async function saveResult(
  request: FastifyRequest,
  { email, result }: QuizRecord,
  meta: FormMeta,
  deps: SaveDeps,
): Promise<SavedRow | RestError> {
  const facts = {
    headers: request.headers,
    clientAddress: request.ip,
    token: meta.token,
    trap: meta.trap,
  }
  const admission = admitSignup(facts, { ...deps, limits: deps.limitsFor(request) })
  if (admission.verdict === 'cross-site') return restErrors.crossSite
  if (admission.verdict === 'too-young') return restErrors.overBudget(2)
  const key = meta.key || null
  if (key !== null && !isKey(key)) return restErrors.badKey
  if (admission.verdict === 'trapped') {
    deps.metrics.trapped.inc()
    return { ...result, id: randomUUID(), createdAt: deps.now(), email }
  }
  try {
    const saved = await deps.saves.add({
      email,
      key,
      result,
      ...keptOrigin(meta, request.headers),
      consent: consentOf(meta.consent, deps.campaign),
      charges: admission.charges,
      requester: admission.requester,
    })
    if (saved.outcome === 'saved') return saved.row
    return saved.outcome === 'other-body'
      ? restErrors.otherBody
      : restErrors.overBudget(Math.ceil(saved.retryAfterMs / 1_000))
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    deps.log.error({ reqId: request.id, reason: error.message }, 'a quiz result could not be saved')
    return restErrors.away(storeRetryS)
  }
}
