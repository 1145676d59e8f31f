import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import { refusalIn } from '#contract/launch.ts'
import type { FormMeta } from '#contract/waitlist.ts'
import type { Store } from '#server/db/open.ts'
import { visitOrigin } from '#server/http/form-origin.ts'
import { storeCall } from '#server/http/store-call.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { guardSignUp } from '#server/signup/guard.ts'
import { pressOf } from '#server/signup/press.ts'
import { consentOf, type SignUpDeps } from '#server/signup/sign-up.ts'
import type { QuizRecord } from './quiz-record.ts'
import { provenPeople } from './proof.ts'
import { restErrors, type RestError } from './rest-errors.ts'
import type { SavedRow } from './result-rows.ts'
import type { SaveBatcher } from './save-batch.ts'

export type SaveDeps = SignUpDeps & {
  saveBatcher: SaveBatcher
  store: Pick<Store, 'db'>
  device: Pick<DeviceCookie, 'personOf'>
}

/** 128 bits are 22 characters of base64url, or 32 of hex. */
const keyText = /^[\w-]{22,64}$/
export const isKey = (text: string): boolean => keyText.test(text)

/**
 * Saves one result: the state of the launch, the sign-up's guard, then the store. Known, unknown
 * and suppressed addresses get the same answer. `proof`: see proof.ts.
 */
export async function saveResult(
  request: FastifyRequest,
  { email, result, proof }: QuizRecord & { proof: string },
  meta: FormMeta,
  deps: SaveDeps,
): Promise<SavedRow | RestError> {
  const refusal = refusalIn(deps.launch.current(), deps.now())
  if (refusal) return restErrors.inState(refusal)
  const guarded = guardSignUp(request, meta, deps)
  if ('status' in guarded)
    return guarded.status === 403
      ? restErrors.crossSite
      : restErrors.overBudget(guarded.retryAfterS)
  const key = meta.key || null
  if (key !== null && !isKey(key)) return restErrors.badKey
  if (guarded.trapped) {
    deps.metrics.trapped.inc()
    return { ...result, id: randomUUID(), createdAt: deps.now(), email }
  }
  const { charges, network } = guarded
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const save = async () =>
    deps.saveBatcher.add({
      email,
      key,
      result,
      ...origin,
      consent: consentOf(meta.consent, deps.campaign, quizResult.lang),
      charges,
      network,
      press: pressOf(deps, request, via),
      provenFor: await provenPeople(request, proof, {
        db: deps.store.db,
        device: deps.device,
        now: deps.now(),
      }),
    })
  const call = await storeCall(save(), (reason) =>
    deps.log.error({ reqId: request.id, reason }, 'a quiz result could not be saved'),
  )
  if ('stored' in call)
    return call.stored.outcome === 'saved' ? call.stored.row : restErrors.otherBody
  return call.status === 429
    ? restErrors.overBudget(call.retryAfterS)
    : restErrors.unavailable(call.retryAfterS)
}
