import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { QuizResult } from '#contract/quiz.ts'
import { fieldNames, type Origin } from '#contract/waitlist.ts'
import type { ReturnedForm } from '#server/signup/returned-form.ts'
import { parseAddress } from '#server/signup/address.ts'
import { saveResult, type SaveDeps } from './save-endpoint.ts'
import type { SavedRow } from './saves.ts'
import type { SequenceDeps } from '#server/sequence/sequence-routes.ts'
import type { saveFields } from './shapes.ts'

export type FormSaveDeps = SaveDeps & Pick<SequenceDeps, 'sequences'>

type Sent = { typed: string; key: string; result: QuizResult; origin: Origin }
export type FormSave =
  | { status: 303 }
  | { status: 403 }
  | { status: 422; view: ReturnedForm['view'] }
  | { status: 429 | 503; view: ReturnedForm['view']; retryAfterS: number }

/** QUIZ-5, 6, 8 and 9 without script: CALL-2's door, then what CALL-3 asks for. */
export async function saveByForm(
  request: FastifyRequest,
  { typed, key, result, origin }: Sent,
  fields: z.infer<typeof saveFields>,
  deps: FormSaveDeps,
): Promise<FormSave> {
  const email = parseAddress(typed)
  if (email === null) return { status: 422, view: { state: 'invalid', typed } }
  const meta = {
    token: fields[fieldNames.token],
    trap: fields[fieldNames.trap],
    placement: fields[fieldNames.placement],
    ...origin,
    consent: fields[fieldNames.consent],
    key: keyFor(key, email, result),
  }
  const saved = await saveResult(request, { email, result }, meta, deps)
  if (!('code' in saved)) {
    await startSequence(request, saved, deps)
    return { status: 303 }
  }
  if (saved.status === 403) return { status: 403 }
  const { retryAfterS } = saved
  if (retryAfterS === undefined)
    throw new Error(`a result that was read cannot be refused as ${saved.code}`)
  return saved.status === 429
    ? { status: 429, view: { state: 'busy', typed, retryAfterS }, retryAfterS }
    : { status: 503, view: { state: 'not-stored', typed }, retryAfterS }
}

/** A step back and another address, or other answers, are another save: what is sent goes into the key, so that none is refused. */
const keyFor = (key: string, email: string, { answers }: QuizResult) =>
  createHash('sha256')
    .update(JSON.stringify([key, email, answers]))
    .digest('base64url')

/** QUIZ-9: whatever fails here, the result is saved, and the server starts its sequence by itself later. */
async function startSequence(
  request: FastifyRequest,
  { id, email }: SavedRow,
  { sequences, log }: FormSaveDeps,
): Promise<void> {
  try {
    await sequences.add({ email, quizResultId: id, charges: null })
  } catch (error) {
    log.warn({ reqId: request.id, err: error }, 'the sequence of a saved result is not started yet')
  }
}
