import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { quizResult } from '#campaign/copy/quiz-result.ts'
import type { FormMeta } from '#contract/waitlist.ts'
import type { Store } from '#server/db/open.ts'
import { withinBudget } from '#server/http/answers.ts'
import { visitOrigin } from '#server/http/form-origin.ts'
import type { DeviceCookie } from '#server/line/device-cookie.ts'
import { admissionOf } from '#server/signup/guard.ts'
import { pressOf } from '#server/signup/press.ts'
import { consentOf, refuseUnlessOpen, type SignUpDeps } from '#server/signup/sign-up.ts'
import type { QuizRecord } from './quiz-record.ts'
import { provenPeople } from './proof.ts'
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
 * Saves one result behind the sign-up's guard: the state of the launch, then the store. Known,
 * unknown and suppressed addresses get the same answer. `proof`: see proof.ts. `other-body`: the
 * key has saved another result.
 */
export async function saveResult(
  request: FastifyRequest,
  { email, result, proof }: QuizRecord & { proof: string },
  meta: FormMeta,
  deps: SaveDeps,
): Promise<SavedRow | 'bad-key' | 'other-body'> {
  refuseUnlessOpen(deps)
  const key = meta.key || null
  if (key !== null && !isKey(key)) return 'bad-key'
  const { trapped, charges, network } = admissionOf(request)
  if (trapped) {
    deps.metrics.trapped.inc()
    return { ...result, id: randomUUID(), createdAt: deps.now(), email }
  }
  const { via, ...origin } = visitOrigin(meta, request.headers)
  const saving = deps.saveBatcher.add({
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
  const saved = withinBudget(await saving)
  return saved.outcome === 'saved' ? saved.row : 'other-body'
}
